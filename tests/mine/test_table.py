"""The paraphrase table: what is written is read again, and found, whoever wrote it."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.mine.table import ENDINGS, Pair, Table, Wording, write
from otherwords.text import OtherwordsError

PHRASES = ["company", "Company", "firm", "set up", "founded", "it's", 'said "no"', "äiti", "ÄITI", "a or b", "a", "b"]
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
PAIRS = st.lists(
    st.builds(
        Pair,
        st.sampled_from(PHRASES) | ANY_TEXT,
        st.sampled_from(PHRASES) | ANY_TEXT,
        st.integers(1, 3),
        st.sampled_from([0.1, 0.25, 0.5, 1.0]),
        st.lists(ANY_TEXT, max_size=3).map(tuple),
        st.integers(0, 2**40),
    ),
    max_size=12,
    unique_by=lambda pair: frozenset((pair.left, pair.right)),
)
both_endings = pytest.mark.parametrize("ending", ENDINGS)


def rank(pair: Pair) -> tuple[float, int, str, str]:
    return -pair.score, -pair.count, pair.left, pair.right


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("it's [a] folder")


@both_endings
@settings(max_examples=10)
@given(pairs=PAIRS, about=st.dictionaries(ANY_TEXT, ANY_TEXT, max_size=3))
def test_what_is_written_is_read_best_first(folder: Path, ending: str, pairs: list[Pair], about: dict[str, str]):
    about = {key.replace("\0", ""): value.replace("\0", "") for key, value in about.items()}
    path = folder / f"table{ending}"
    assert write(iter(pairs), path, about) == len(pairs)
    with Table.open(path) as table:
        assert list(table) == sorted(pairs, key=rank)
        assert len(table) == len(pairs)
        assert table.about == about
    assert list(folder.iterdir()) == [path]
    path.unlink()


@both_endings
def test_a_name_that_is_not_utf8(tmp_path: Path, ending: str):
    write([Pair("a", "b", 1, 0.5)], tmp_path / f"table{ending}", {"made": "here"})
    path = (tmp_path / f"table{ending}").rename(tmp_path / os.fsdecode(b"caf\xe9" + ending.encode()))
    with Table.open(path) as table:
        assert (list(table), table.about) == ([Pair("a", "b", 1, 0.5)], {"made": "here"})
    with pytest.raises(OtherwordsError, match="needs a name that is UTF-8"):
        write([Pair("a", "b", 1, 0.5)], path, {})
    with Table.open(path) as table:
        assert len(table) == 1


def test_tables_do_not_spill_into_one_folder(tmp_path: Path):
    write([Pair("a", "b", 1, 0.5)], tmp_path / "table.parquet", {})
    with Table(tmp_path / "table.parquet") as one, Table(tmp_path / "table.parquet") as other:
        folders = {
            table._connection.execute("SELECT current_setting('temp_directory')").fetchone() for table in (one, other)
        }
    assert len(folders) == 2


@both_endings
def test_a_relation_is_written_as_pairs_are(tmp_path: Path, ending: str):
    with duckdb.connect(config={"preserve_insertion_order": False}) as connection:
        rows = connection.sql("""
            SELECT 'a' || i AS "left", 'b' || i AS "right", i % 7 AS "count", (i % 11) / 10 AS score,
                ['x ⟨…⟩ y' || i] AS contexts, i AS sentences, 'more' AS unasked FROM range(5000) AS t(i)
            """)
        assert write(rows, tmp_path / f"relation{ending}", {"sentences": 7}) == 5000
        pairs = [Pair(*row[:4], tuple(row[4]), row[5]) for row in rows.fetchall()]
    write(pairs, tmp_path / f"pairs{ending}", {"sentences": 7})
    with Table.open(tmp_path / f"relation{ending}") as one, Table.open(tmp_path / f"pairs{ending}") as other:
        assert list(one) == list(other) == sorted(pairs, key=rank)
        assert one.about == other.about == {"sentences": "7"}


@both_endings
@settings(max_examples=10)
@given(pairs=PAIRS, start=st.integers(0, 5), stop=st.none() | st.integers(0, 9), low=st.sampled_from([0, 0.25, 0.5]))
def test_a_stretch_of_the_pairs(folder: Path, ending: str, pairs: list[Pair], start: int, stop: int | None, low: float):
    path = folder / f"stretch{ending}"
    write(pairs, path, {})
    with Table.open(path) as table:
        expected = [pair for pair in sorted(pairs, key=rank) if pair.score >= low]
        assert list(table.pairs(start, stop, low)) == expected[start : max(start, stop) if stop is not None else None]
    path.unlink()


def wordings_by_brute_force(pairs: list[Pair], phrase: str) -> list[tuple[str, str, float]]:
    both = [
        (x, y, pair) for pair in sorted(pairs, key=rank) for x, y in ((pair.left, pair.right), (pair.right, pair.left))
    ]
    exact = [entry for entry in both if entry[0] == phrase]
    entries = exact or [entry for entry in both if entry[0].casefold() == phrase.casefold()]
    found: dict[str, tuple[str, str, float]] = {}
    for left, right, pair in entries:
        found.setdefault(right, (left, right, pair.score))
    return list(found.values())


@both_endings
@settings(max_examples=10)
@given(pairs=PAIRS.map(lambda pairs: [p for p in pairs if p.left in PHRASES and p.right in PHRASES]))
def test_wordings_are_those_of_a_search_by_brute_force(folder: Path, ending: str, pairs: list[Pair]):
    path = folder / f"search{ending}"
    write(pairs, path, {})
    with Table.open(path) as table:
        asked = [*PHRASES, "FOUNDED", "unheard of", ""]
        found = table.wordings_of(asked)
        for phrase in asked:
            expected = wordings_by_brute_force(pairs, phrase)
            assert [(w.phrase, w.text, w.score) for w in found[phrase]] == expected
    path.unlink()


@pytest.fixture(params=ENDINGS)
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Table]:
    path = tmp_path / f"table{request.param}"
    write(
        [
            Pair("company", "firm", 30, 0.6, ("the ⟨…⟩ was sold",), 40),
            Pair("Company", "corporation", 20, 0.4),
            Pair("firm", "steady", 9, 0.2),
            Pair("firm and steady", "reliable", 9, 0.1),
        ],
        path,
        {},
    )
    with Table.open(path) as opened:
        yield opened


def test_a_wording_says_what_supports_it(table: Table):
    assert table.wordings("company") == [Wording("company", "firm", 30, 0.6, ("the ⟨…⟩ was sold",), 40)]
    assert [w.text for w in table.wordings("firm")] == ["company", "steady"]


def test_case_counts_only_where_the_table_has_it(table: Table):
    assert [w.text for w in table.wordings("Company")] == ["corporation"]
    assert [w.text for w in table.wordings("COMPANY")] == ["firm", "corporation"]
    assert [w.text for w in table.wordings("  firm   and\nsteady ")] == ["reliable"]


def test_a_search_does_not_end_an_iteration(table: Table):
    lefts = []
    for pair in table:
        table.wordings(pair.left)
        lefts.append(pair.left)
    assert lefts == ["company", "Company", "firm", "firm and steady"]


def test_phrases_side_by_side(table: Table):
    pairs = [("Steady", "firm"), ("firm", "company"), ("firm", "steady"), ("", "")]
    assert table.side_by_side(pairs, ["and", "or"]) == {0, 2}
    assert table.side_by_side(pairs, ["or"]) == set()
    assert table.side_by_side(pairs, []) == set()
    assert table.side_by_side([], ["and"]) == set()


def test_by_phrase_gives_both_directions(table: Table):
    told = [(w.phrase, w.text, w.score) for w in table.by_phrase()]
    expected = [(x, y, p.score) for p in table for x, y in ((p.left, p.right), (p.right, p.left))]
    assert told == sorted(expected, key=lambda entry: (entry[0], -entry[2]))
    assert [w.phrase for w in table.by_phrase(stop=1)] == ["company", "firm"]
    assert [w.phrase for w in table.by_phrase(min_score=0.4)] == ["Company", "company", "corporation", "firm"]


def test_a_long_table_is_searched_and_sliced(tmp_path: Path):
    """More rows than a batch or a row group holds."""
    path = tmp_path / "long.parquet"
    with duckdb.connect() as connection:
        rows = connection.sql("""
            SELECT 'phrase ' || (i % 100) AS "left", 'wording ' || i AS "right", 5 AS "count", i / 300000 AS score,
                []::VARCHAR[] AS contexts, 5 AS sentences FROM range(300000) AS t(i)
            """)
        write(rows, path, {})
    with Table.open(path) as table:
        assert [w.text for w in table.wordings("Wording 123456")] == ["phrase 56"]
        assert len(table.wordings("phrase 7")) == 3000
        assert [pair.right for pair in table.pairs(150_000, 150_003)] == [
            "wording 149999",
            "wording 149998",
            "wording 149997",
        ]


def of_another_making(path: Path, query: str) -> Path:
    with duckdb.connect() as connection:
        if path.suffix == ".parquet":
            connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
        else:
            connection.execute(f"ATTACH '{path}' AS made; CREATE TABLE made.paraphrases AS {query}; DETACH made")
    return path


@both_endings
def test_a_table_of_another_making_may_lack_contexts_and_order(tmp_path: Path, ending: str):
    query = """SELECT * FROM (VALUES ('b', 'a', 1, 0.1), ('a', 'b', 1, 0.3), ('x', 'y', 2, 0.2))
        AS t("left", "right", "count", score)"""
    with Table.open(of_another_making(tmp_path / f"t{ending}", query)) as table:
        assert list(table) == [Pair("a", "b", 1, 0.3), Pair("x", "y", 2, 0.2), Pair("b", "a", 1, 0.1)]
        assert table.wordings("a") == [Wording("a", "b", 1, 0.3)]
        assert table.about == {}


@both_endings
def test_a_missing_column_is_named(tmp_path: Path, ending: str):
    path = of_another_making(tmp_path / f"t{ending}", "SELECT 'a' AS \"left\", 'b' AS \"right\", 1 AS score")
    with pytest.raises(OtherwordsError, match=r"lacks the column count; it needs left, right, count"):
        Table.open(path)


@both_endings
def test_a_row_without_text_is_an_error(tmp_path: Path, ending: str):
    query = 'SELECT \'a\' AS "left", NULL::VARCHAR AS "right", 1 AS score, 2 AS "count"'
    with (
        Table.open(of_another_making(tmp_path / f"t{ending}", query)) as table,
        pytest.raises(OtherwordsError, match="a row without left, right, count or score"),
    ):
        list(table)


@both_endings
@pytest.mark.parametrize("content", [b"", b"left,right\na,b\n", b"PAR1" + 500 * b"\0" + b"PAR1"])
def test_what_is_no_table_is_an_error(tmp_path: Path, ending: str, content: bytes):
    path = tmp_path / f"t{ending}"
    path.write_bytes(content)
    with pytest.raises(OtherwordsError, match="cannot be read as a paraphrase table"):
        Table.open(path)


@both_endings
def test_a_damaged_table_is_an_error(tmp_path: Path, ending: str):
    path = tmp_path / f"t{ending}"
    pairs = [Pair(f"phrase {i}", f"wording {hash(str(i))}", i, i / 5000) for i in range(5000)]
    write(pairs, path, {})
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(OtherwordsError, match="cannot be read as a paraphrase table"):
        list(Table.open(path))
    quarter = len(data) // 4
    path.write_bytes(data[:quarter] + bytes(2 * quarter) + data[3 * quarter :])
    with pytest.raises(OtherwordsError, match="cannot be read as a paraphrase table"):
        list(Table.open(path))


def test_a_database_without_the_table_is_an_error(tmp_path: Path):
    path = tmp_path / "t.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("CREATE TABLE other AS SELECT 1")
    with pytest.raises(OtherwordsError, match="cannot be read as a paraphrase table"):
        Table.open(path)


@pytest.mark.parametrize("name", ["table.csv", "table", "table.parquet.gz"])
def test_other_endings_are_refused(tmp_path: Path, name: str):
    for attempt in (Table.open, lambda path: write([], path, {})):
        with pytest.raises(OtherwordsError, match=r"name ends in .parquet or .duckdb"):
            attempt(tmp_path / name)


@pytest.mark.parametrize(("name", "other"), [("b[1]", "b1"), ("b*", "bee"), ("b?", "be"), ("b[", "c")])
def test_a_name_is_no_pattern(tmp_path: Path, name: str, other: str):
    for stem in (name, other):
        write([Pair(f"left of {stem}", f"right of {stem}", 1, 0.5)], tmp_path / f"{stem}.parquet", {"of": stem})
    with Table.open(tmp_path / f"{name}.parquet") as table:
        assert [pair.left for pair in table] == [f"left of {name}"]
        assert table.about == {"of": name}


def test_no_file_and_a_folder_are_no_tables(tmp_path: Path):
    (tmp_path / "folder.parquet").mkdir()
    for name in ("none.parquet", "folder.parquet"):
        with pytest.raises(OtherwordsError, match="there is no paraphrase table"):
            Table.open(tmp_path / name)


@both_endings
def test_a_table_that_fails_to_be_written_leaves_the_old_one(tmp_path: Path, ending: str):
    path = tmp_path / f"t{ending}"
    write([Pair("a", "b", 5, 0.5)], path, {})

    def rows() -> Iterator[Any]:
        yield Pair("c", "d", 5, 0.5)
        raise RuntimeError("the source failed")

    with pytest.raises(RuntimeError):
        write(rows(), path, {})
    with duckdb.connect() as connection, pytest.raises(OtherwordsError, match="cannot write"):
        write(connection.sql("SELECT 1 AS wrong"), path, {})
    assert list(tmp_path.iterdir()) == [path]
    with Table.open(path) as table:
        assert [pair.left for pair in table] == ["a"]


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path):
    with pytest.raises(OtherwordsError, match="cannot write"):
        write([], tmp_path / "no" / "t.parquet", {})


def test_tables_of_anothers_making(tmp_path: Path):
    made = "SELECT 'boat' AS \"left\", 'ship' AS \"right\", 2 AS count, '0.5' AS score, ['a ⟨…⟩ b', NULL] AS contexts"
    duckdb.sql(f"COPY ({made}) TO '{tmp_path / 'table.parquet'}' (FORMAT parquet)")
    table = Table.open(tmp_path / "table.parquet")
    (pair,) = table.pairs(min_score=0.25)
    assert (pair.score, pair.contexts) == (0.5, ("a ⟨…⟩ b",))
    assert list(table.pairs(min_score=0.75)) == []
