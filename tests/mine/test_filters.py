"""Pairs that stand in the same places and mean something else; and pairs that only look as if they did."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.lexicon import Lexicon, language_of, languages, lexicon_of
from otherwords.lexicon.numbers import numbers
from otherwords.mine.filters import LIKELY, Fault, Filter, fault
from otherwords.mine.table import Pair, Table, Wording, write
from otherwords.text import OtherwordsError

ENGLISH = {
    Fault.NUMBERS: """one hour / two hours
        an hour / two hours
        in 1937 / in 1938
        first / second
        the 1980s / the 1990s
        1,000 / 10,000
        two hundred / two thousand
        half a million / a million
        10:30 / 10:45
        IPv4 / IPv6""",
    Fault.ANTONYMS: """increased / decreased
        buying / selling
        the beginning of / the end of
        happy / unhappy
        possible / impossible
        unable to / able to
        import / export
        inputs / outputs
        Always / never
        larger / smaller
        with / without
        employee / employer""",
    Fault.NEGATION: """is / is not
        may / may not
        a / no
        does / doesn't
        free of charge / not free of charge
        ever / never""",
    Fault.SIBLINGS: """French / Welsh
        on Monday / on Friday
        the red car / the blue car
        January / June
        days / weeks
        he said / she said
        World War I / World War II""",
    Fault.NAMES: """Windows / Debian
        John Smith / Mary Jones
        the Kingdom / the States""",
}
FINE = """company / firm
    was founded / was established
    an hour / one hour
    a few / two
    two hundred / 200
    two thousand five hundred / 2,500
    250 000 / 250,000
    twenty-one / 21
    1st / first
    half a million / 500,000
    2 / 2 or 3
    not easy / difficult
    unclear / not clear
    unable to / not able to
    did not / failed to
    free of charge / at no cost
    gratis / at no cost
    devoid of / without
    do not / don’t
    cannot / can’t
    133 m / 133m
    9,000-year / 9000-year
    day / days
    employee / employees
    headed by / led by
    U.S. / United States
    UN / United Nations
    the US / America
    Clinton / Bill Clinton
    President / Pres.
    Organisation / Organization
    Dynasty / dynasty
    to / into
    colour / color"""


def pairs_of(text: str) -> list[tuple[str, str]]:
    return [(one, other) for one, other in (line.strip().split(" / ") for line in text.splitlines())]


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [(*pair, kind) for kind, text in ENGLISH.items() for pair in pairs_of(text)]
    + [(*pair, None) for pair in pairs_of(FINE)],
)
def test_english(left: str, right: str, expected: Fault | None):
    assert fault(left, right, lexicon_of("en")) is expected
    assert fault(right, left, lexicon_of("en")) is expected


@pytest.mark.parametrize(
    ("language", "left", "right", "expected"),
    [
        ("fi", "kaksi tuntia", "kolme tuntia", Fault.NUMBERS),
        ("fi", "maanantaina", "tiistaina", Fault.SIBLINGS),
        ("fi", "on", "ei ole", Fault.NEGATION),
        ("fi", "suurempi", "pienempi", Fault.ANTONYMS),
        ("fi", "suuri", "iso", None),
        ("fi", "perustettiin", "aloitettiin", None),
        ("sv", "en timme", "två timmar", Fault.NUMBERS),
        ("sv", "ökade", "minskade", Fault.ANTONYMS),
        ("sv", "är", "är inte", Fault.NEGATION),
        ("sv", "på måndagen", "på fredagen", Fault.SIBLINGS),
        ("sv", "bolaget", "företaget", None),
        (None, "3 km", "4 km", Fault.NUMBERS),
        (None, "rot", "blau", None),
        (None, "Hund", "Katze", None),
    ],
)
def test_other_languages(language: str | None, left: str, right: str, expected: Fault | None):
    assert fault(left, right, lexicon_of(language)) is expected


WORDS = ["the", "one", "two", "3", "not", "French", "Welsh", "happy", "unhappy", "Big", "(", "day", "hours"]
TEXT = st.lists(st.sampled_from(WORDS)).map(" ".join)


@given(TEXT, TEXT)
def test_a_fault_has_no_direction_and_nothing_is_wrong_with_itself(left: str, right: str):
    english = lexicon_of("en")
    assert fault(left, right, english) is fault(right, left, english)
    assert fault(left, left, english) is None


@pytest.mark.parametrize("language", languages())
def test_the_lists_do_not_contradict_themselves(language: str):
    """Listed words are what counts; their supposed inflections may fall together."""
    lexicon = lexicon_of(language)
    for word in lexicon.sides:
        assert not any(-side in lexicon.sides[word] for side in lexicon.sides[word]), word
    assert not lexicon.negations & lexicon.near_negations
    assert lexicon.auxiliaries | lexicon.articles <= lexicon.function_words
    assert all(not word.isspace() and word == word.casefold() for word in (*lexicon.sides, *lexicon.kinds))


def test_an_unknown_language_is_an_error_that_names_the_known():
    with pytest.raises(OtherwordsError, match="en, fi, sv"):
        lexicon_of("xx")


def test_further_antonyms_are_added():
    lexicon = lexicon_of("en").with_opposites([("Bull", "bear"), ("wax", "wane")])
    assert fault("a bull market", "a bear market", lexicon) is Fault.ANTONYMS
    assert fault("a bull market", "a bear market", lexicon_of("en")) is None
    assert fault("hot", "cold", lexicon) is Fault.ANTONYMS
    assert fault("1 bull", "1 bear", Lexicon().with_opposites([("bull", "bear")])) is Fault.ANTONYMS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("two thousand five hundred men", {2500.0: 4}),
        ("2 500 men", {2500.0: 2}),
        ("one two", {1.0: 1, 2.0: 2}),
        ("twenty one", {21.0: 2}),
        ("1.5 million", {1500000.0: 2}),
        ("three quarters", {0.75: 2}),
        ("half an apple", {0.5: 2}),
        ("the 1990s at 10:30", {1990.0: 2, "10:30": 4}),
        ("a 9,000-year 5km 1,2", {"9000-year": 2, 5.0: 3, 1.2: 4}),
        ("in 2019 500 people", {2019.0: 2, 500.0: 3}),
        ("in 2019 500 000 people", {2019.0: 2, 500000.0: 4}),
        ("in 2000 30 people", {2000.0: 2, 30.0: 3}),
        ("version v1.2 ٣ ½", {"v1.2": 2, "٣": 3}),
        ("nothing", {}),
        ("", {}),
    ],
)
def test_numbers(text: str, expected: dict[float | str, int]):
    english = lexicon_of("en")
    assert numbers(text.split(), english.numbers, english.articles) == expected


@given(st.integers(1, 999_999))
def test_a_number_in_digits_is_one_however_it_is_grouped(value: int):
    grouped = f"{value:,}"
    for written in (str(value), grouped, grouped.replace(",", " ")):
        assert list(numbers(written.split(), {}, frozenset())) == [float(value)]


def made(path: Path, *pairs: Pair) -> Table:
    write(pairs, path, {})
    return Table.open(path)


def test_what_the_table_gives_away(tmp_path: Path):
    pairs = [
        Pair("tables", "views", 9, 0.9, ("to the ⟨…⟩ of the",)),
        Pair("Tables and Views", "both", 9, 0.8),
        Pair("opinions", "views", 9, 0.7),
        Pair("hot", "cold", 9, 0.6),
        Pair("both", "on and under", 9, 0.5),
        Pair("on", "under", 9, 0.4),
        Pair("view", "the view", 9, 0.3),
        Pair("view and the view", "sights", 9, 0.2),
    ]
    with made(tmp_path / "t.parquet", *pairs) as table:
        judged = Filter.of(table, "en").judged
        expected = [Fault.SIDE_BY_SIDE, None, None, Fault.ANTONYMS, None, None, None, None]
        assert [found for _, found in judged(table)] == expected
        assert [pair for pair, _ in judged(table)] == pairs
        wordings = table.wordings("views")
        assert list(judged(wordings)) == [(wordings[0], Fault.SIDE_BY_SIDE), (wordings[1], None)]
        assert isinstance(wordings[0], Wording)


def test_pairs_that_the_judge_does_not_believe_are_left_out_of_mined_tables_when_asked(tmp_path: Path):
    pairs = [Pair("company", "firm", 9, 0.5), Pair("collection", "list", 9, 0.4), Pair("hot", "cold", 9, 0.3)]
    expected = {0.0: [None, None, Fault.ANTONYMS], LIKELY: [None, Fault.UNLIKELY, Fault.ANTONYMS]}
    write(pairs, tmp_path / "mined.parquet", {"anchor": "entity"})
    with Table.open(tmp_path / "mined.parquet") as table:
        for bound, faults in expected.items():
            filter_ = Filter.of(table, "en", min_probability=bound)
            assert [found for _, found in filter_.judged(table)] == faults
        probabilities = [filter_.probability(pair) for pair in table]
        assert probabilities[0] > LIKELY > probabilities[1]
        in_finnish = [found for _, found in Filter.of(table, "fi", min_probability=1.0).judged(table)]
        assert Fault.UNLIKELY not in in_finnish
    write(pairs, tmp_path / "imported.parquet", {})
    with Table.open(tmp_path / "imported.parquet") as table:
        filter_ = Filter.of(table, "en", min_probability=1.0)
        assert [found for _, found in filter_.judged(table)] == expected[0.0]
        assert filter_.probability(pairs[0]) is None


def test_many_pairs_are_judged_in_batches_and_in_order(tmp_path: Path):
    pairs = [
        Pair(f"word{i}", "wort" if i % 3 else "two words" if i % 2 else "no", 5, 1 - i / 9000) for i in range(7000)
    ]
    with made(tmp_path / "t.parquet", *pairs) as table:
        judged = list(Filter.of(table, "en").judged(table))
    assert [pair for pair, _ in judged] == pairs
    assert [found for _, found in judged] == [fault(pair.left, pair.right, lexicon_of("en")) for pair in pairs]


@pytest.mark.parametrize(
    ("language", "context"),
    [("en", "the company was ⟨…⟩ in the year"), ("fi", "yhtiö on ⟨…⟩ ja se"), ("sv", "bolaget är ⟨…⟩ och det")],
)
def test_the_language_is_told_from_the_table(tmp_path: Path, language: str, context: str):
    with made(tmp_path / "t.parquet", Pair("x", "y", 5, 0.5, (context,))) as table:
        assert Filter.of(table).lexicon.language == language
        assert Filter.of(table, "en").lexicon.language == "en"


@pytest.mark.parametrize(("said", "expected"), [("fi", "fi"), ("de", None)])
def test_a_table_may_say_its_language(tmp_path: Path, said: str, expected: str | None):
    write([Pair("of the", "in the", 5, 0.5)], tmp_path / "t.parquet", {"language": said})
    with Table.open(tmp_path / "t.parquet") as table:
        assert Filter.of(table).lexicon.language == expected
        assert Filter.of(table, "sv").lexicon.language == "sv"


def test_an_unknown_language_is_not_guessed():
    assert language_of([]) is None
    assert language_of(["犬", "猫"]) is None
