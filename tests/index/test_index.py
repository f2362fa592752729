"""The index through its door: LanceDB is real, the weights are tiny."""

import os
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from tiny_models import WORDS, write_pairs

from otherwords.index import Index
from otherwords.index import index as index_module
from otherwords.index.check import problems
from otherwords.index.search import nearest, search
from otherwords.index.words import compared
from otherwords.text import Document, Excerpt, Mark, OtherwordsError


def made(number: int, sentences: int = 3, seed: int = 0) -> Document:
    """A document of the words that the tiny model knows."""
    draw = np.random.default_rng([number, seed])
    text = " ".join(" ".join(draw.choice(WORDS, 12)).capitalize() + "." for _ in range(sentences))
    return Document(text, f"document {number}", has_lines=True)


def everything(index: Index) -> list[dict]:
    rows = index.store.scan([field.name for field in index.store.passages.schema])
    return sorted(rows, key=lambda row: (row["document"], row["number"]))


def texts(index: Index) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in everything(index):
        found[row["document"]] = found.get(row["document"], "") + row["text"]
    return found


def test_documents_come_back_whole(index: Index):
    documents = [made(number, sentences=number) for number in range(12)]
    assert index.add(documents) == len(everything(index))
    assert texts(index) == {one.id: one.text for one in documents if one.text}
    assert list(index.check()) == []


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_the_size_of_a_commit_changes_nothing(size: int, tmp_path: Path, pairs: Path, monkeypatch: pytest.MonkeyPatch):
    documents = [made(number, sentences=5) for number in range(9)]
    whole = Index.open_or_make(tmp_path / "whole", pairs)
    whole.add(documents)
    parts = Index.open_or_make(tmp_path / "parts", pairs)
    monkeypatch.setattr(index_module.batches, "__defaults__", (size,))
    before = parts.store.passages.version
    parts.add(documents)
    assert everything(parts) == everything(whole)
    assert parts.store.passages.version - before == {1: 9, 7: 3}.get(size, 1)


def test_the_same_id_again_replaces(index: Index):
    index.add([made(1, 9), made(2)])
    index.add([made(1, 2, seed=5), made(3)])
    assert texts(index) == {one.id: one.text for one in (made(1, 2, seed=5), made(2), made(3))}
    index.add([Document("", "document 2"), made(3), made(1, 4), made(1, 2, seed=5)])
    assert texts(index).keys() == {"document 1", "document 3"}
    assert list(index.check()) == []


def test_what_stays_the_same_in_a_document_is_not_encoded_again(index: Index, monkeypatch: pytest.MonkeyPatch):
    index.add([made(1, 30)])
    encoded: list[str] = []
    real = index.vectors.of
    monkeypatch.setattr(index.vectors, "of", lambda given: encoded.extend(given) or real(given))
    index.add([Document(made(1, 30).text + " " + made(7, 3).text, "document 1")])
    assert 0 < len(encoded) <= 4
    assert texts(index)["document 1"] == made(1, 30).text + " " + made(7, 3).text
    assert list(index.check()) == []


def test_both_lists_count(index: Index):
    """Full-text search alone, vectors alone, and what came of both, by hand."""
    index.add(made(number) for number in range(150))
    rows = everything(index)
    query = "The ferry did not arrive"
    vector = index.vectors.of([query])[0]
    cosines = np.array([row["vector"] for row in rows], dtype=np.float32) @ vector.astype(np.float32)
    distances = nearest(index.store, vector, 20, ["text"])["_distance"].to_numpy()
    assert np.allclose(1 - distances, np.sort(cosines)[::-1][:20], atol=2e-3)  # half precision

    found = index.search(query, top=25)
    by_place = {(row["document"], row["number"]): cosine for row, cosine in zip(rows, cosines, strict=True)}
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True)
    words = [one.score - by_place[one.document, one.number] for one in found]
    assert max(words) == pytest.approx(1, abs=0.01)  # the best of full-text search
    assert all(-0.01 < share < 1.01 for share in words)
    shared = [len({*compared(query).split()} & {*compared(one.text).split()}) for one in found]
    assert np.mean(shared[:5]) > np.mean(shared)


