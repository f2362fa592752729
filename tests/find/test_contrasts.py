"""What is like the query and says another thing is told, and is no answer where nothing else differs."""

import pytest

from otherwords import Finder

TEXT = """The shop opened again in May. Prices rose by five percent last year. The owner has hired two more people.
The tenant may end the lease with a month's notice. In winter it closes at four."""


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("Last year prices fell by 5%.", "it says the opposite (fell, rose)"),
        ("Prices rose by nine percent last year.", "the numbers differ (nine, five)"),
        ("The landlord may end the lease with a month's notice.", "it says the opposite (landlord, tenant)"),
        ("The tenant cannot terminate the lease with a month's notice.", "only one of the two is negated (cannot)"),
    ],
)
@pytest.mark.parametrize("top", [1, 6])
def test_what_says_the_opposite_is_not_found(finder: Finder, query: str, told: str, top: int):
    answer = finder.find(query, TEXT, top=top)
    assert not answer
    assert answer.no_match is not None
    assert answer.no_match.nearest is not None
    assert answer.no_match.nearest.caution == told
    assert answer.no_match.probability >= 0.8


def test_who_does_it_to_whom(finder: Finder):
    text = "The shop opened again in May. The bakery sued the bank. The owner has hired two more people."
    answer = finder.find("The bank sued the bakery.", text)
    assert not answer
    assert answer.no_match.nearest.caution == "two things have changed places (bank, bakery)"
    assert finder.find("The bank was sued by the bakery.", text)


@pytest.mark.parametrize("after", ["", " The windows are new. Behind the house stand two old apple trees."])
@pytest.mark.parametrize("is_first", [False, True])
@pytest.mark.parametrize(
    "said", ["Prices went down by five percent last year.", "In the past year, prices dropped by five percent."]
)
def test_what_says_it_comes_before_what_says_the_opposite(finder: Finder, said: str, is_first: bool, after: str):
    """Also where the reader likes the opposite better, and reads the two in one go."""
    text = f"{said} {TEXT}{after}" if is_first else f"{TEXT}\n{said}{after}"
    answer = finder.find("Last year prices fell by 5%.", text)
    assert answer.best is not None
    assert (answer.best.span.text.rstrip("."), answer.best.caution) == (said.rstrip("."), None)


def test_what_says_it_has_no_caution(finder: Finder):
    answer = finder.find("Prices went up by 5 % last year.", TEXT)
    assert answer.best is not None
    assert answer.best.caution is None
