"""A query in other words: which phrases, which wordings, and that nothing breaks out of a search engine's syntax."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from otherwords.mine.context import ByContext, ByScore
from otherwords.mine.expand import Expander, Expansion, Part, expand
from otherwords.mine.filters import Fault
from otherwords.mine.syntax import boolean, fts5, lucene
from otherwords.mine.table import Pair, Table, Wording, write
from otherwords.mine.tokens import tokens
from otherwords.text import OtherwordsError, Span

PAIRS = [
    Pair("company", "firm", 30, 0.6, ("the ⟨…⟩ was sold to", "a ⟨…⟩ in the city")),
    Pair("company", "corporation", 20, 0.4),
    Pair("company", "guests", 9, 0.45, ("enjoyed the ⟨…⟩ of her friends",)),
    Pair("Company", "concern", 9, 0.3),
    Pair("Hot", "Cold", 9, 0.3),
    Pair("founded", "was founded", 30, 0.7),
    Pair("established", "founded", 30, 0.5),
    Pair("founded", "started ,", 30, 0.3),
    Pair("founded", "Founded", 30, 0.29),
    Pair("founded", "set up", 20, 0.25),
    Pair("founded", "had been set up", 20, 0.24),
    Pair("founded", "the", 20, 0.9),
    Pair("run by a", "managed by a", 20, 0.2),
    Pair("run by her", "managed by her", 20, 0.1),
    Pair("set aside", "set up", 20, 0.1),
    Pair("hot", "cold", 20, 0.9),
    Pair("hot", "warm", 20, 0.3),
    Pair("of the", "in the", 50, 0.8),
    Pair("built", "compiled", 22, 0.31, ("the kernel is ⟨…⟩ with the option",)),
    Pair("built", "constructed", 20, 0.3, ("the bridge was ⟨…⟩ in the year",)),
]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    path = tmp_path_factory.mktemp("tables") / "table.parquet"
    write(PAIRS, path, {})
    with Table.open(path) as opened:
        yield opened


def told(expansion: Expansion) -> list[tuple[str, ...]]:
    return [part.alternatives for part in expansion.parts]


def test_phrases_become_disjunctions_and_other_words_stay(table: Table):
    expansion = expand("When was the company founded?", table, wordings=2, context=False)
    assert told(expansion) == [
        ("When",),
        ("was",),
        ("the",),
        ("company", "firm", "guests"),
        ("founded", "established", "started"),
    ]
    assert expansion
    for part in expansion.parts:
        assert expansion.query[part.span.start : part.span.end] == part.span.text


def test_the_longest_phrase_is_taken(table: Table):
    assert told(expand("he set \n up a company", table, wordings=1, context=False)) == [
        ("he",),
        ("set up", "founded"),
        ("a",),
        ("company", "firm"),
    ]


def test_what_a_phrase_and_its_wording_share_at_the_ends_is_left_alone(table: Table):
    assert told(expand("run by a firm", table, context=False)) == [
        ("run", "managed"),
        ("by",),
        ("a",),
        ("firm", "company"),
    ]
    (part,) = expand("run", table).parts
    assert part.wordings == ()
    assert told(expand("Run by her", table, context=False, words_only=True)) == [("Run", "managed"), ("by",), ("her",)]


def test_only_words_for_words_when_asked_so(table: Table):
    (part,) = expand("founded", table, wordings=9, context=False, words_only=True).parts
    assert [wording.text for wording in part.wordings] == ["established", "started"]


def test_a_wording_that_finds_nothing_new_is_left_out(table: Table):
    """*was founded* is found with *founded*, and *had been set up* with *set up*; *the* says nothing of *founded*."""
    (part,) = expand("founded", table, wordings=9, context=False).parts
    assert [wording.text for wording in part.wordings] == ["established", "started", "set up"]


def test_grammar_is_not_expanded(table: Table):
    expansion = expand("of the", table)
    assert told(expansion) == [("of",), ("the",)]
    assert not expansion


def test_filters_leave_out_and_say_so(table: Table):
    expansion = expand("hot", table, context=False)
    assert told(expansion) == [("hot", "warm")]
    assert expansion.left_out == {Fault.ANTONYMS: 1}
    unfiltered = expand("hot", table, context=False, unfiltered=True)
    assert told(unfiltered) == [("hot", "cold", "warm")]
    assert not unfiltered.left_out


def test_unlikely_wordings_are_left_out_of_mined_tables(tmp_path: Path):
    pairs = [
        Pair("delete", "reset", 9, 0.5, ("to ⟨…⟩ the file in the",)),
        Pair("delete", "remove", 9, 0.4, ("to ⟨…⟩ the file in the",)),
    ]
    write(pairs, tmp_path / "mined.parquet", {"anchor": "ngram"})
    with Table.open(tmp_path / "mined.parquet") as mined:
        expansion = expand("delete", mined, context=False)
        assert told(expansion) == [("delete", "remove")]
        assert expansion.left_out == {Fault.UNLIKELY: 1}
        assert told(expand("delete", mined, context=False, min_probability=0)) == [("delete", "reset", "remove")]


def test_weak_wordings_can_be_left_out(table: Table):
    assert told(expand("company", table, context=False, min_score=0.45)) == [("company", "firm", "guests")]


def test_case_is_kept_where_the_table_knows_it(table: Table):
    assert told(expand("Company", table, context=False)) == [("Company", "concern")]
    assert told(expand("COMPANY", table, wordings=1, context=False)) == [("COMPANY", "firm")]
    assert told(expand("Hot", table, context=False)) == [("Hot", "warm")]  # for "Hot" the table has but "Cold"


@pytest.mark.parametrize("query", ["", "  ", "?!", "\0", "\udcff"])
def test_a_query_without_a_word_is_an_error(table: Table, query: str):
    with pytest.raises(OtherwordsError, match="holds no word"):
        expand(query, table)


def test_broken_text_is_no_trouble(table: Table):
    assert told(expand("com\udcffpany founded", table, wordings=1, context=False)) == [
        ("com",),
        ("pany",),
        ("founded", "established"),
    ]


@pytest.fixture(scope="module")
def expander(table: Table) -> Expander:
    return Expander(table, context=False)


WORDS = ["company", "founded", "by", "the", "hot", "(", ",", "of", "Company", "x"]
QUERIES = st.lists(st.sampled_from(WORDS)).map(" ".join)


@settings(max_examples=20)
@given(QUERIES.filter(lambda query: re.search(r"\w", query)))
def test_every_word_is_in_one_part_and_in_order(expander: Expander, query: str):
    parts = expander.expand(query).parts
    words = [token for token in tokens(query) if re.search(r"\w", token)]
    assert [token for part in parts for token in tokens(part.span.text)] == words
    ends = [0, *(part.span.end for part in parts)]
    assert all(part.span.start >= end for part, end in zip(parts, ends, strict=False))


@pytest.fixture(scope="module")
def by_context() -> ByContext:
    return ByContext()


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("When was the Golden Gate bridge built?", "constructed"),
        ("How is the kernel built with this option?", "compiled"),
    ],
)
def test_wordings_fit_the_query(table: Table, by_context: ByContext, query: str, expected: str):
    part = expand(query, table, wordings=1, context=by_context).parts[-1 if "bridge" in query else 4]
    assert part.alternatives == ("built", expected)
    assert expand(query, table, wordings=1).parts == expand(query, table, wordings=1, context=by_context).parts


def test_the_choice_is_an_order_of_all(by_context: ByContext):
    wordings = [Wording("built", f"word{i}", 5, 1 - i / 100, (f"a ⟨…⟩ b{i}",)) for i in range(30)]
    query = "the bridge was built in 1937"
    chosen = by_context.choose(Span.of(query, 15, 20), query, wordings)
    assert sorted(wording.text for wording in chosen) == sorted(wording.text for wording in wordings)
    assert by_context.choose(Span.of(query, 15, 20), query, wordings) == chosen
    assert by_context.choose(Span.of(query, 15, 20), query, wordings[:1]) == wordings[:1]
    assert ByScore().choose(Span.of(query, 15, 20), query, wordings) == wordings


def test_a_query_longer_than_the_encoder_reads(by_context: ByContext):
    query = "word " * 2000 + "the bridge was built " + "word " * 2000
    start = query.index("built")
    wordings = [Wording("built", "compiled", 5, 0.1), Wording("built", "constructed", 5, 0.1)]
    assert by_context.choose(Span.of(query, start, start + 5), query, wordings)[0].text == "constructed"


def test_contexts_tell_where_the_words_do_not(by_context: ByContext):
    query = "she played a record by the band"
    near = Wording("record", "x", 5, 0.5, ("they played the ⟨…⟩ of that band",))
    far = Wording("record", "x", 5, 0.5, ("the database returned a ⟨…⟩ with four fields",))
    span = Span.of(query, 13, 19)
    assert by_context.choose(span, query, [far, near]) == by_context.choose(span, query, [near, far]) == [near, far]


OPERATORS = """AND OR NOT NEAR TO + - && || ! ( ) { } [ ] ^ " ~ * ? : \\ / | ' “ ” a:b x* "a b\\ col: *:* _query_:x
    {!lucene}x don't C++ naïve 雪"""
