"""``otherwords find``: from arguments to the finder, and from its answers to lines and exit codes."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from otherwords.text import Answer, Document, Match, NoMatch, OtherwordsError, Span


class WordFinder:
    """Finds the first place of the query itself; what it was called with is kept."""

    calls: list[dict[str, Any]]
    prepared: list[str]
    model: Path | None

    def __init__(self, model: Path | None = None) -> None:
        type(self).calls, type(self).prepared, type(self).model = [], [], model

    def prepare(self, document: Document, report: Callable[[float], None]) -> None:
        self.prepared.append(document.id)

    def find_in(self, query: str, documents: Iterable[Document], **options: Any) -> Answer:
        self.calls.append(options)
        read = list(documents)
        if len(query) > 100:
            raise OtherwordsError("the query is too long; at most 100 characters")
        found = tuple(self._match(query, document) for document in read if query in document.text)
        if found:
            return Answer(query, found[: options["top"]])
        return Answer(query, (), NoMatch(0.93456, 1.5, self._match("", read[0])))

    def _match(self, query: str, document: Document) -> Match:
        start = document.text.index(query)
        span = document.span(start, start + len(query))
        place = document.locate(span.start, span.end)
        return Match(document.id, span, 0.97123, 2.5, place, Span.of(document.text, 0, len(document.text)))


@pytest.fixture(autouse=True)
def finder(monkeypatch: pytest.MonkeyPatch) -> type[WordFinder]:
    monkeypatch.setattr("otherwords.find.Finder", WordFinder)
    return WordFinder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("Lorries are banned.\nIt rained.")
    (tmp_path / "b.txt").write_text("Dogs are banned.")
    return tmp_path


def rows(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_found(run, folder: Path):
    outcome = run("find", "It rained", folder)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"{folder}/a.txt  line 2  97 %\n  Lorries are banned. ⏎ ⟦It rained⟧.\n"


def test_not_here(run, folder: Path):
    outcome = run("find", "It snowed", folder)
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.startswith("Not here, 93 % sure\n")
    assert "nearest" in outcome.out


def test_json_of_matches(run, folder: Path):
    outcome = run("find", "banned", folder, "--json", "--top", 5)
    first, second = rows(outcome.out)
    assert first == {
        "query": "banned",
        "found": True,
        "document": f"{folder}/a.txt",
        "start": 12,
        "end": 18,
        "text": "banned",
        "probability": 0.9712,
        "score": 2.5,
        "line": 1,
        "explanation": [],
    }
    assert second["document"] == f"{folder}/b.txt"


def test_json_of_no_match(run, folder: Path):
    outcome = run("find", "snow", folder / "a.txt", "--json")
    assert outcome.code == 1
    (row,) = rows(outcome.out)
    nearest = row.pop("nearest")
    assert row == {"query": "snow", "found": False, "match": None, "probability": 0.9346, "score": 1.5}
    assert nearest["document"] == f"{folder}/a.txt"


def test_the_options_reach_the_finder(run, folder: Path, finder: type[WordFinder]):
    run("find", "x", folder, "--top", 3, "--min-probability", 0.2, "--always", "--exhaustive", "--no-explain")
    options = {"top": 3, "min_probability": 0.2, "always": True, "exhaustive": True, "explain": False}
    assert finder.calls == [options]
    run("find", "x", folder, "--model", "my/model")
    options = {"top": 1, "min_probability": 0.5, "always": False, "exhaustive": False, "explain": True}
    assert finder.calls == [options]
    assert finder.model == Path("my/model")


@pytest.mark.parametrize("arguments", [[], ["-"]])
def test_standard_input(run, arguments: list[str]):
    outcome = run("find", "rained", *arguments, stdin=b"It rained.")
    assert outcome.out == "standard input  line 1  97 %\n  It ⟦rained⟧.\n"


def test_an_empty_pipe_is_no_answer(run):
    outcome = run("find", "rained", stdin=b" \n")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "otherwords: standard input is empty; name files or folders, or pipe a text in\n"
    assert run("find", "rained", "-", stdin=b"").code == 1


def test_a_terminal_is_not_waited_for(run):
    outcome = run("find", "rained", stdin=None)
    assert outcome.code == 2
    assert outcome.err == "otherwords: say where to look: name files or folders, or pipe a text in\n"


def test_no_query_is_an_error(run):
    outcome = run("find")
    assert outcome.code == 2
    assert outcome.err.startswith("otherwords: say what to look for")


def test_a_bad_file_is_one_line_and_the_rest_goes_on(run, folder: Path):
    outcome = run("find", "rained", folder / "none.txt", folder)
    assert outcome.code == 0
    assert outcome.err == f"otherwords: {folder}/none.txt: does not exist; check the path\n"


def test_nothing_read_is_an_error(run, tmp_path: Path):
    outcome = run("find", "rained", tmp_path, tmp_path / "none.txt")
    assert (outcome.code, outcome.out) == (2, "")
    first, second = outcome.err.splitlines()
    assert "none.txt: does not exist" in first
    assert second.startswith(f"otherwords: nothing could be read from {tmp_path}, ")


def test_standard_input_is_read_once(run):
    outcome = run("find", "--queries", "-", stdin=b"Lorries")
    assert (outcome.code, outcome.out) == (2, "")
    assert "standard input can be read once only" in outcome.err


def test_queries_of_a_file(run, folder: Path, tmp_path_factory: pytest.TempPathFactory, finder: type[WordFinder]):
    queries = tmp_path_factory.mktemp("queries") / "queries.txt"
    queries.write_bytes("\ufeffLorries\r\n\n  It snowed \n".encode() + b"x" * 101)
    outcome = run("find", "--queries", queries, folder / "a.txt", folder / "b.txt", "--json", "--warm")
    assert outcome.code == 2
    found, absent, refused = rows(outcome.out)
    assert [(row["query"], row["found"]) for row in (found, absent)] == [("Lorries", True), ("It snowed", False)]
    assert refused == {"query": "x" * 101, "error": "the query is too long; at most 100 characters"}
    assert outcome.err == "otherwords: line 4: the query is too long; at most 100 characters\n"
    assert finder.prepared == [f"{folder}/a.txt", f"{folder}/b.txt"]

    outcome = run("find", folder, "--queries", queries)
    assert outcome.out.startswith(f"“Lorries”\n{folder}/a.txt")
    assert "\n\n“It snowed”\nNot here" in outcome.out


@pytest.mark.parametrize("name", ["queries.jsonl", "queries.csv"])
def test_queries_of_a_table(run, folder: Path, name: str):
    table = {
        "queries.jsonl": '{"id": 7, "query": "Lorries", "text": "x"}\n{"id": 8, "query": "It snowed", "text": "x"}\n',
        "queries.csv": "id;query;text\n7;Lorries;x\n8;It snowed;x\n",
    }
    (folder / name).write_text(table[name])
    outcome = run("find", "--queries", folder / name, folder / "a.txt", "--json")
    assert [row["query"] for row in rows(outcome.out)] == ["Lorries", "It snowed"]


def test_a_query_beside_queries_is_a_mistake(run, folder: Path):
    (folder / "queries").write_text("Lorries")
    outcome = run("find", "It rained", folder / "a.txt", "--queries", folder / "queries")
    assert (outcome.code, outcome.out) == (2, "")
    message = "It rained does not exist, and with --queries there is no QUERY; leave it out, or mend it"
    assert outcome.err == f"otherwords: {message}\n"


@pytest.mark.parametrize(
    ("text", "code"), [("Lorries\nIt hailed", 0), ("It snowed\nIt hailed", 1), ("x" * 101, 2), ("\n \n", 2)]
)
def test_exit_codes_of_many_queries(run, folder: Path, text: str, code: int):
    queries = folder / "queries"
    queries.write_text(text)
    assert run("find", "--queries", queries, folder / "a.txt").code == code


def test_a_bad_query_is_an_error(run, folder: Path):
    outcome = run("find", "x" * 101, folder)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "otherwords: the query is too long; at most 100 characters\n"


def test_a_column_of_rows(run, tmp_path: Path):
    (tmp_path / "rows.jsonl").write_text('{"title": "It rained", "body": "It snowed"}\n')
    assert run("find", "snowed", tmp_path, "--text-column", "body").code == 0
    assert run("find", "snowed", tmp_path, "--text-column", "title").code == 1


def test_times_of_subtitles(run, tmp_path: Path):
    (tmp_path / "a.srt").write_text("1\n00:00:01,000 --> 00:00:02,500\nIt rained.\n")
    (row,) = rows(run("find", "rained", tmp_path, "--json").out)
    assert row["time"] == [1.0, 2.5]
    assert "page" not in row
    assert "0:00:01.0–0:00:02.5" in run("find", "rained", tmp_path).out


def test_a_query_that_is_not_utf_8(run, folder: Path):
    (row,) = rows(run("find", "\udc80", folder / "a.txt", "--json").out)
    assert row["query"] == "\udc80"


def test_queries_may_be_piped_as_json_lines(run, folder: Path):
    outcome = run("find", "--queries", "-", folder, "--json", stdin=b'{"query": "It rained."}\n')
    assert rows(outcome.out)[0]["query"] == "It rained."
