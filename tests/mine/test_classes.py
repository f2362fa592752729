"""The paper's classes of pairs, by rules, word lists and a thesaurus."""

from pathlib import Path

import pytest

from otherwords.lexicon import Lexicon, lexicon_of
from otherwords.mine.classes import PairClass, Sorter
from otherwords.mine.filters import Fault, Filter
from otherwords.mine.report import growth, slices
from otherwords.mine.table import Pair, Table, write
from otherwords.mine.wordnet import WordNet
from otherwords.text import OtherwordsError

ENGLISH = Sorter(lexicon_of("en"))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("Company", "company", PairClass.CASE),
        ("web site", "website", PairClass.HYPHENATION),
        ("Co-operate", "cooperate", PairClass.HYPHENATION),
        ("e.g.", "eg", PairClass.SPELLING),
        ("rock & roll", "rock and roll", PairClass.SPELLING),
        (", founded", "founded", PairClass.SPELLING),
        ("café", "cafe", PairClass.SPELLING),
        ("colours", "colors", PairClass.SPELLING),
        ("recognised", "recognized", PairClass.SPELLING),
        ("city centre", "city center", PairClass.SPELLING),
        ("cancelled", "canceled", PairClass.SPELLING),
        ("of", "in", PairClass.STOP_WORDS),
        ("was", "was also", PairClass.STOP_WORDS),
        ("was founded", "were founded", PairClass.MORPHOLOGY),
        ("has created", "created", PairClass.MORPHOLOGY),
        ("bought", "buys", PairClass.MORPHOLOGY),
        ("complete", "properly complete", PairClass.ELABORATION),
        ("the city", "the old city", PairClass.ELABORATION),
        ("French", "Welsh", PairClass.SIBLINGS),
        ("one hour", "two hours", PairClass.SIBLINGS),
        ("increased", "decreased", PairClass.ANTONYMS),
        ("is", "is not", PairClass.ANTONYMS),
        ("( founded", "built", PairClass.WRONG),
        ("wise", "size", PairClass.UNSORTED),
        ("company", "firm", PairClass.UNSORTED),
        ("raise", "raze", PairClass.UNSORTED),
        ("!", "?", PairClass.UNSORTED),
    ],
)
def test_rules(left: str, right: str, expected: PairClass):
    assert ENGLISH.sort(left, right) is expected
    assert ENGLISH.sort(right, left) is expected


def test_a_fault_that_the_table_gave_away():
    assert ENGLISH.sort("tables", "views", Fault.SIDE_BY_SIDE) is PairClass.SIBLINGS


def test_without_lists_only_the_writing_tells():
    sorter = Sorter(Lexicon())
    assert sorter.sort("Hund", "hund") is PairClass.CASE
    assert sorter.sort("der Hund", "der alte Hund") is PairClass.ELABORATION
    assert sorter.sort("der", "die") is PairClass.UNSORTED


def test_a_list_of_synonyms():
    listed = {frozenset(pair) for pair in (("company", "firm"), ("found", "set up"), ("large", "big"))}
    sorter = Sorter(lexicon_of("en"), lambda one, other: frozenset((one, other)) in listed)
    assert sorter.sort("companies", "firms") is PairClass.SYNONYMS
    assert sorter.sort("a large company", "the big firms") is PairClass.SYNONYMS
    assert sorter.sort("big company", "firm large") is PairClass.SYNONYMS
    assert sorter.sort("large company", "big car") is PairClass.UNSORTED
    assert sorter.sort("large large", "big") is PairClass.UNSORTED


