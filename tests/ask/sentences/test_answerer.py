"""Documents asked through wordings: p(a|q) = Σ p(a|q′) · p(q′|q), over the same sentences for all wordings."""

from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from word_reads import WordReads, by_shared_words

from otherwords.ask.answer import Passage
from otherwords.ask.asking import Asker
from otherwords.ask.sentences.answerer import _READ, SentenceAnswerer
from otherwords.ask.sentences.gather import from_documents
from otherwords.ask.sentences.judge import Judge, Weights
from otherwords.ask.wording import Wording
from otherwords.text import Document, OtherwordsError

WEIGHTS = Weights(np.array([0.8, 1.0, 0.5, 0.1]), 0.0)
TEXT = "The lorry ban ends on 4 May. The bridge was built by Anna Berg. Nobody was hurt. The ferry sank in 1932."


class Reworded:
    name = "rules"

    def __init__(self, *texts: str) -> None:
        self._texts = texts

    def wordings(self, question: str) -> list[Wording]:
        return [Wording(text, self.name, 1.0) for text in self._texts]


def answerer(documents: Iterable[Document], judge: Judge | None = None) -> SentenceAnswerer:
    kept = list(documents)
    return SentenceAnswerer(
        lambda wordings: from_documents(kept, wordings, by_shared_words), judge or Judge(WordReads(), WEIGHTS)
    )


def test_the_sentence_and_where_it_stands():
    asked = Asker(answerer([Document("Nothing here.", id="a"), Document(TEXT, id="b")])).ask("who built the bridge")
    best = asked.answers[0]
    assert best.text == "The bridge was built by Anna Berg."
    assert best.passage is not None
    assert (best.passage.document_id, TEXT[best.passage.span.start : best.passage.span.end]) == ("b", best.text)
    assert dict(best.evidence)["kind"] == 1
    assert best.wording is not None
    assert best.wording.text == "who built the bridge"


def test_every_sentence_is_read_with_every_wording():
    wordings = ("when does the lorry ban end", "when is the end of the lorry ban")

    def weigh(question: str, wordings: Sequence[Wording]) -> list[float]:
        return [0.2, 0.5, 0.3]

    asked = Asker(answerer([Document(TEXT)]), [Reworded(*wordings)], weigh).ask("when may trucks cross again")
    assert [heard.wording.text for heard in asked.heard] == ["when may trucks cross again", *wordings]
    assert asked.nearest is not None
    assert asked.nearest.text == "The lorry ban ends on 4 May."
    for heard in asked.heard:
        assert len(heard.answers) == 4
    expected = sum(
        heard.weight * next(one.probability for one in heard.answers if one.text == asked.nearest.text)
        for heard in asked.heard
    )
    assert asked.nearest.probability == pytest.approx(expected)
    assert asked.nearest.wording is not None
    assert asked.nearest.wording.text == wordings[0]


def test_no_answer():
    asked = Asker(answerer([Document(TEXT)])).ask("who painted the ceiling of the chapel")
    assert asked.answers == ()
    assert asked.nearest is not None
    assert asked.nearest.probability < 0.5
    nothing = Asker(answerer([Document(" \n"), Document("")])).ask("who")
    assert (nothing.answers, nothing.nearest) == ((), None)


def test_only_the_promising_are_read():
    many = [Document(f"Ferry {i} came. Ferry {i} left the harbour.", id=str(i)) for i in range(300)]
    model = WordReads()
    asked = Asker(answerer([*many, Document(TEXT)], Judge(model, WEIGHTS))).ask("who built the bridge")
    assert asked.answers[0].text == "The bridge was built by Anna Berg."
    assert len(model.read) <= _READ


def test_sentences_are_gathered_once_for_every_question():
    read = 0

    def gather(wordings: Sequence[str]) -> list[Passage]:
        nonlocal read
        read += 1
        return from_documents([Document(TEXT)], wordings, by_shared_words)

    one = SentenceAnswerer(gather, Judge(WordReads(), WEIGHTS))
    asker = Asker(one, [Reworded("who made the bridge", "who has built the bridge")])
    assert asker.ask("who built the bridge").answers[0].text == "The bridge was built by Anna Berg."
    assert Asker(one).ask("when did the [ferry] sink").answers[0].text == "The ferry sank in 1932."
    assert read == 2
    assert one.answers("who was hurt")
    assert read == 3


@pytest.mark.parametrize(("question", "problem"), [("", "is empty"), ("?!", "is empty"), ("who " * 201, "at most 200")])
def test_what_is_no_question(question: str, problem: str):
    with pytest.raises(OtherwordsError, match=problem):
        Asker(answerer([Document(TEXT)])).ask(question)
