"""Two texts that are alike and say different things, as far as word lists tell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.lexicon import contrasted
from otherwords.lexicon.contrast import Kind
from otherwords.text import words

WORDS = ["the", "dog", "man", "bit", ",", "and", "saw", "of", "in", "to", "is", "red", "with"]


@pytest.mark.parametrize(
    ("query", "passage", "told"),
    [
        ("Last year prices fell by 5%.", "Prices rose by five percent last year.", "the opposite (fell, rose)"),
        ("Prices rose by nine percent.", "Prices rose by five per cent.", "the numbers differ (nine, five)"),
        ("It cost three million dollars.", "It cost two million dollars.", "differ (three million, two million)"),
        ("The boy is 12 years old.", "The boy is 13 years old.", "the numbers differ (12, 13)"),
        ("The tenant cannot terminate the lease.", "The tenant may end the lease.", "is negated (cannot)"),
        ("It weighs 2.5 kg.", "It weighs 3.5 kg.", "the numbers differ (2.5, 3.5)"),
        ("It weighs 2.5 kg.", "It weighs 2 kg.", "the numbers differ (2.5, 2)"),
        ("In 2019, 500 people were hurt.", "In 2018, 500 people were hurt.", "the numbers differ (2019, 2018)"),
        ("He gave a year's notice.", "He gave a month's notice.", "it is about another (year's, month's)"),
        ("The man is playing the piano.", "A man is playing the guitar.", "it is about another (piano, guitar)"),
        ("The company bought its rival.", "The rival bought the company.", "changed places (company, rival)"),
        ("He flew from Paris to New York.", "He flew from New York to Paris.", "changed places (paris, new york)"),
        ("In May, France beat Italy in the final.", "Italy beat France in the final in May.", "(france, italy)"),
        ("Sales rose in March and fell in April.", "Sales fell in March and rose in April.", "places (rose, fell)"),
        ("Priset på bröd ökade.", "Priset på bröd minskade.", "the opposite (ökade, minskade)"),
        ("Hän ei tule kotiin.", "Hän tulee kotiin.", "is negated (ei)"),
    ],
)
def test_a_contrast_alone(query: str, passage: str, told: str):
    found, turned = contrasted(query, passage), contrasted(passage, query)
    assert found is not None
    assert turned is not None
    assert found.alone
    assert turned.alone
    assert told in str(found)


@pytest.mark.parametrize(
    ("query", "passage"),
    [
        ("Prices went up by 5 % last year.", "Prices rose by five percent last year."),
        ("It is not easy.", "It is difficult."),
        ("No, he came home.", "He came home."),
        ("She bought 24-carat gold.", "She bought gold of 24 carat."),
        ("It cost 2,500 euros.", "It cost two thousand five hundred euros."),
        ("It cost 2.5 million euros.", "It cost 2,500,000 euros."),
        ("It weighs 2.50 kg.", "It weighs 2.5 kg."),
        ("Se maksoi 2,5 miljoonaa.", "Se maksoi 2.5 miljoonaa."),
        ("In 2019, 500 people were hurt.", "500 people were hurt in 2019."),
        ("The ferry was late.", "The ferry was late."),
        ("", ""),
        ("The cats and the dogs sleep.", "The dogs and the cats sleep."),
        ("We sell cats, birds and dogs.", "We sell dogs, birds and cats."),
        ("She was born in Boston in 1923.", "She was born in 1923 in Boston."),
        ("The capital of France is Paris.", "Paris is the capital of France."),
        ("In the corner stood a man.", "A man stood in the corner."),
        ("The red cars or the blue cars won.", "The blue cars or the red cars won."),
        ("Anna met Peter in the park.", "Peter met Anna in the park."),
        ("The man was bitten by the dog.", "The dog bit the man."),
        ("Se koira puri miestä.", "Miestä puri se koira."),
        ("I dag åker hon till Oslo.", "Hon åker i dag till Oslo."),
        ("犬が好きです。", "猫が好きです。"),
    ],
)
def test_no_contrast(query: str, passage: str):
    assert contrasted(query, passage) is None


@pytest.mark.parametrize(
    ("query", "passage"),
    [
        ("Is it not Captain Macmorris?", "It is Captain Macmorris, right?"),
        ("Prices did not rise last year.", "Prices rose by five percent last year."),
        (
            "Most passengers of the bus came from Bremen.",
            "Most passengers of the bus came from Bremen, nothing else is known.",
        ),
    ],
)
def test_a_contrast_among_other_differences_is_told_and_no_more(query: str, passage: str):
    found = contrasted(query, passage)
    assert found is not None
    assert not found.alone


def test_a_long_text_is_not_judged_by_a_word():
    long = "Prices rose in every town that we have looked at. " * 5
    assert len(list(words(long))) > 40
    assert contrasted(long, long + "Not here.") is None


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=9),
    st.randoms(),
)
def test_the_same_words_in_any_order_contrast_the_same_way_round(said: list[str], shuffled):
    other = said.copy()
    shuffled.shuffle(other)
    one, turned = contrasted(" ".join(said), " ".join(other)), contrasted(" ".join(other), " ".join(said))
    assert (one is None) == (turned is None)
    if one and turned:
        assert one.by.kind is Kind.ORDER
        assert sorted(one.by.words) == sorted(turned.by.words)
