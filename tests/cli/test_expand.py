"""``otherwords expand``."""

import json
import sqlite3
from pathlib import Path

import pytest

from otherwords.mine.table import Pair, write


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.parquet"
    pairs = [
        Pair("company", "firm", 30, 0.6),
        Pair("company", "corporation", 20, 0.4),
        Pair("established", "founded", 30, 0.5),
        Pair("founded", "set up", 20, 0.25),
        Pair("hot", "cold", 20, 0.9),
        Pair("hot", "warm", 20, 0.2),
    ]
    write(pairs, path, {})
    return path


@pytest.mark.parametrize(
    ("syntax", "expected"),
    [
        ("boolean", '(company | firm | corporation) (founded | established | "set up")'),
        ("lucene", '(company OR firm OR corporation) (founded OR established OR "set up")'),
        ("fts5", '("company" OR "firm" OR "corporation") AND ("founded" OR "established" OR "set up")'),
    ],
)
def test_a_query_in_each_syntax(run, table: Path, syntax: str, expected: str):
    outcome = run("expand", "company founded", "--table", table, "--syntax", syntax, "--no-context")
    assert (outcome.code, outcome.out, outcome.err) == (0, expected + "\n", "")


def test_sqlite_finds_more_with_it(run, table: Path):
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE texts USING fts5(text)")
    texts = ["the firm was set up in 1937", "a company is founded", "a company is sold"]
    database.executemany("INSERT INTO texts VALUES (?)", [(text,) for text in texts])
    query = run("expand", "company founded", "--table", table, "--syntax", "fts5").out.strip()
    found = [text for (text,) in database.execute("SELECT text FROM texts WHERE texts MATCH ? ORDER BY rowid", [query])]
    assert found == texts[:2]


@pytest.mark.parametrize("arguments", [["--syntax", "json"], ["--json"]])
def test_json(run, table: Path, arguments: list[str]):
    row = json.loads(run("expand", "A company, hot", "--table", table, "--wordings", 1, "--no-context", *arguments).out)
    assert row == {
        "query": "A company, hot",
        "parts": [
            {"start": 0, "end": 1, "text": "A", "wordings": []},
            {"start": 2, "end": 9, "text": "company", "wordings": [{"text": "firm", "score": 0.6, "count": 30}]},
            {"start": 11, "end": 14, "text": "hot", "wordings": [{"text": "warm", "score": 0.2, "count": 20}]},
        ],
        "left_out": {"antonyms": 1},
    }


def test_what_is_left_out_is_told(run, table: Path):
    outcome = run("expand", "hot", "--table", table)
    assert (outcome.code, outcome.out) == (0, "(hot | warm)\n")
    assert outcome.err == "otherwords: left out 1 antonyms; --unfiltered takes them in\n"
    assert run("expand", "hot", "--table", table, "--unfiltered", "--no-context").out == "(hot | cold | warm)\n"


def test_what_is_unlikely_in_a_mined_table_is_left_out(run, tmp_path: Path):
    path = tmp_path / "mined.parquet"
    write([Pair("delete", "reset", 9, 0.5), Pair("delete", "remove", 9, 0.4)], path, {"anchor": "ngram"})
    command = ("expand", "delete", "--table", path, "--language", "en", "--no-context")
    outcome = run(*command)
    assert (outcome.code, outcome.out) == (0, "(delete | remove)\n")
    assert outcome.err == "otherwords: left out 1 unlikely; --unfiltered takes them in\n"
    assert run(*command, "--min-probability", "0").out == "(delete | reset | remove)\n"
    assert run(*command, "--unfiltered").out == "(delete | reset | remove)\n"


def test_words_without_sentences_are_filtered_by_the_language_they_were_imported_with(run, tmp_path: Path):
    source, path = tmp_path / "synonyms.txt", tmp_path / "synonyms.parquet"
    source.write_text("cheap\texpensive\tinexpensive\n")
    command = ("expand", "cheap", "--table", path, "--no-context")
    run("data", "rules", source, "-o", path)
    outcome = run(*command)
    assert (outcome.out, outcome.err.count("left out 1 antonyms")) == ("(cheap | inexpensive)\n", 1)
    run("data", "rules", source, "-o", path, "--language", "de")
    outcome = run(*command)
    assert outcome.out == "(cheap | expensive | inexpensive)\n"
    assert "language is unclear" in outcome.err
    assert "language" not in run(*command, "--language", "en").err


def test_options(run, table: Path, tmp_path: Path):
    command = ("expand", "founded", "--table", table, "--no-context")
    assert run(*command, "--words-only").out == "(founded | established)\n"
    assert run(*command, "--min-score", "0.3").out == "(founded | established)\n"
    (tmp_path / "antonyms.txt").write_text("founded\testablished\n")
    assert run(*command, "--antonyms", tmp_path / "antonyms.txt").out == '(founded | "set up")\n'


def test_a_query_without_other_words_is_printed_as_it_is(run, table: Path):
    outcome = run("expand", "nothing (to) say", "--table", table)
    assert (outcome.code, outcome.out, outcome.err) == (1, "nothing to say\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x", "--table", "none.parquet"], "there is no paraphrase table none.parquet"),
        (["x", "--table", "TABLE", "--syntax", "sql"], "there is no syntax sql; choose from boolean"),
        (["?", "--table", "TABLE"], "the query holds no word"),
        (["x", "--table", "TABLE", "--language", "xx"], "no word lists for the language xx"),
        (["x"], "Missing option '--table'"),
    ],
)
def test_errors_are_one_line(run, table: Path, arguments: list[str], message: str):
    outcome = run("expand", *(table if argument == "TABLE" else argument for argument in arguments))
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1