@pytest.fixture(scope="module")
def wordnet_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files as WordNet's: book > novel, book > atlas; set_up and establish in one set; quick ! slow."""
    folder = tmp_path_factory.mktemp("wordnet")
    licence = "  1 This software and database is being provided to you, the LICENSEE, by\n"
    (folder / "data.noun").write_text(
        licence
        + "00000001 10 n 02 book 0 volume 0 002 ~ 00000002 n 0000 ~ 00000003 n 0000 | a written work\n"
        + "00000002 10 n 01 novel 0 001 @ 00000001 n 0000 | a long story\n"
        + "00000003 10 n 01 Atlas 0 001 @ 00000001 n 0000 | maps\n"
    )
    (folder / "data.verb").write_text(
        licence
        + "00000011 30 v 03 set_up 0 establish 0 found 1 000 01 + 08 00 | make\n"
        + "00000012 30 v 01 snore 0 001 * 00000013 v 0000 01 + 02 00 | breathe noisily\n"
        + "00000013 30 v 01 sleep 0 000 01 + 02 00 | be asleep\n"
    )
    (folder / "data.adj").write_text(
        licence
        + "00000021 00 a 02 quick(a) 0 fast 0 002 ! 00000022 a 0201 & 00000023 a 0000 | speedy\n"
        + "00000022 00 a 01 slow 0 001 ! 00000021 a 0102 | not fast\n"
        + "00000023 00 s 01 rapid 0 001 & 00000021 a 0000 | like a stream\n"
    )
    (folder / "data.adv").write_text(licence)
    return folder


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("books", "volumes", PairClass.SYNONYMS),
        ("set up", "established", PairClass.SYNONYMS),
        ("the novel", "the book", PairClass.ENTAILMENT),
        ("snores", "sleeps", PairClass.ENTAILMENT),
        ("novel", "atlas", PairClass.SIBLINGS),
        ("novel", "snore", PairClass.UNSORTED),
    ],
)
def test_wordnet(wordnet_folder: Path, left: str, right: str, expected: PairClass):
    sorter = Sorter(lexicon_of("en"), wordnet=WordNet(wordnet_folder))
    assert sorter.sort(left, right) is expected
    assert sorter.sort(right, left) is expected


def test_wordnets_antonyms(wordnet_folder: Path):
    assert list(WordNet(wordnet_folder).antonyms()) == [("fast", "slow"), ("slow", "fast")]


def test_a_folder_without_wordnet_is_an_error(tmp_path: Path):
    with pytest.raises(OtherwordsError, match=r"the folder that holds data.noun"):
        WordNet(tmp_path)
    for name in ("noun", "verb", "adj", "adv"):
        (tmp_path / f"data.{name}").write_text("this is no\nfile of that kind\n")
    with pytest.raises(OtherwordsError, match=r"data.noun is no file of WordNet's"):
        WordNet(tmp_path)


def made(path: Path, pairs: int, about: dict[str, object]) -> Table:
    write([Pair(f"w{i}", f"W{i}" if i % 2 else f"v{i}", 5, 1 - i / 1000) for i in range(pairs)], path, about)
    return Table.open(path)


@pytest.mark.parametrize(
    ("pairs", "number", "expected"),
    [
        (100, 10, [(1, 10), (46, 10), (91, 10)]),
        (10, 10, [(1, 4), (5, 4), (9, 2)]),
        (1, 5, [(1, 1), (2, 0), (3, 0)]),
        (0, 5, [(1, 0), (1, 0), (1, 0)]),
    ],
)
def test_top_middle_and_bottom(tmp_path: Path, pairs: int, number: int, expected: list[tuple[int, int]]):
    with made(tmp_path / "t.parquet", pairs, {}) as table:
        found = slices(table, Filter.of(table, "en"), ENGLISH, number)
        assert [slice_.name for slice_ in found] == ["top", "middle", "bottom"]
        assert [(slice_.first, len(slice_.pairs)) for slice_ in found] == expected
        shown = [sorted_.pair for slice_ in found for sorted_ in slice_.pairs]
        assert len(set(shown)) == len(shown)
        for slice_ in found:
            places = range(slice_.first - 1, slice_.first - 1 + len(slice_.pairs))
            assert [s.pair.left for s in slice_.pairs] == [f"w{i}" for i in places]
            assert slice_.classes.total() == len(slice_.pairs)
            assert slice_.classes[PairClass.CASE] == sum(i % 2 for i in places)


def test_growth_is_told_by_what_the_tables_say(tmp_path: Path):
    with (
        made(tmp_path / "all.parquet", 9, {"sentences": 1000}) as all_,
        made(tmp_path / "half.duckdb", 4, {"sentences": 500}) as half,
        made(tmp_path / "mute.parquet", 4, {}) as mute,
    ):
        assert [(s.name, s.sentences, s.pairs) for s in growth([all_, half])] == [
            ("half.duckdb", 500, 4),
            ("all.parquet", 1000, 9),
        ]
        with pytest.raises(OtherwordsError, match=r"mute.parquet does not say how many sentences"):
            growth([all_, mute])
