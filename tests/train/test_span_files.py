"""Files given to learn from, and what is held out of them."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from toy_spans import examples

from otherwords.evaluate.spans import SpanExample, write_spans
from otherwords.text import OtherwordsError
from otherwords.train.span_files import LARGEST_DEV, hold_out, read_given


def write_rows(path: Path, *rows: Any) -> Path:
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


@pytest.mark.parametrize("name", ["s.jsonl", "s.jsonl.gz"])
def test_spans(tmp_path: Path, name: str):
    made = examples(8, nulls=0.5)
    write_spans(tmp_path / name, made)
    given = read_given(tmp_path / name)
    assert (given.name, given.kind, given.examples) == (name, "spans", made)
    assert given.documents == 8


def test_versions(tmp_path: Path):
    row = {"doc_id": "x", "a": [f"Said {i}." for i in range(9)], "b": [f"Told {i}." for i in range(9)]}
    given = read_given(write_rows(tmp_path / "v.jsonl.gz", row))
    assert given.kind == "versions"
    assert len(given.examples) == 9
    for one in given.examples:
        assert one.gold
        assert one.query.replace("Said", "Told").split() == one.document[slice(*one.gold)].split()


@pytest.mark.parametrize("rows", [[], [{"text": "x"}], [[1, 2]]])
def test_another_kind_of_file(tmp_path: Path, rows: list[Any]):
    with pytest.raises(OtherwordsError, match="neither spans nor versions"):
        read_given(write_rows(tmp_path / "x.jsonl", *rows))


def test_a_document_is_held_once(tmp_path: Path):
    rows = [{"id": f"{i}", "query": f"q{i}", "document": "The boat.", "start": 0, "end": 3} for i in range(3)]
    given = read_given(write_rows(tmp_path / "s.jsonl", *rows))
    assert len({id(one.document) for one in given.examples}) == 1


def test_whole_documents_are_held_out():
    made = [
        SpanExample(f"{i} {j}", f"what is asked, number {i} {j}", f"document {i} says {j}", 0, 8)
        for i in range(50)
        for j in range(3)
    ]
    train, dev = hold_out(made)
    assert len(dev) == 15
    assert len(train) == 135
    assert not {one.document for one in train} & {one.document for one in dev}
    assert hold_out(made) == (train, dev)
    assert LARGEST_DEV <= len(hold_out(made * 50)[1]) < LARGEST_DEV + 150


def test_no_text_of_what_is_held_out_is_learned_from():
    """As in corpora that ask a pair both ways."""
    pairs = [(f"one wording of thing number {i}", f"and another wording, number {i}") for i in range(40)]
    made = [
        SpanExample(f"{i} {way}", asked, f"{told} in film {i} {way}", 0, len(told))
        for i, pair in enumerate(pairs)
        for way, (asked, told) in enumerate((pair, pair[::-1]))
    ]
    train, dev = hold_out(made)
    assert {one.id.split()[0] for one in train}.isdisjoint(one.id.split()[0] for one in dev)
    assert len(train) == 80 - 2 * len({one.id.split()[0] for one in dev})


def test_too_few_documents():
    with pytest.raises(OtherwordsError, match="give examples with --dev"):
        hold_out([SpanExample("1", "dog", "The boat.", 0, 3), SpanExample("2", "cat", "The boat.", 0, 3)])
