"""The finder from end to end: with the shipped weights where sense counts, with tiny ones where only laws do."""

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from harbour import BRIDGE, HARBOUR, QUERY, UNRELATED, apart, check, found
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tiny_models import ANY_TEXT, WORDS

from otherwords import Document, Finder
from otherwords.encoder import Tokens
from otherwords.find import finder as module
from otherwords.find import kept
from otherwords.find.calibration import Calibration, Curve
from otherwords.find.kept import KeptScreens
from otherwords.find.places import Place
from otherwords.find.promises import Promise, taking_turns
from otherwords.find.reader import Reading
from otherwords.find.screen import Screen
from otherwords.text import Mark, OtherwordsError


def test_a_paraphrase_is_found(finder: Finder):
    answer = finder.find(QUERY, HARBOUR)
    check(answer, Document(HARBOUR))
    assert answer.best is not None
    assert answer.best.span.text.rstrip(".") == BRIDGE.rstrip(".")
    assert answer.best.probability >= 0.5
    said = {alignment.query.text: alignment.passage.text for alignment in answer.best.explanation}
    assert said["bridge"] == "bridge"
    assert said["repaired"] == "repairs"


def test_what_is_not_there_is_not_found(finder: Finder):
    answer = finder.find(UNRELATED, HARBOUR)
    check(answer, Document(HARBOUR))
    assert not answer
    assert answer.best is None
    assert answer.no_match is not None
    assert answer.no_match.probability > 0.5
    assert answer.no_match.nearest is not None
    assert answer.no_match.probability <= 1 - answer.no_match.nearest.probability


def test_how_sure_it_is_that_it_is_not_here(finder: Finder, monkeypatch: pytest.MonkeyPatch):
    """It may be said at another place than the nearest."""
    curves = Calibration(here=Curve(intercept=math.log(4)), place=Curve(intercept=-math.log(3)))
    way = finder.ways_of(QUERY)[0]
    monkeypatch.setattr(finder, "ways_of", lambda query: [replace(way, calibration=curves)])
    answer = finder.find(QUERY, HARBOUR)
    assert answer.no_match is not None
    assert answer.no_match.probability == pytest.approx(0.2)
    assert answer.no_match.nearest is not None
    assert answer.no_match.nearest.probability == pytest.approx(0.8 / 4)
    assert finder.find(QUERY, HARBOUR, min_probability=0.19).best == answer.no_match.nearest


def test_always_answers(finder: Finder):
    answer = finder.find(UNRELATED, HARBOUR, always=True)
    check(answer, Document(HARBOUR))
    assert answer.best is not None
    assert answer.best.probability < 0.5


def test_top_spans_are_apart(finder: Finder):
    answer = finder.find(QUERY, HARBOUR, top=4, always=True)
    check(answer, Document(HARBOUR))
    assert len(answer.matches) == 4
    assert apart(answer)
    assert BRIDGE[:-1] in answer.matches[0].span.text


def test_min_probability(finder: Finder):
    best = finder.find(QUERY, HARBOUR).best
    assert best is not None
    assert finder.find(QUERY, HARBOUR, min_probability=best.probability)
    assert not finder.find(QUERY, HARBOUR, min_probability=min(1.0, best.probability + 1e-6))
    assert finder.find(UNRELATED, HARBOUR, min_probability=0)


def test_exhaustive_agrees_with_places(finder: Finder, screened: None):
    for query in (QUERY, "The kids will get somewhere new to play.", "People tidied up the seaside."):
        screened, whole = (finder.find(query, HARBOUR, always=True, exhaustive=e).best for e in (False, True))
        assert screened is not None
        assert whole is not None
        assert screened.span == whole.span


