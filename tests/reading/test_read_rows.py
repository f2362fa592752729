import json
import os

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_files import read_all

from otherwords.reading import source, tables
from otherwords.reading.errors import ReadingError
from otherwords.reading.tables import table_rows


def write_parquet(path, query):
    path.with_name("plain.parquet").unlink(missing_ok=True)
    duckdb.sql(f"COPY ({query}) TO '{path.with_name('plain.parquet')}' (FORMAT parquet)")
    path.with_name("plain.parquet").rename(path)
    return path


def test_a_bad_line_does_not_stop_the_others(tmp_path, reading):
    path = tmp_path / "a.jsonl"
    lines = [b'{"text": "one"}', b"{broken", b"", b"[1]", b'{"text": 3}', b'{"text": "\xff"}', b'{"text": "seven"}']
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(lines))
    documents, errors = reading(path)
    assert [(document.id, document.text) for document in documents] == [(f"{path}#1", "one"), (f"{path}#7", "seven")]
    assert [f"line {number}" in str(error) for number, error in zip((2, 4, 5, 6), errors, strict=True)] == [True] * 4


@given(st.lists(st.text(alphabet=st.one_of(st.characters(), st.characters(categories=["Cs"])))))
def test_rows_come_back_without_surrogates(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("rows") / "a.ndjson"
    path.write_text("".join(json.dumps({"body": text}) + "\n" for text in texts))
    documents, errors = read_all(path)
    expected = [text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for text in texts]
    assert [document.text for document in documents] == expected
    assert not errors


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_the_column_rule(tmp_path, reading, suffix):
    path = tmp_path / f"a.{suffix}"
    row = {"content": "c", "body": "b", 'my "own"': "o"}
    if suffix == "jsonl":
        path.write_text(json.dumps(row))
    else:
        write_parquet(path, """SELECT 'c' AS content, 'b' AS body, 'o' AS "my ""own\"\"" """)
    assert [document.text for document in reading(path)[0]] == ["b"]
    assert [document.text for document in reading(path, text_column='my "own"')[0]] == ["o"]
    documents, (error,) = reading(path, text_column="nothing")
    assert not documents
    assert "'nothing'" in str(error)
    assert 'content, body, my "own"' in str(error)


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_capitals_of_a_column_count_only_between_columns(tmp_path, reading, suffix):
    path = tmp_path / f"a.{suffix}"
    if suffix == "jsonl":
        path.write_text('{"Note": "n", "Text": "t"}')
    else:
        write_parquet(path, "SELECT 'n' AS \"Note\", 't' AS \"Text\"")
    assert [document.text for document in reading(path)[0]] == ["t"]
    assert [document.text for document in reading(path, text_column="NOTE")[0]] == ["n"]


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_no_usual_column_is_one_error(tmp_path, reading, suffix):
    path = tmp_path / f"a.{suffix}"
    if suffix == "jsonl":
        path.write_text('{"title": "t"}\n' * 5)
    else:
        write_parquet(path, "SELECT 't' AS title FROM range(5)")
    documents, (error,) = reading(path)
    assert not documents
    assert "title" in str(error)


def test_a_row_that_is_too_long_is_an_error(tmp_path, reading, monkeypatch):
    monkeypatch.setattr(source, "LARGEST", 1000)
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "short"}\n' + json.dumps({"text": "a" * 2000}))
    (document,), (error,) = reading(path)
    assert document.text == "short"
    assert "line 2 is longer" in str(error)


@pytest.mark.parametrize("data", ['{"text": "a"}'.encode("utf-16"), b'{"text": "\0"}', b"[" * 100_000])
def test_what_is_no_json_lines(tmp_path, reading, data):
    (tmp_path / "a.jsonl").write_bytes(data)
    documents, errors = reading(tmp_path)
    assert not documents
    assert len(errors) == 1


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_the_encoding_that_json_lines_may_not_have_is_named(tmp_path, reading, encoding):
    (tmp_path / "a.jsonl").write_bytes('\ufeff{"text": "a"}\n{"text": "b"}\n'.encode(encoding))
    documents, (error,) = reading(tmp_path / "a.jsonl")
    assert not documents
    assert f"is {encoding.upper()}, which" in str(error)


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_a_row_keeps_its_line_breaks_so_that_offsets_hold_in_its_column(tmp_path, reading, suffix):
    path = tmp_path / f"a.{suffix}"
    if suffix == "jsonl":
        path.write_text(json.dumps({"text": "one\r\ntwo\rthree"}))
    else:
        write_parquet(path, "SELECT 'one' || chr(13) || chr(10) || 'two' || chr(13) || 'three' AS text")
    (document,), _ = reading(path)
    assert document.text == "one\r\ntwo\rthree"


def test_parquet_rows_in_order_over_many_batches(tmp_path, reading):
    path = write_parquet(tmp_path / "a.parquet", "SELECT 'row ' || i AS text FROM range(12345) t(i)")
    documents, errors = reading(path)
    assert [document.text for document in documents] == [f"row {number}" for number in range(12345)]
    assert documents[-1].id == f"{path}#12345"
    assert not errors


def test_parquet_without_text(tmp_path, reading):
    path = write_parquet(tmp_path / "a.parquet", "SELECT unnest(['a', NULL, 'c']) AS text")
    documents, (error,) = reading(path)
    assert [document.id for document in documents] == [f"{path}#1", f"{path}#3"]
    assert "row 2" in str(error)
    path = write_parquet(tmp_path / "b.parquet", "SELECT 1 AS text")
    _, (error,) = reading(path)
    assert "INTEGER" in str(error)