NASTY = st.sampled_from([*OPERATORS.split(), 'a" OR "b', "\0", "\n", "'; DROP TABLE t; --"])
TEXTS = st.lists(NASTY | st.text(max_size=6), min_size=1, max_size=5).map(" ".join).filter(bool)


def expansion_of(alternatives: Sequence[Sequence[str]]) -> Expansion:
    parts = []
    for first, *others in alternatives:
        wordings = tuple(Wording(first, text, 5, 0.5) for text in others)
        parts.append(Part(Span(0, 0, ""), first, wordings))
    return Expansion("", tuple(parts))


EXPANSIONS = st.lists(st.lists(TEXTS, min_size=1, max_size=3), min_size=1, max_size=3)


def cleaned(text: str) -> str:
    return re.sub("[\0-\x1f\x7f-\x9f\ud800-\udfff]", " ", text)


@given(EXPANSIONS)
def test_boolean_text_is_read_back(alternatives: list[list[str]]):
    texts = iter(re.findall(r'"(?:\\.|[^"\\])*"|[()|]|[^\s()|"\\]+', boolean(expansion_of(alternatives))))
    read: list[list[str]] = []
    inside = False
    for text in texts:
        if text in "()|":
            inside = text != ")"
            if text == "(":
                read.append([])
            continue
        term = re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL) if text.startswith('"') else text
        if inside:
            read[-1].append(term)
        else:
            read.append([term])
    assert read == [[cleaned(text) for text in part] for part in alternatives]


