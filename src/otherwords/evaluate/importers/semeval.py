"""SemEval Task 3 (2016 and 2017), subtask B, as lists: a question, and ten that a search engine found for it.

The source is XML, an original question again and again, each time with one of the related ones::

    <OrgQuestion ORGQ_ID="Q318">
      <OrgQSubject>IT Jobs in Qatar</OrgQSubject> <OrgQBody>how hard is it …</OrgQBody>
      <Thread …><RelQuestion RELQ_ID="Q318_R4" RELQ_RANKING_ORDER="4" RELQ_RELEVANCE2ORGQ="PerfectMatch" …>
        <RelQSubject>Why finding a job in Doha so hard?</RelQSubject> <RelQBody>Can somebody …</RelQBody>

PerfectMatch and Relevant are 1, Irrelevant is 0; a test file whose labels are kept back gets them from its
``.relevancy`` file. The search engine's order is kept as ``rank``. The text is subject and body, a line break between.
"""

import xml.etree.ElementTree as xml
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from otherwords.evaluate.files import reading
from otherwords.evaluate.lists import Candidate, ListExample
from otherwords.evaluate.relevancy import read_relevancy
from otherwords.text import OtherwordsError

_LABELS = {"PerfectMatch": 1.0, "Relevant": 1.0, "Irrelevant": 0.0}
Labels = dict[str, float]


def read_semeval(path: Path, relevancy: Path | None = None) -> Iterator[ListExample]:
    known: Labels = {}
    if relevancy is not None:
        known = {one.id: one.label for example in read_relevancy(relevancy) for one in example.candidates}
    count = 0
    for id, questions in groupby(_questions(path), key=lambda question: question.get("ORGQ_ID", "")):
        count += 1
        try:
            yield _example(id, list(questions), known)
        except (KeyError, ValueError) as error:
            raise OtherwordsError(f"{path}: question {id}: missing or wrong {error}") from None
    if not count:
        raise OtherwordsError(f"{path}: no OrgQuestion in it; subtask B's files have them")


def _questions(path: Path) -> Iterator[xml.Element]:
    """The questions one at a time: with their comments, files are large."""
    with reading(path) as file:
        try:
            for _, element in xml.iterparse(file):
                if element.tag == "RelComment":
                    element.clear()
                if element.tag == "OrgQuestion":
                    yield element
        except xml.ParseError as error:
            raise OtherwordsError(f"{path}: not valid XML ({error})") from None


def _example(id: str, questions: list[xml.Element], known: Labels) -> ListExample:
    subject, body = _parts(questions[0], "OrgQ")
    related = [question for one in questions for question in one.iter("RelQuestion")]
    candidates = tuple(_candidate(question, known) for question in related)
    return ListExample(id, _text(subject, body), candidates, subject, body)


def _candidate(question: xml.Element, known: Labels) -> Candidate:
    id, relevance = question.attrib["RELQ_ID"], question.attrib["RELQ_RELEVANCE2ORGQ"]
    if id not in known and relevance not in _LABELS:
        raise OtherwordsError(f"{id} has no label but {relevance}; give the file of labels, with --relevancy")
    subject, body = _parts(question, "RelQ")
    label = known[id] if id in known else _LABELS[relevance]
    return Candidate(id, _text(subject, body), label, int(question.attrib["RELQ_RANKING_ORDER"]), subject, body)


def _parts(question: xml.Element, prefix: str) -> tuple[str, str]:
    subject, body = ((question.findtext(prefix + part) or "").strip() for part in ("Subject", "Body"))
    return subject, body


def _text(subject: str, body: str) -> str:
    return f"{subject}\n{body}".strip()