def test_a_parquet_name_that_is_not_utf8(tmp_path, reading):
    path = tmp_path / os.fsdecode(b"caf\xe9.parquet")
    write_parquet(tmp_path / "a.parquet", "SELECT 'text' AS text").rename(path)
    assert [document.text for document in reading(path)[0]] == ["text"]


def test_a_parquet_name_is_no_pattern_and_its_folder_no_column(tmp_path, reading):
    folder = tmp_path / "text=wrong"
    folder.mkdir()
    for name, text in (("x[ab]*.parquet", "right"), ("xaz.parquet", "wrong"), ("b\\?.parquet", "backslash")):
        write_parquet(folder / name, f"SELECT '{text}' AS body")
    assert [document.text for document in reading(folder / "x[ab]*.parquet")[0]] == ["right"]
    assert [document.text for document in reading(folder / "b\\?.parquet")[0]] == ["backslash"]


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1 broken PAR1"])
def test_a_broken_parquet_is_an_error(tmp_path, reading, data):
    (tmp_path / "a.parquet").write_bytes(data)
    documents, (error,) = reading(tmp_path)
    assert not documents
    assert "not a Parquet file" in str(error)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_csv_is_rows_where_a_column_is_named(tmp_path, reading, delimiter):
    path = tmp_path / "a.csv"
    rows = [["id", "body"], ["1", '"one, two; three\nfour"'], ["2"], ["3", "five"]]
    path.write_text("".join(delimiter.join(row) + "\n" for row in rows))
    documents, (error,) = reading(path, text_column="body")
    assert [(one.id, one.text) for one in documents] == [(f"{path}#2", "one, two; three\nfour"), (f"{path}#5", "five")]
    assert "line 4 has 1 columns" in str(error)
    (whole,), _ = reading(path)
    assert (whole.id, whole.text, whole.has_lines) == (str(path), path.read_text(), True)


def test_csv_without_the_column(tmp_path, reading):
    path = tmp_path / "a.tsv"
    path.write_text("id\tbody\n1\tone\n")
    documents, (error,) = reading(path, text_column="text")
    assert not documents
    assert "has no column 'text'" in str(error)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('"Oh no, he said', None),
        ('"Oh no', '"Oh no'),
        ('"Oh" is a word', '"Oh" is a word'),
        ('"He said "oh" twice"', '"He said "oh" twice"'),
        ('A screen of 32"', 'A screen of 32"'),
        ('He said "oh"', 'He said "oh"'),
        ('"He said ""oh"", and left"', 'He said "oh", and left'),
    ],
)
@pytest.mark.parametrize("after", ['"quoted, in part"', "plain", '""'])
def test_a_stray_quote_costs_no_other_row(tmp_path, reading, line, text, after):
    path = tmp_path / "a.csv"
    path.write_text(f'id,body\n1,"one\nand more"\n2,{line}\n' + "".join(f"{i},{after}\n" for i in range(3, 9)))
    documents, errors = reading(path, text_column="body")
    read = {one.id.rpartition("#")[2]: one.text for one in documents}
    rest = {str(number): after.strip('"') for number in range(5, 11)}
    assert read == {"2": "one\nand more"} | ({"4": text} if text else {}) | rest
    problem = f"{path}: line 4 has 3 columns and the header 2; mend it"
    assert [str(error) for error in errors] == ([] if text else [problem])


def test_quotes_that_swallow_a_column_are_seen(tmp_path, reading):
    path = tmp_path / "a.csv"
    path.write_text('id,body,tag\n1,"Oh,a\n2,no,b"\n3,yes,c\n')
    documents, errors = reading(path, text_column="body")
    assert ([one.text for one in documents], errors) == (['"Oh', "no", "yes"], [])


def test_a_stray_quote_in_the_header():
    rows = table_rows(['id,"body,tag\n', '1,"Oh,a\n', '2,no,b"\n'], "a.csv")
    assert [row for _, row in rows] == [["id", '"body', "tag"], ["1", '"Oh', "a"], ["2", "no", 'b"']]


def test_a_text_with_commas_and_no_quotes_is_not_cut(tmp_path, reading):
    path = tmp_path / "a.csv"
    path.write_text("id,body\n1,Oh, no\n2,yes,\n")
    documents, (error,) = reading(path, text_column="body")
    assert [one.text for one in documents] == ["yes"]
    assert str(error) == f"{path}: line 2 has 3 columns and the header 2; mend it"


@given(st.lists(st.text('a",\n', max_size=6), max_size=12).map("\n".join))
def test_no_line_is_lost_whatever_the_quotes(text):
    rows = list(table_rows(text.splitlines(keepends=True), "a.csv"))
    begins = [number for number, _ in rows]
    assert begins == sorted(set(begins))
    letters = "".join(character for _, row in rows for cell in row for character in cell if character == "a")
    assert letters == "a" * text.count("a")


def test_a_file_of_wrong_quotes_ends(monkeypatch):
    monkeypatch.setattr(tables, "_MOST_AGAIN", 1000)
    with pytest.raises(ReadingError, match=r"^a\.csv: is not CSV: from line \d+ on, its quotes are wrong; mend them$"):
        list(table_rows(['a","b\n'] * 100, "a.csv"))
