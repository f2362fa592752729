"""Short texts out of tables: what parts their columns, how they are encoded, and where their ids stand."""

import codecs
from pathlib import Path

import duckdb
import pytest

from otherwords.reading import plain, source
from otherwords.reading.entries import Entry, read_entries
from otherwords.text import OtherwordsError


def entries(
    path: Path, column: str | None = None, id_column: str | None = None, *, errors: list[str] | None = None
) -> list[Entry]:
    def on_error(error: OtherwordsError) -> None:
        assert errors is not None, error
        errors.append(str(error))

    return list(read_entries(str(path), ("text",), column, id_column, on_error=on_error))


def written(folder: Path, content: str, name: str = "a.csv", encoding: str = "utf-8") -> Path:
    (folder / name).write_bytes(content.encode(encoding))
    return folder / name


def parquet(folder: Path, query: str) -> Path:
    path = folder / "a.parquet"
    duckdb.sql(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    return path


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_parts_the_columns_is_told_by_the_header(tmp_path: Path, mark: str, start: str, end: str):
    rows = [["id", '"a, b; c | d"', "text"], ["7", "x", '"Why,\nand; how?"'], ["8", "x", '"So | so"']]
    path = written(tmp_path, start + end.join(mark.join(row) for row in rows))
    assert entries(path) == [Entry(2, "Why,\nand; how?", "7"), Entry(4, "So | so", "8")]


def test_commas_in_a_table_of_semicolons(tmp_path: Path):
    path = written(tmp_path, "No, or code;id;text\n1;2;Well, well, well\n")
    assert entries(path) == [Entry(2, "Well, well, well", "2")]


def test_a_header_of_several_lines(tmp_path: Path):
    assert entries(written(tmp_path, '"Ticket\n, ID";text\n1;Why?\n')) == [Entry(3, "Why?")]


@pytest.mark.parametrize("header", ["text", "Subject", '"Subject, or text; so"'])
@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_nothing_parts_a_table_of_one_column(tmp_path: Path, header: str, name: str):
    path = written(tmp_path, f'{header}\nWell, and;\tthen?\n"So, so"\n', name)
    assert entries(path) == [Entry(2, "Well, and;\tthen?"), Entry(3, "So, so")]


def test_tabs_part_what_is_named_so(tmp_path: Path):
    assert entries(written(tmp_path, "a, b, c\ttext\n1\tWhy?\n", "a.tsv")) == [Entry(2, "Why?")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-32"])
@pytest.mark.parametrize("name", ["a.csv", "a.txt"])
def test_encodings(tmp_path: Path, encoding: str, name: str):
    path = written(tmp_path, "id;text\n1;Käthe Müller fragt: warum?\n", name, encoding)
    assert entries(path)[-1].text.endswith("Käthe Müller fragt: warum?")


@pytest.mark.parametrize("size", [1, 7, 64])
def test_a_large_file_is_read_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int):
    path = written(tmp_path, "id;text\r\n" + "".join(f'{i};"Why\r\n{i}, Käthe?"\r\n' for i in range(50)))
    whole = entries(path)
    assert len(whole) == 50
    monkeypatch.setattr(plain, "_PIECE", 16 + size)
    assert entries(path) == whole


def test_what_is_too_long_for_memory_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(plain, "_PIECE", 40)
    monkeypatch.setattr(source, "LARGEST", 200)
    with pytest.raises(OtherwordsError, match="line 2 is longer"):
        entries(written(tmp_path, "text\n" + "long " * 100))
    assert len(entries(written(tmp_path, 'text\n"' + "long\n" * 100))) == 100


@pytest.mark.parametrize("name", ["id", "ID", "Id"])
def test_ids_whatever_their_capitals(tmp_path: Path, name: str):
    assert entries(written(tmp_path, f"{name},Text\nT-1,Why?\n,How?\n")) == [Entry(2, "Why?", "T-1"), Entry(3, "How?")]
    assert entries(written(tmp_path, f'{{"{name}": 7, "TEXT": "Why?"}}', "a.jsonl")) == [Entry(1, "Why?", "7")]
    path = parquet(tmp_path, f"SELECT 7 AS \"{name}\", 'Why?' AS Text")
    assert entries(path) == [Entry(1, "Why?", "7")]


def test_a_column_as_it_is_written_comes_before_others(tmp_path: Path):
    path = written(tmp_path, "ID,id,TEXT,text,Text\n1,2,a,b,c\n")
    assert entries(path) == [Entry(2, "b", "2")]
    assert entries(path, "Text", "ID") == [Entry(2, "c", "1")]
    assert entries(path, "tExT") == [Entry(2, "a", "2")]
    assert entries(path, "id") == [Entry(2, "2")]


def test_a_column_of_ids_that_is_not_there(tmp_path: Path):
    with pytest.raises(OtherwordsError, match="'ticket'; name the one with the ids by --id-column, of these: id, text"):
        entries(written(tmp_path, "id,text\n1,Why?\n"), id_column="ticket")
    with pytest.raises(OtherwordsError, match="has no column 'ticket'"):
        entries(written(tmp_path, "text\nWhy?\n"), id_column="ticket")
    with pytest.raises(OtherwordsError, match="has no columns; leave out --text-column and --id-column"):
        entries(written(tmp_path, "Why?\n", "a.txt"), id_column="ticket")


def test_an_id_counts_where_the_first_row_has_none(tmp_path: Path):
    rows = '{"text": "a"}\n{"text": "b", "id": 7}\n{"text": "c", "ID": "x"}\n'
    found = entries(written(tmp_path, rows, "a.jsonl"))
    assert [(one.text, one.id) for one in found] == [("a", None), ("b", "7"), ("c", "x")]


def test_rows_that_cannot_be_read_stop_no_other(tmp_path: Path):
    errors: list[str] = []
    (tmp_path / "a.jsonl").write_bytes(
        codecs.BOM_UTF8 + b'{"text": "a"}\n{"text": "\xff"}\n{"text": 7}\n{"text": "b"}\n'
    )
    assert entries(tmp_path / "a.jsonl", errors=errors) == [Entry(1, "a"), Entry(4, "b")]
    assert [error.split(": ")[1][:6] for error in errors] == ["line 2", "line 3"]
    path = parquet(tmp_path, "SELECT unnest(['a', NULL, ' ', 'b']) AS text")
    assert entries(path, errors=errors) == [Entry(1, "a"), Entry(4, "b")]
    assert "row 2 has no text" in errors[-1]


def test_a_broken_file_is_one_error(tmp_path: Path):
    (tmp_path / "a.parquet").write_bytes(b"PAR1 and nothing else")
    with pytest.raises(OtherwordsError, match="is broken, or is not"):
        entries(tmp_path / "a.parquet")