LUCENE_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[()]|[^\s()"]+', re.DOTALL)
LUCENE_SPECIAL = re.compile(r'[+\-!(){}\[\]^"~*?:\\/&|<>=]')


@given(EXPANSIONS)
@example([["AND", "or"], ["Not", "a"]])
def test_lucene_sees_only_quoted_strings_plain_words_and_our_own_or(alternatives: list[list[str]]):
    read: list[list[str]] = []
    inside, expects_or = False, False
    for text in LUCENE_TOKEN.findall(lucene(expansion_of(alternatives))):
        if text in "()":
            inside, expects_or = text == "(", False
            if inside:
                read.append([])
        elif expects_or:
            assert text == "OR"
            expects_or = False
        else:
            if text.startswith('"'):
                term = re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)
            else:
                assert not LUCENE_SPECIAL.search(text)
                assert text.upper() not in ("AND", "OR", "NOT", "TO")
                term = text
            if inside:
                read[-1].append(term)
                expects_or = True
            else:
                read.append([term])
    assert read == [[cleaned(text) for text in part] for part in alternatives]


@pytest.fixture(scope="module")
def searched() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE texts USING fts5(text, secret)")
    connection.execute("INSERT INTO texts VALUES ('qqq', 'zzz')")
    return connection


@given(EXPANSIONS)
@example([["secret : zzz"], ["qqq"]])
@example([['x" OR "qqq']])
def test_sqlite_takes_every_expansion_and_finds_just_its_words(
    searched: sqlite3.Connection, alternatives: list[list[str]]
):
    query = fts5(expansion_of(alternatives))
    searched.execute("DELETE FROM texts WHERE rowid > 1")
    # A text with one alternative of each part, another for each number, and nothing else.
    chosen = [" . ".join(part[place % len(part)] for part in alternatives) for place in range(3)]
    searched.executemany("INSERT INTO texts (text) VALUES (?)", [(cleaned(text),) for text in chosen])
    found = {rowid for (rowid,) in searched.execute("SELECT rowid FROM texts WHERE texts MATCH ?", [query])}
    assert 1 not in found
    has_words = [all(re.search(r"[^\W_]", part[place % len(part)]) for part in alternatives) for place in range(3)]
    assert {place + 2 for place in range(3) if has_words[place]} <= found


@given(st.text(max_size=30).filter(lambda text: any(map(str.isalnum, text))))
def test_sqlite_takes_every_query(searched: sqlite3.Connection, query: str):
    expansion = expand_without_search(query)
    searched.execute("SELECT count(*) FROM texts WHERE texts MATCH ?", [fts5(expansion)]).fetchall()
    assert "\n" not in boolean(expansion)
    assert "\n" not in lucene(expansion)


def expand_without_search(query: str) -> Expansion:
    """As ``expand`` with a table that knows nothing, without opening one for each of many queries."""
    words = [word for word in tokens(query) if any(map(str.isalnum, word))]
    return Expansion(query, tuple(Part(Span(0, 0, ""), word) for word in words))