def test_a_needle_in_a_long_text(finder: Finder):
    noise = "\n".join(f"In {1800 + i} the town of Number {i} held {i % 7} markets and sold wool." for i in range(150))
    middle = noise.index("\n", len(noise) // 2)
    text = f"{noise[:middle]}\n{BRIDGE}{noise[middle:]}"
    for exhaustive in (False, True):
        best = finder.find(QUERY, text, exhaustive=exhaustive, explain=False).best
        assert best is not None
        assert best.span.text.strip(".") == BRIDGE.strip(".")


@pytest.mark.parametrize("size", [0, 100, 10_000])
def test_many_documents(finder: Finder, size: int, monkeypatch: pytest.MonkeyPatch):
    beginning = module._beginning
    monkeypatch.setattr(module, "_beginning", lambda documents, _: beginning(documents, size))
    documents = [Document(f"Item {i} of the list is about wool and markets.", f"note-{i}") for i in range(40)]
    documents.insert(30, Document(HARBOUR, "harbour", has_lines=True))
    answer = finder.find_in(QUERY, iter(documents), top=2)
    check(answer, *documents)
    assert answer.best is not None
    assert answer.best.document_id == "harbour"
    assert answer.best.location.line == 2


def test_pages_come_with_the_match(finder: Finder):
    document = Document(HARBOUR, "h", marks=(Mark(0, page=1), Mark(HARBOUR.index("Lorries"), page=2)))
    best = finder.find(QUERY, document).best
    assert best is not None
    assert best.location.page == 2


def test_threads_change_nothing(finder: Finder):
    answer = finder.find(QUERY, HARBOUR, top=3, always=True)
    assert all(Finder(threads=n).find(QUERY, HARBOUR, top=3, always=True) == answer for n in (1, 2))


def test_asking_again_changes_nothing(finder: Finder):
    assert finder.find(QUERY, HARBOUR, top=2) == finder.find(QUERY, HARBOUR, top=2)


@pytest.mark.parametrize("text", [HARBOUR, BRIDGE, HARBOUR * 3 + UNRELATED])
def test_a_prepared_document(finder: Finder, screened: None, text: str, monkeypatch: pytest.MonkeyPatch):
    finder.prepare(text)
    answer = finder.find(QUERY, text, always=True)
    check(answer, Document(text))
    assert answer.best is not None
    assert BRIDGE[:-1] in answer.best.span.text
    monkeypatch.setattr(finder._encoder, "run", lambda *_: pytest.fail("it was encoded again"))
    finder._screens = KeptScreens()
    finder.prepare(Document(text))


def test_an_empty_document_can_be_prepared(finder: Finder):
    finder.prepare("")
    assert not finder.find(QUERY, "")


def test_both_scores_have_a_say():
    """A place is read when either score ranks it high, among documents prepared and not."""

    def heap(*numbers: int) -> list[Promise]:
        return [
            (float(-i), -number, 0, Place(0, 1, 0, 0), Document("", str(number))) for i, number in enumerate(numbers)
        ]

    def taken(*heaps: list[Promise]) -> list[int]:
        return [int(document.id) for _, document in taking_turns(*heaps)]

    assert taken(heap(5, 6), heap(1, 5, 2, 3)) == [5, 1, 6, 2, 3]
    assert taken([], heap(1, 2)) == [1, 2]
    assert taken([], []) == []
    assert taken(heap(*range(100, 116)), heap(*range(16))) == [i for j in range(16) for i in (100 + j, j)]


@pytest.mark.parametrize("prepared", ["all", "some", "only the right one"])
def test_many_prepared_documents(finder: Finder, screened: None, prepared: str):
    """However many documents have a best place of their own, that of the right one is read."""
    notes = [Document(f"Item {i} of the list. It tells of wool and of markets.", f"{prepared}-{i}") for i in range(40)]
    right = Document(HARBOUR, "harbour")
    documents = [*notes, right]
    for number, document in enumerate(documents):
        if prepared == "all" or document is right or (prepared == "some" and number % 2):
            finder.prepare(document)
    answer = finder.find_in(QUERY, documents)
    assert answer.best is not None
    assert answer.best.document_id == "harbour"


def test_a_user_s_own_model(tiny_answerer: Path, screened: None, tmp_path: Path):
    finder = Finder(tiny_answerer, cache=tmp_path)
    for exhaustive in (False, True):
        answer = finder.find("the dog was late", HARBOUR, top=3, always=True, exhaustive=exhaustive)
        check(answer, Document(HARBOUR))
        assert len(answer.matches) == 3
        assert apart(answer)
    with pytest.raises(OtherwordsError, match="has no span vectors to prepare with"):
        finder.prepare(HARBOUR)


def offsets(finder: Finder, text: str) -> tuple[list[int], list[int]]:
    tokens = finder._encoder.tokenizer.tokens(text)
    return tokens.starts.tolist(), tokens.ends.tolist()


@given(
    text=ANY_TEXT,
    query=ANY_TEXT,
    top=st.integers(1, 3),
    exhaustive=st.booleans(),
    warm=st.booleans(),
    always=st.booleans(),
)
@example(
    text="a\x00b\u200d\u0301 👩‍👩‍👧\r\n שלום,\u2029x", query="ไทย", top=3, exhaustive=False, warm=True, always=True
)
@example(text="the dog", query="cat", top=1, exhaustive=False, warm=True, always=False)
@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_offset_law(
    tiny: Finder, screened: None, text: str, query: str, top: int, exhaustive: bool, warm: bool, always: bool
):
    if not len(tiny._encoder.tokenizer.tokens(query)):
        with pytest.raises(OtherwordsError, match="the query is empty"):
            tiny.find(query, text)
        return
    if warm:
        tiny.prepare(text)
    answer = tiny.find(query, text, top=top, exhaustive=exhaustive, always=always, min_probability=0.6)
    check(answer, Document(text))
    assert len(answer.matches) <= top
    assert apart(answer)
    readable = "".join(text[i:j] for i, j in zip(*offsets(tiny, text), strict=True)).strip() != ""
    assert any(True for _ in found(answer)) == readable
    assert bool(answer) or not (always and readable)


def test_exhaustive_reads_every_slice(tiny: Finder, monkeypatch: pytest.MonkeyPatch):
    """The best span is the one with the highest lead in its slice, over slices that hold every token."""
    text = " ".join(WORDS * 60)
    seen: list[Reading] = []
    reader = tiny.ways_of("the dog")[0].reader
    read = reader.read

    def spy(*arguments: object) -> Iterator[Reading]:
        for reading in read(*arguments):  # type: ignore[arg-type]
            seen.append(reading)
            yield reading

    monkeypatch.setattr(reader, "read", spy)
    best = tiny.find("the dog", text, always=True, exhaustive=True).best
    assert best is not None
    assert len(seen) > 4
    lead = max(reading.spans[0][2] - reading.null for reading in seen)
    assert best.score == pytest.approx(lead, abs=1e-5)


@pytest.mark.parametrize("size", [1, 2, 7])
def test_chunks_change_nothing(tiny: Finder, size: int, monkeypatch: pytest.MonkeyPatch):
    text = " ".join(WORDS * 60)
    whole = tiny.find("the dog", text, always=True, exhaustive=True)
    monkeypatch.setattr("otherwords.find.windows._AT_ONCE", size)
    assert tiny.find("the dog", text, always=True, exhaustive=True) == whole


@given(seed=st.integers(0, 1 << 32), size=st.integers(1, 9), top=st.integers(1, 8), copies=st.integers(1, 2))
@settings(deadline=None, max_examples=150)
def test_chunks_change_nothing_among_spans_that_overlap(tiny: Finder, seed: int, size: int, top: int, copies: int):
    """Whatever the reader sees: a span that lost to another is there again when that one loses in a later chunk."""

    def drawn(query: Tokens, windows: list[np.ndarray], most: int) -> Iterator[Reading]:
        for number, ids in enumerate(windows):
            random = np.random.default_rng([seed, *ids])
            before, after = random.integers(len(ids) // 4, size=2).tolist()  # wide enough to reach into its neighbours
            yield Reading(number, [(before, len(ids) - 1 - after, float(random.integers(20)))], 0.0)

    words = np.random.default_rng(seed).choice(WORDS, 1500)
    documents = [Document(" ".join(words), str(i)) for i in range(copies)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiny.ways_of("dog")[0].reader, "read", drawn)
        options = {"top": top, "always": True, "exhaustive": True, "explain": False}
        whole = tiny.find_in("dog", documents, **options)
        patch.setattr("otherwords.find.windows._AT_ONCE", size)
        patch.setattr(module, "_GROUP", 1000 * size)
        assert tiny.find_in("dog", documents, **options) == whole


@pytest.mark.parametrize("exhaustive", [False, True])
def test_places_are_left_alone_only_when_the_first_make_it_sure(
    tiny: Finder, screened: None, exhaustive: bool, monkeypatch: pytest.MonkeyPatch
):
    text = "".join(f"The dog {i} sat on the mat {i} and said {i}. " + "x " * 500 for i in range(16))
    seen: list[int] = []
    reader = tiny.ways_of("the dog")[0].reader
    read = reader.read

    def spy(query: object, windows: list[object], top: int) -> Iterator[Reading]:
        seen.append(len(windows))
        return read(query, windows, top)  # type: ignore[arg-type]

    monkeypatch.setattr(reader, "read", spy)
    monkeypatch.setattr("otherwords.find.windows._AT_ONCE", 5)
    for probability, top in ((1.0, 1), (0.89, 1), (1.0, 2)):
        seen.clear()
        monkeypatch.setattr(Calibration, "probability", lambda self, evidence, p=probability: p)
        tiny.find("the dog sat", text, top=top, exhaustive=exhaustive)
        if exhaustive:
            tokens = len(tiny._encoder.tokenizer.tokens(text))
            assert sum(seen) == len(list(reader.slices(reader.query("the dog sat"), tokens)))
        elif top > 1:
            assert seen == [5, 5, 5, 1]
        else:
            assert seen == ([4] if probability == 1.0 else [4, 5, 5, 2])


@pytest.mark.parametrize("warm", [False, True])
def test_screens_of_earlier_documents_are_let_go(
    tiny_reader: Path, tmp_path: Path, screened: None, warm: bool, monkeypatch: pytest.MonkeyPatch
):
    """By all that they take, also what a prepared one has grown by."""
    finder = Finder(tiny_reader, threads=1, cache=tmp_path)
    texts = [f"the dog sat on mat {i} and said " * 20 for i in range(12)]
    one = Screen(texts[0], finder._language)
    if warm:
        finder.prepare(texts[0])
        assert finder._screen(texts[0]).size > one.size + 1000
        one = finder._screen(texts[0])
    monkeypatch.setattr(kept, "_LARGEST", 3 * one.size + one.size // 2)
    for text in texts:
        if warm:
            finder.prepare(text)
        finder.find("dog", text)
        assert text in finder._screens._screens
        assert len(finder._screens._screens) <= 3
    assert texts[0] not in finder._screens._screens


def test_a_finder_may_be_shared_by_threads(tiny: Finder, screened: None, monkeypatch: pytest.MonkeyPatch):
    """All get the answers that one alone would get, and no more is kept than may be."""
    texts = [f"the dog sat on mat {i} and the cat said so to king {i}" for i in range(6)]
    asked = [(query, text) for query in ("the dog", "a king said", "cat") for text in texts]
    expected = [tiny.find(query, text, always=True) for query, text in asked]
    monkeypatch.setattr(kept, "_LARGEST", 3 * Screen(texts[0], tiny._language).size)
    tiny._screens = KeptScreens()
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(lambda one: tiny.find(*one, always=True), asked * 4))
    assert got == expected * 4
    assert len(tiny._screens._screens) <= 3


@pytest.mark.parametrize("exhaustive", [False, True])
def test_as_many_as_are_asked_for(finder: Finder, screened: None, exhaustive: bool):
    """Beyond the sixteen places that one answer is looked for in."""
    documents = [Document(f"Note {i}. {BRIDGE} The chair of group {i} spoke.", f"note-{i}") for i in range(20)]
    answer = finder.find_in(QUERY, documents, top=18, exhaustive=exhaustive, explain=False)
    check(answer, *documents)
    assert len({match.document_id for match in answer.matches}) == 18


def test_how_many_are_asked_for_changes_nothing_else(finder: Finder, screened: None):
    """The best of many is the best alone, with the same probability."""
    documents = [Document(HARBOUR), Document(f"{BRIDGE} {UNRELATED}"), Document("Heavy lorries must wait. " * 30)]
    for query in (QUERY, UNRELATED, "lorries must not go over the bridge", "something about the beach"):
        for always in (False, True):
            alone, *more = (finder.find_in(query, documents, top=top, always=always) for top in (1, 2, 5))
            assert [answer.best for answer in more] == [alone.best] * 2
            assert [answer.no_match for answer in more] == [alone.no_match] * 2
