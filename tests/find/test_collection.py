"""Finding in a collection: the index is real, its vectors are tiny, and the reader is the shipped one."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_files import docx_bytes, paragraph, pdf_bytes
from tiny_models import write_pairs

from otherwords import Finder
from otherwords.find.collection import Collection, _taking_turns
from otherwords.find.copies import occurrences
from otherwords.index import Index, Passage
from otherwords.index.update import update
from otherwords.reading import read
from otherwords.text import Document, OtherwordsError

SAID = "No one was injured in the crash."
ASKED = "Nobody was hurt in the accident."
BEFORE = ["The harbour was calm that morning.", "Fishermen mended their nets.", "Gulls cried over the pier."] * 8
AFTER = ["The captain wrote a report.", "Later in the day it rained.", "The market closed at noon."] * 8
SENTENCES = [*BEFORE, "The ferry hit the quay.", SAID, *AFTER]


@pytest.fixture(scope="session")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pairs(tmp_path_factory.mktemp("pairs"))


@pytest.fixture
def index(tmp_path: Path, pairs: Path) -> Index:
    return Index.open_or_make(tmp_path / "index", pairs)


def written(folder: Path) -> list[Path]:
    cues = [f"{n}\n00:00:{n:02},000 --> 00:00:{n:02},900\n{text}\n" for n, text in enumerate(SENTENCES, 1)]
    pages = [" ".join(BEFORE), " ".join(SENTENCES[24:26]), " ".join(AFTER)]
    made = {
        "plain.txt": "\n".join(SENTENCES).encode(),
        "page.html": ("<p>" + "</p><p>".join(SENTENCES) + "</p>").encode(),
        "spoken.srt": "\n".join(cues).encode(),
        "paper.pdf": pdf_bytes(pages),
        "letter.docx": docx_bytes("".join(map(paragraph, SENTENCES))),
        "wide.txt": " 𝄞é̂ 日本。\n\n".join(SENTENCES).encode(),
    }
    folder.mkdir()
    for name, content in made.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in made]


def test_the_offset_law_holds_in_every_format(index: Index, finder: Finder, tmp_path: Path):
    files = written(tmp_path / "files")
    assert len(list(update(index, [str(tmp_path / "files")], on_error=_stop))) == len(files)
    documents = {one.id: one for one in read(files, on_error=_stop)}
    answer = Collection(index, finder).find(ASKED, top=len(files), always=True)
    assert {match.document_id for match in answer.matches} == documents.keys()
    for match in answer.matches:
        document = documents[match.document_id]
        assert SAID.strip(".") in match.span.text
        assert document.text[match.span.start : match.span.end] == match.span.text
        assert match.location == document.locate(match.span.start, match.span.end)
        assert match.context is not None
        assert document.text[match.context.start : match.context.end] == match.context.text
        for pair in match.explanation:
            assert document.text[pair.passage.start : pair.passage.end] == pair.passage.text
    places = {Path(match.document_id).name: match.location for match in answer.matches}
    assert (places["plain.txt"].line, places["paper.pdf"].page) == (26, 2)
    assert places["spoken.srt"].time == (26.0, 26.9)


def test_it_says_what_the_finder_says_of_the_document(index: Index, finder: Finder):
    index.add([Document(" ".join(SENTENCES), "news"), Document(" ".join(AFTER), "other")])
    found = Collection(index, finder).find(ASKED, always=True).best
    alone = finder.find(ASKED, " ".join(SENTENCES), always=True).best
    assert found is not None
    assert alone is not None
    assert (found.document_id, found.span) == ("news", alone.span)


def test_not_here(index: Index, finder: Finder):
    index.add([Document(" ".join(BEFORE), "a"), Document(" ".join(AFTER), "b")])
    collection = Collection(index, finder)
    answer = collection.find("The parliament passed a new law on taxes in March.")
    assert not answer
    assert answer.no_match is not None
    assert answer.no_match.nearest is not None
    assert collection.find("The parliament passed a new law on taxes in March.", always=True).best is not None


def test_an_empty_collection(index: Index, finder: Finder):
    answer = Collection(index, finder).find(ASKED, always=True)
    assert answer.no_match is not None
    assert answer.no_match.probability == 1


def test_copies_can_be_passed_over(index: Index, finder: Finder):
    source = f"{' '.join(AFTER)} {ASKED} {' '.join(BEFORE)}"
    index.add([Document(" ".join(SENTENCES), "news"), Document(source, "the query's own")])
    collection = Collection(index, finder)
    with_copies, without = (
        collection.find(ASKED, always=True).best,
        collection.find(ASKED, always=True, copies=False).best,
    )
    assert with_copies is not None
    assert without is not None
    assert (with_copies.document_id, with_copies.span.text) == ("the query's own", ASKED)
    assert (without.document_id, without.span.text) == ("news", SAID)


def test_who_says_it_word_for_word_is_asked_last(index: Index, finder: Finder):
    """Few say a thing twice: another document is likelier to be meant, but where there is none, this one answers."""
    again = "No person was hurt in the accident."
    index.add([Document(" ".join([ASKED, *BEFORE, again, *AFTER]), "report")])
    alone = Collection(index, finder).find(ASKED, always=True, copies=False).best
    assert alone is not None
    assert alone.span.text == again
    index.add([Document(" ".join(SENTENCES), "news")])
    found = Collection(index, finder).find(ASKED, always=True, copies=False)
    assert [match.document_id for match in found.matches] == ["news"]
    both = Collection(index, finder).find(ASKED, top=2, always=True, copies=False)
    assert [(match.document_id, match.span.text) for match in both.matches] == [("news", SAID), ("report", again)]


def test_a_short_sentence_is_not_lost_in_its_passage(index: Index, finder: Finder, monkeypatch: pytest.MonkeyPatch):
    """The passage that says it is the last that the index brings, but its sentence is the likest."""
    said = "It's notable how quickly things have changed."
    index.add([Document(f"{one} And so on, {n}.", f"other {n}") for n, one in enumerate(BEFORE + AFTER)])
    index.add([Document(f"{BEFORE[0]} {said} {AFTER[0]}", "said")])
    search = Index.search

    def said_last(self: Index, query: str, top: int) -> list[Passage]:
        return sorted(search(self, query, top), key=lambda one: one.document == "said")

    monkeypatch.setattr(Index, "search", said_last)
    found = Collection(index, finder).find("It is remarkable how quickly events have unfolded.", always=True).best
    assert found is not None
    assert (found.document_id, found.span.text) == ("said", said)


def test_likeness_is_that_of_the_best_sentence(finder: Finder):
    texts = [" ".join(AFTER), f"{BEFORE[0]} {ASKED} {AFTER[0]}", f"{BEFORE[0]} {SAID} {AFTER[0]}", ""]
    plain = finder.likeness(ASKED, texts)
    assert plain[1] > plain[2] > plain[0]
    assert plain[3] == 0
    without = finder.likeness(ASKED, texts, copies=False)
    assert without[2] > without[1]
    assert finder.likeness(ASKED, []) == []


@given(st.lists(st.floats(-1, 2), max_size=70))
def test_taking_turns(likeness: list[float]):
    """The index's first n and the n that are likest are all among the first 2 n, and nothing is lost."""
    passages = [Passage("", 0, number, 0, "") for number in range(len(likeness))]
    turns = [one.number for one in _taking_turns(passages, likeness)]
    assert sorted(turns) == list(range(len(likeness)))
    likest = sorted(range(len(likeness)), key=lambda i: -likeness[i])
    for n in range(len(likeness)):
        assert {*range(n), *likest[:n]} <= set(turns[: 2 * n])


