"""What two texts share, with the shipped weights."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.compare import Comparer, Kind, Pair
from otherwords.find.cache import ArrayCache
from otherwords.text import Document, OtherwordsError

FERRY = "The ferry hit the quay shortly before noon on Friday."
NOBODY = "Nobody was hurt in the accident."
NO_ONE = "No one was injured in the crash."
BAKER = "The baker opens his shop at five in the morning, long before the first bus has left the square."
BAKER_AGAIN = "Long before the first bus drives off, at five o'clock, the bakery is already open."
TAXES = "Taxes on diesel will rise by four per cent next year, the minister told parliament."
TAXES_AGAIN = "Next year diesel will be taxed four per cent more, according to what the minister said in parliament."
SNOW = "It had been snowing for three days."
SOIL = "Clay soils hold water far longer than sandy ones do."
POOL = (FERRY, NOBODY, NO_ONE, BAKER, BAKER_AGAIN, TAXES, TAXES_AGAIN, SNOW, SOIL)

documents = st.lists(st.sampled_from(POOL), min_size=1, max_size=5).map(" ".join)


def found(comparer: Comparer, a: str, b: str, **options: object) -> tuple[Pair, ...]:
    return comparer.compare(Document(a, "a"), [Document(b, "b")], **options).pairs  # type: ignore[arg-type]


def test_a_sentence_in_other_words(comparer: Comparer):
    (pair,) = found(comparer, f"{FERRY} {NOBODY} {SNOW}", f"{SOIL} {NO_ONE} {BAKER}")
    assert (pair.a.text, pair.b.text, pair.a_id, pair.b_id) == (NOBODY, NO_ONE, "a", "b")
    assert pair.kind is Kind.REWORDED
    assert pair.probability > 0.8


def test_texts_may_be_strings(comparer: Comparer):
    strings = comparer.compare(f"{FERRY} {NOBODY}", [NO_ONE])
    assert strings == comparer.compare(Document(f"{FERRY} {NOBODY}"), [Document(NO_ONE)])
    assert strings.pairs
    with pytest.raises(OtherwordsError, match="in a list"):
        comparer.compare(NOBODY, NO_ONE)


def test_nothing_is_reported_when_nothing_is_shared(comparer: Comparer):
    comparison = comparer.compare(Document(f"{FERRY} {SNOW}"), [Document(f"{SOIL} {BAKER}"), Document(TAXES)])
    assert not comparison
    assert (comparison.pairs, comparison.share, comparison.found, comparison.words) == ((), 0.0, 0.0, 17)


def test_a_copy_inside_two_sentences_has_exact_ends(comparer: Comparer):
    copy = "at five in the morning, long before the first bus"
    one = f"The owls of the north, which feed on voles and lemmings, fall silent {copy} of the valley is heard."
    other = f"My aunt, who sold carpets to three ministers and a bishop, dreamt {copy} of a staircase without any end."
    (pair,) = found(comparer, f"{SNOW} {one}", f"{other} {SOIL}")
    assert (pair.a.text, pair.b.text, pair.kind) == (f"{copy} of", f"{copy} of", Kind.COPIED)


def test_a_copied_sentence_takes_its_marks_along(comparer: Comparer):
    (pair,) = found(comparer, f"{SNOW} “{BAKER}” he said.", f"{SOIL} {BAKER} {FERRY}")
    assert pair.b.text == BAKER


@pytest.mark.parametrize(
    ("heading", "other"),
    [
        ("# Introduction", "# Introduction"),
        ("See Table 1.", "See Table 1."),
        ("See Table 1.", "See Table 2."),
        ("Page 12", "Page 12"),
        ("Copyright 2019 Smith", "Copyright 2020 Smith"),
    ],
)
def test_headings_and_set_phrases_are_no_copies(comparer: Comparer, heading: str, other: str):
    assert found(comparer, f"{FERRY}\n\n{heading}\n\n{SNOW}", f"{SOIL}\n\n{other}\n\n{TAXES}") == ()


def test_what_is_short_and_the_same_is_the_surer_the_longer_it_is(comparer: Comparer):
    phrases = ("Nobody was hurt in it.", "Nobody was hurt in it today.", "Nobody was hurt in it today, luckily.")
    pairs = [found(comparer, f"{SOIL} {phrase} {BAKER}", f"{SNOW} {phrase} {TAXES}") for phrase in phrases]
    assert [(pair.a.text, pair.kind) for (pair,) in pairs] == [(phrase, Kind.COPIED) for phrase in phrases]
    assert 0.5 < pairs[0][0].probability < pairs[1][0].probability < pairs[2][0].probability < 0.95


def test_beside_a_passage_that_is_shared_less_is_needed(comparer: Comparer):
    (pair,) = found(comparer, f"{SOIL} {TAXES} Nobody was hurt.", f"{SNOW} {TAXES_AGAIN} Nobody was hurt.")
    assert pair.a.text == f"{TAXES} Nobody was hurt."


def test_a_near_copy(comparer: Comparer):
    changed = BAKER.replace("his shop", "the door").replace("square", "station")
    (pair,) = found(comparer, f"{SNOW} {BAKER}", f"{changed} {SOIL}")
    assert (pair.a.text, pair.b.text, pair.kind) == (BAKER, changed, Kind.NEAR_COPY)


def test_sentences_beside_each_other_are_one_passage(comparer: Comparer):
    (pair,) = found(comparer, f"{SNOW} {BAKER} {TAXES}", f"{BAKER_AGAIN} {TAXES_AGAIN} {SOIL}")
    assert (pair.a.text, pair.b.text) == (f"{BAKER} {TAXES}", f"{BAKER_AGAIN} {TAXES_AGAIN}")


def test_but_not_across_paragraphs(comparer: Comparer):
    assert len(found(comparer, f"{BAKER}\n\n{TAXES}", f"{BAKER_AGAIN}\n\n{TAXES_AGAIN}")) == 2


def test_the_same_text_on_both_sides(comparer: Comparer):
    text = "\n".join(POOL)
    comparison = comparer.compare(Document(text), [Document(text)])
    assert [(pair.a, pair.b, pair.kind) for pair in comparison.pairs] == [
        (pair.a, pair.a, Kind.COPIED) for pair in comparison.pairs
    ]
    assert (comparison.share, comparison.found) == (1.0, 1.0)


def test_a_megabyte_on_both_sides(comparer: Comparer):
    text = "\n".join(
        f"{n}. On day {n} the ship {n * 7919 % 1009} left the port of {n * 31 % 97}." for n in range(22_000)
    )
    comparison = comparer.compare(Document(text), [Document(text.upper())])
    assert len(text) > 1_000_000
    assert comparison.share > 0.99
    assert comparison.pairs[0].a.start == comparison.pairs[0].b.start == 0


def test_copied_counts_more_than_reworded(comparer: Comparer):
    copied = comparer.compare(Document(BAKER), [Document(BAKER)])
    reworded = comparer.compare(Document(BAKER), [Document(BAKER_AGAIN)])
    assert copied.found == reworded.found == copied.share == 1.0
    assert 0 < reworded.share < 0.5


@given(documents, documents)
@settings(max_examples=25)
def test_when_the_texts_change_places_the_passages_do(comparer: Comparer, a: str, b: str):
    one, other = found(comparer, a, b), comparer.compare(Document(b, "b"), [Document(a, "a")]).pairs
    key = lambda pair: (pair.a.start, pair.b.start)  # noqa: E731
    assert sorted(one, key=key) == sorted((pair.mirrored for pair in other), key=key)


@given(documents, documents, documents)
@settings(max_examples=15)
def test_what_one_source_gives_does_not_depend_on_others(comparer: Comparer, a: str, b: str, c: str):
    draft, sources = Document(a, "a"), [Document(b, "b"), Document(c, "c")]
    together = comparer.compare(draft, sources)
    apart = [comparer.compare(draft, [source]) for source in sources]
    assert set(together.pairs) == {pair for one in apart for pair in one.pairs}
    assert max(one.share for one in apart) <= together.share


pieces = st.one_of(st.sampled_from([*POOL, "\n\n", "> ", "“", "”", "[1] "]), st.text(max_size=12))


@given(st.lists(pieces, max_size=8).map("".join), st.lists(pieces, max_size=8).map("".join), st.booleans())
@settings(max_examples=40)
def test_offsets_hold_in_any_text(comparer: Comparer, a: str, b: str, leave_out: bool):
    comparison = comparer.compare(Document(a), [Document(b)], min_probability=0.1, leave_out_quotations=leave_out)
    for pair in comparison.pairs:
        assert pair.a.text == a[pair.a.start : pair.a.end] == pair.a.text.strip() != ""
        assert pair.b.text == b[pair.b.start : pair.b.end] == pair.b.text.strip() != ""
        assert 0.1 <= pair.probability <= 1
    assert 0 <= comparison.share <= comparison.found <= 1
    assert bool(comparison.pairs) == (comparison.found > 0)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (
            "Kaupunginvaltuusto päätti eilen korottaa pysäköintimaksuja keskustassa ensi vuoden alusta.",
            "Ensi vuoden alusta pysäköintimaksut keskustassa nousevat, päätti kaupunginvaltuusto eilen.",
        ),
        (
            "Kommunen har beslutat att höja avgiften för parkering i centrum från årsskiftet.",
            "Från årsskiftet blir avgiften för parkering i centrum högre, har kommunen beslutat.",
        ),
    ],
)
def test_other_languages(comparer: Comparer, a: str, b: str):
    around = "Tämä on muuta asiaa kokonaan. {} Lopuksi jotakin aivan muuta, kuten kissoista."
    other = "Koirat haukkuivat koko yön. {} Sitten tuli aamu, ja aurinko nousi."
    (pair,) = found(comparer, around.format(a), other.format(b))
    assert (pair.a.text, pair.b.text) == (a, b)


def test_copies_in_a_script_without_spaces(comparer: Comparer):
    copy = "昨日の午後、港で船が岸壁に衝突しましたが、けが人はいませんでした。"
    (pair,) = found(comparer, f"今日は雨です。{copy}", f"{copy}明日は晴れるでしょう。")
    assert (pair.a.text, pair.b.text, pair.kind) == (copy, copy, Kind.COPIED)


def test_cited_quotations_can_be_left_out(comparer: Comparer):
    draft = Document(f"{SNOW} As Lind wrote, “{BAKER}” (Lind 1952). {NOBODY}")
    sources = [Document(BAKER), Document(NO_ONE)]
    assert len(comparer.compare(draft, sources).pairs) == 2
    comparison = comparer.compare(draft, sources, leave_out_quotations=True)
    assert [pair.a.text for pair in comparison.pairs] == [NOBODY]
    assert [span.text for span in comparison.left_out] == [f"“{BAKER}”"]
    assert comparison.words == comparer.compare(draft, sources).words - 19


def test_a_higher_bar_leaves_less(comparer: Comparer):
    a, b = f"{FERRY} {NOBODY}\n\n{BAKER}\n\n{TAXES}", f"{NO_ONE}\n\n{BAKER}\n\n{TAXES_AGAIN}"
    counts = [len(found(comparer, a, b, min_probability=least)) for least in (0.5, 0.999, 1.0)]
    assert counts[0] == 3 > counts[1] >= counts[2] == 0


@pytest.mark.parametrize(
    ("a", "b"), [("", ""), ("", NOBODY), (NOBODY, ""), (" \n ", NOBODY), ("...", "..."), ("?", NOBODY)]
)
def test_texts_without_words(comparer: Comparer, a: str, b: str):
    comparison = comparer.compare(Document(a), [Document(b)])
    assert (comparison.pairs, comparison.share) == ((), 0.0)


def test_no_other_texts(comparer: Comparer):
    assert not comparer.compare(Document(NOBODY), [])


def test_what_is_no_text_is_named(comparer: Comparer):
    with pytest.raises(OtherwordsError, match="bad is not text: character 3"):
        comparer.compare(Document(NOBODY), [Document("abc\ud800", "bad")])


def test_a_probability_is_one(comparer: Comparer):
    with pytest.raises(OtherwordsError, match="between 0 and 1"):
        comparer.compare(Document(NOBODY), [], min_probability=1.5)


def test_with_a_cache_it_is_the_same(comparer: Comparer, tmp_path: Path):
    draft, sources = Document(f"{FERRY} {NOBODY}"), [Document(f"{SOIL} {NO_ONE}")]
    cached = [Comparer(cache=ArrayCache(tmp_path)).compare(draft, sources) for _ in range(2)]
    assert cached == [comparer.compare(draft, sources)] * 2
    assert any(tmp_path.rglob("*.npy"))
