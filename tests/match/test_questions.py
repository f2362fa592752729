"""Questions out of files of every kind, and what is said of those that cannot be read."""

import gzip
import io
import json
from pathlib import Path

import pytest

from otherwords.match.questions import Question, read_questions
from otherwords.text import OtherwordsError


def read(path: Path, column: str | None = None) -> tuple[list[Question], list[str]]:
    errors: list[str] = []
    questions = list(read_questions(path, column, on_error=lambda error: errors.append(str(error))))
    return questions, errors


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_plain_lines(tmp_path: Path):
    path = written(tmp_path, "a.txt", "\ufeffHow old is it?\n\n  Who made it? \nMitä kuuluu?")
    assert read(path) == (
        [Question("1", "How old is it?", 1), Question("3", "Who made it?", 3), Question("4", "Mitä kuuluu?", 4)],
        [],
    )


@pytest.mark.parametrize("field", ["question", "text", "query"])
def test_json_lines(tmp_path: Path, field: str):
    rows = ({field: "Why?", "id": "x7"}, None, {field: "How?", "id": 8}, {field: "When?"}, {field: " "})
    path = written(tmp_path, "a.jsonl", "".join(json.dumps(row) + "\n" if row else "\n" for row in rows))
    assert read(path) == ([Question("x7", "Why?", 1), Question("8", "How?", 3), Question("4", "When?", 4)], [])


def test_rows_that_cannot_be_read_stop_no_other(tmp_path: Path):
    path = written(
        tmp_path, "a.jsonl", '{"question": "Why?"}\n{"question": 7}\n{oops\n[1]\n{"text": "x"}\n{"question": "How?"}\n'
    )
    questions, errors = read(path)
    assert [question.text for question in questions] == ["Why?", "How?"]
    assert [error.split(": ")[1].split(" ")[:2] for error in errors] == [["line", n] for n in "2345"]


def test_a_named_column_of_json_lines(tmp_path: Path):
    path = written(tmp_path, "a.jsonl", '{"question": "no", "subject": "Why?"}\n')
    assert [question.text for question in read(path, "subject")[0]] == ["Why?"]


def test_csv_with_line_breaks_in_cells(tmp_path: Path):
    path = written(tmp_path, "a.csv", 'id,question\n7,"Why,\nand how?"\n,When?\n9\n10,  \n')
    questions, errors = read(path)
    assert questions == [Question("7", "Why,\nand how?", 2), Question("4", "When?", 4)]
    assert errors == [f"{path}: line 5 has 1 columns and the header 2; mend it"]


def test_the_only_column_of_csv_needs_no_name(tmp_path: Path):
    assert [q.text for q in read(written(tmp_path, "a.csv", "subject\nWhy?\n"))[0]] == ["Why?"]
    assert [q.text for q in read(written(tmp_path, "a.tsv", "n\tsubject\n1\tWhy?\n"), "subject")[0]] == ["Why?"]


def test_gzip_and_a_long_cell(tmp_path: Path):
    path = tmp_path / "a.csv.gz"
    path.write_bytes(gzip.compress(f"question\n{'why ' * 100_000}\n".encode()))
    assert len(read(path)[0][0].text) == 399_999


@pytest.mark.parametrize(
    ("name", "content", "column", "problem"),
    [
        ("a.csv", b"id,subject,body\n1,2,3\n", None, "of these: id, subject, body"),
        (
            "a.csv",
            b"id,subject\n1,2\n",
            "title",
            "has no column 'title'; name the one with the text by --text-column, of these: id, subject",
        ),
        ("a.csv", b"", None, "of these: none"),
        ("a.jsonl", b'{"id": 1, "subject": "x"}\n', None, "of these: id, subject"),
        ("a.jsonl", b'{"question": "x"}\n', "title", "has no column 'title'"),
        ("a.txt", b"Why?\n", "title", "leave out --text-column"),
        ("a.txt", "Mitä kuuluu? Hyvää, entä sinä?\n".encode() + b"\xff\n", None, "is not valid UTF-8 at byte 36"),
        ("a.txt", b"%PDF-1.7\n", None, "binary"),
        ("a.txt.gz", b"Why?", None, "gzip"),
    ],
)
def test_files_that_are_refused(tmp_path: Path, name: str, content: bytes, column: str | None, problem: str):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(OtherwordsError, match=problem):
        read(tmp_path / name, column)


def test_a_file_that_is_not_there(tmp_path: Path):
    with pytest.raises(OtherwordsError, match="does not exist"):
        read(tmp_path / "none.txt")
    with pytest.raises(OtherwordsError, match="is a folder"):
        read(tmp_path)


@pytest.mark.parametrize("mark", [",", "\t"])
def test_a_table_comes_through_a_pipe_where_a_column_is_asked_for(monkeypatch: pytest.MonkeyPatch, mark: str):
    content = f'id{mark}question\n7{mark}"Where, please?"\n'.encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    (one,) = read_questions("-", "question", on_error=pytest.fail)
    assert (one.id, one.text, one.line) == ("7", "Where, please?", 2)