def test_best_spans_do_not_overlap(index: Index, finder: Finder):
    index.add([Document(" ".join(SENTENCES * 2), "news")])
    matches = Collection(index, finder).find(ASKED, top=8, always=True).matches
    spans = sorted((match.span.start, match.span.end) for match in matches)
    assert len(spans) > 2
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    assert [match.span.text for match in matches[:2]] == [SAID, SAID]


def test_bounds(index: Index, finder: Finder):
    index.add([Document(" ".join(SENTENCES), "news")])
    collection = Collection(index, finder)
    with pytest.raises(OtherwordsError, match="top must be at least 1"):
        collection.find(ASKED, top=0)
    with pytest.raises(OtherwordsError, match="the query is empty"):
        collection.find(" ")
    with pytest.raises(OtherwordsError, match="the query is too long"):
        collection.find("word " * 1000)


def test_where_a_text_says_it_word_for_word():
    text = "He said: “Nobody,\n was HURT in the accident”; nobody was hurt in the accidents."
    assert [text[start:end] for start, end in occurrences("Nobody was hurt in the accident.", text)] == [
        "Nobody,\n was HURT in the accident"
    ]
    assert list(occurrences("?!", text)) == []
    assert list(occurrences("a+b (c)", "A+B: c and more")) == [(0, 6)]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("I don't know", "No, I don’t know it."),
        ("a two-step dance", "It was a two‑step dance."),
        ("caf\u00e9 au lait", "One cafe\u0301 au lait, please."),
        ("cafe\u0301 au lait", "One caf\u00e9 au lait, please."),
    ],
)
def test_the_same_words_may_be_written_in_several_ways(query: str, text: str):
    assert len(list(occurrences(query, text))) == 1


def test_a_part_of_a_word_is_not_the_word():
    assert list(occurrences("don", "I don’t know")) == []
    assert list(occurrences("accident", "accidents")) == []


def _stop(error: Exception) -> None:
    raise error


def test_a_query_that_is_no_text_is_an_error_as_everywhere(index: Index, finder: Finder):
    index.add([Document(SAID)])
    with pytest.raises(OtherwordsError, match="no valid UTF-8"):
        Collection(index, finder).find("was \udcff hurt")