def test_search_in_partitions_finds_what_exact_search_does(index: Index, monkeypatch: pytest.MonkeyPatch):
    index.add(made(number, sentences=1) for number in range(1500))
    queries = index.vectors.of([made(number, 1, seed=9).text for number in range(20)])
    exact = [nearest(index.store, vector, 10, ["text"])["_distance"].to_numpy() for vector in queries]
    monkeypatch.setattr("otherwords.index.store._WORTH_PARTITIONS", 1000)
    monkeypatch.setattr("otherwords.index.store._A_PARTITION", 100)
    index.tidy()
    assert any(one.columns == ["vector"] for one in index.store.passages.list_indices())
    found = [nearest(index.store, vector, 10, ["text"])["_distance"].to_numpy() for vector in queries]
    as_near = [one <= other.max() + 2e-3 for one, other in zip(found, exact, strict=True)]
    assert np.mean(as_near) >= 0.9


def test_what_was_added_after_the_indexes_were_made_is_found(index: Index):
    index.add([made(1), made(2)])
    index.tidy(timedelta(milliseconds=1))
    index.add([Document("Zanzibar quokkas juggle.", "late")])
    assert index.search("quokkas of Zanzibar", top=1)[0].document == "late"
    index.tidy(timedelta(milliseconds=1))
    assert index.search("quokkas of Zanzibar", top=1)[0].document == "late"
    assert list(index.check()) == []


def test_neighbours_are_a_stretch_of_the_document(index: Index):
    marks = tuple(Mark(offset, page=page) for page, offset in enumerate(range(0, 4000, 333), 1))
    document = Document(made(1, 60).text.replace(". ", ".\n"), "long", marks, has_lines=True)
    index.add([document, made(2)])
    found = index.search("ferry and boat", top=30)
    for one, excerpt in zip(found, index.around(found, 700), strict=True):
        known = document if one.document == "long" else made(2)
        assert isinstance(excerpt, Excerpt)
        assert one.text in excerpt.text
        start, end = 5, len(excerpt.text) - 3
        span = excerpt.span(start, end)
        assert known.text[span.start : span.end] == span.text == excerpt.text[start:end]
        assert excerpt.locate(start, end) == known.locate(span.start, span.end)
        if known is document:
            assert 500 < len(excerpt.text) < 1600


def test_what_goes_while_it_is_looked_at_is_left_out(index: Index):
    index.add([made(1), made(2)])
    found = index.search("ferry and boat", top=30)
    assert {one.document for one in found} == {"document 1", "document 2"}
    index.remove(["document 1"])
    assert {excerpt.id for excerpt in index.around(found, 700)} == {"document 2"}


def test_what_documents_begin_with(index: Index):
    documents = [made(number, 60) for number in range(3)]
    index.add(documents)
    wholes = {row["document"]: row["whole"] for row in everything(index)}
    begun = index.beginnings([wholes["document 0"], wholes["document 2"], wholes["document 0"]])
    assert set(begun) == {wholes["document 0"], wholes["document 2"]}
    for number in (0, 2):
        text = begun[wholes[f"document {number}"]]
        assert text
        assert documents[number].text.startswith(text)
    assert index.beginnings([]) == {}


def test_remove_and_list(index: Index):
    index.add([made(1), made(2, 9)])
    assert [(one.source, one.documents, one.is_whole) for one in index.list()] == [
        ("document 1", 1, True),
        ("document 2", 1, True),
    ]
    index.remove(["document 2"])
    assert texts(index) == {"document 1": made(1).text}
    assert index.characters() == len(made(1).text)


def test_names_with_quotes(index: Index):
    index.add([Document("The boat's late.", "it's 'quoted'"), made(1)])
    index.add([Document("The ferry's late.", "it's 'quoted'")])
    assert index.documents_of("it's 'quoted'").keys() == {0}
    index.remove(["it's 'quoted'"])
    assert texts(index).keys() == {"document 1"}


def test_other_weights_are_refused(index: Index, tmp_path: Path):
    index.add([made(1)])
    others = write_pairs(tmp_path / "others", seed=8)
    message = r"index was made with other weights \(otherwords .*; build it anew"
    with pytest.raises(OtherwordsError, match=message):
        Index.open_or_make(tmp_path / "index", others)
    with pytest.raises(OtherwordsError, match=message):
        Index.open(tmp_path / "index", others).search("the boat")
    with pytest.raises(OtherwordsError, match=message):
        Index.open(tmp_path / "index", others).add([made(2)])
    assert [one.source for one in Index.open(tmp_path / "index", others).list()] == ["document 1"]


def test_texts_that_were_cut_otherwise_are_told(index: Index, pairs: Path, monkeypatch: pytest.MonkeyPatch):
    index.add([made(1)])
    monkeypatch.setattr(index_module, "CUT", "another")
    with pytest.raises(OtherwordsError, match="which cut texts at other places; build it anew"):
        Index.open(index.store.uri, pairs).search("the boat")


def test_a_second_writer_is_told_and_readers_are_not_kept_waiting(index: Index, pairs: Path):
    index.add([made(1)])
    with index.writing():
        with pytest.raises(OtherwordsError, match=r"^another run is writing to .*index; wait until it has ended"):
            Index.open(index.store.uri, pairs).add([made(2)])
        with pytest.raises(OtherwordsError, match=r"^another run is writing"):
            Index.open_or_make(index.store.uri, pairs)
        assert Index.open(index.store.uri, pairs).search("boat")
    Index.open(index.store.uri, pairs).add([made(2)])
    assert texts(index).keys() == {"document 1", "document 2"}  # an open reader sees what others add


def test_places_that_are_no_index(tmp_path: Path, pairs: Path):
    with pytest.raises(OtherwordsError, match=r"^there is no index in .*none; make one: otherwords index add"):
        Index.open(tmp_path / "none")
    assert not (tmp_path / "none").exists()
    (tmp_path / "file").write_text("")
    with pytest.raises(OtherwordsError, match=r"file is a file; an index is a folder"):
        Index.open_or_make(tmp_path / "file", pairs)
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "one.jpg").write_text("")
    with pytest.raises(OtherwordsError, match=r"photos holds other things than an index"):
        Index.open_or_make(tmp_path / "photos", pairs)
    assert os.listdir(tmp_path / "photos") == ["one.jpg"]
    with pytest.raises(OtherwordsError, match="an index needs a name that is UTF-8"):
        Index.open_or_make(tmp_path / os.fsdecode(b"caf\xe9"), pairs)
    assert not (tmp_path / os.fsdecode(b"caf\xe9")).exists()


def test_damage_is_told(index: Index, tmp_path: Path):
    index.add([made(1, 20), made(2)])
    index.store.passages.delete("document = 'document 1' AND number = 1")
    assert list(index.check()) == ["document 1: passage 1 is missing; remove it, and add it again"]
    for file in (tmp_path / "index" / "passages.lance" / "data").iterdir():
        file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(
        OtherwordsError, match=r"cannot be used: .*; if otherwords index check says so, too, build it anew$"
    ):
        list(Index.open(tmp_path / "index").check())


@pytest.mark.parametrize("at_once", [1, 3, 1000])
def test_damage_is_told_however_little_is_held_at_once(index: Index, at_once: int):
    index.add([made(1, 20), made(2, 20, seed=2), made(3, 20, seed=3), made(4), made(5, 20, seed=5)])
    passages = index.store.passages
    passages.delete("document = 'document 1' AND number = 0")
    passages.update("document = 'document 2' AND number = 1", {"number": 0})
    passages.update("document = 'document 3' AND number = 1", values_sql={"start": "start + 1"})
    passages.update("document = 'document 5' AND number = 1", {"document_hash": bytes(16)})
    passages.update("document = 'document 4'", {"text": "other"})
    assert sorted(problems(index.store, at_once)) == [
        "document 1: passage 0 is missing; remove it, and add it again",
        "document 2: passage 0 is there twice; remove it, and add it again",
        "document 3: passage 1 is missing; remove it, and add it again",
        "document 4, passage 0: its text is not the one that was added; remove its document, and add it again",
        "document 5: holds passages of two versions; remove it, and add it again",
    ]


def test_a_missing_part_is_named(index: Index, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("otherwords.extras.find_spec", lambda name: None if name == "lancedb" else SimpleNamespace())
    with pytest.raises(OtherwordsError, match=r"^an index needs lancedb; .*pip install '\.\[index\]'$"):
        index.search("boat")


def test_an_empty_index_and_an_empty_query(index: Index):
    assert index.search("boat") == []
    assert index.list() == []
    assert index.around([], 600) == []
    with pytest.raises(OtherwordsError, match="the query is empty"):
        index.search("  ")
    assert search(index.store, "?!", index.vectors.of(["?!"])[0], 5) == []


def test_an_object_store(tmp_path: Path, pairs: Path):
    """An address that only LanceDB can open; behind this one lies a folder."""
    address = f"file-object-store://{tmp_path}/far"
    index = Index.open_or_make(address, pairs)
    assert index.store.folder is None
    index.add([made(1), made(2)])
    index.add([made(1, 2, seed=5)])
    again = Index.open(address, pairs)
    assert texts(again) == {one.id: one.text for one in (made(1, 2, seed=5), made(2))}
    assert again.search("the boat", top=1)
    assert list(again.check()) == []
    with pytest.raises(OtherwordsError, match=r"^there is no index in file-object-store://.*/none; make one"):
        Index.open(f"file-object-store://{tmp_path}/none")
