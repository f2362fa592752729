"""SemEval Task 3 (2016 and 2017), subtask B, as lists: a question, and ten that a search engine found for it.

The source is XML, an original question again and again, each time with one of the related ones::

    <OrgQuestion ORGQ_ID="Q318">
      <OrgQSubject>IT Jobs in Qatar</OrgQSubject> <OrgQBody>how hard is it …</OrgQBody>
      <Thread …><RelQuestion RELQ_ID="Q318_R4" RELQ_RANKING_ORDER="4" RELQ_RELEVANCE2ORGQ="PerfectMatch" …>
        <RelQSubject>Why finding a job in Doha so hard?</RelQSubject> <RelQBody>Can somebody …</RelQBody></RelQuestion>
        <RelComment …><RelCText>Have you tried …</RelCText></RelComment>

PerfectMatch and Relevant are 1, Irrelevant is 0; a test file whose labels are kept back gets them from its
``.relevancy`` file. The search engine's order is kept as ``rank``, the comments as ``replies``. The text is subject and
body, a line break between.
"""

import xml.etree.ElementTree as xml
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from otherwords.evaluate.files import reading
from otherwords.evaluate.lists import Candidate, ListExample
from otherwords.evaluate.relevancy import read_relevancy
from otherwords.text import OtherwordsError

LABELS = {"PerfectMatch": 1.0, "Relevant": 1.0, "Irrelevant": 0.0}
Labels = dict[str, float]


class _Asked(NamedTuple):
    """A question as it stands in the file: with one of its candidates."""

    id: str
    subject: str
    body: str
    candidates: list[Candidate]


def read_semeval(path: Path, relevancy: Path | None = None) -> Iterator[ListExample]:
    known: Labels = {}
    if relevancy is not None:
        known = {one.id: one.label for example in read_relevancy(relevancy) for one in example.candidates}
    count = 0
    for id, group in groupby(_questions(path, known), key=lambda asked: asked.id):
        asked = list(group)
        count += 1
        subject, body = asked[0].subject, asked[0].body
        candidates = tuple(candidate for one in asked for candidate in one.candidates)
        yield ListExample(id, _text(subject, body), candidates, subject, body)
    if not count:
        raise OtherwordsError(f"{path}: no OrgQuestion in it; subtask B's files have them")


def _questions(path: Path, known: Labels) -> Iterator[_Asked]:
    """The questions one at a time: with their comments, files are large."""
    with reading(path) as file:
        try:
            for _, element in xml.iterparse(file):
                if element.tag == "OrgQuestion":
                    yield _asked(path, element, known)
                    element.clear()
        except xml.ParseError as error:
            raise OtherwordsError(f"{path}: not valid XML ({error})") from None


def _asked(path: Path, question: xml.Element, known: Labels) -> _Asked:
    id = question.get("ORGQ_ID", "")
    try:
        candidates = [_candidate(thread, known) for thread in question.iter("Thread")]
    except (KeyError, ValueError) as error:
        raise OtherwordsError(f"{path}: question {id}: missing or wrong {error}") from None
    return _Asked(id, *_parts(question, "OrgQ"), candidates)


def _candidate(thread: xml.Element, known: Labels) -> Candidate:
    question = thread.find("RelQuestion")
    if question is None:
        raise KeyError("RelQuestion")
    id, relevance = question.attrib["RELQ_ID"], question.attrib["RELQ_RELEVANCE2ORGQ"]
    if id not in known and relevance not in LABELS:
        raise OtherwordsError(f"{id} has no label but {relevance}; give the file of labels, with --relevancy")
    subject, body = _parts(question, "RelQ")
    label = known[id] if id in known else LABELS[relevance]
    rank = int(question.attrib["RELQ_RANKING_ORDER"])
    replies = tuple(text for comment in thread.iter("RelCText") if (text := (comment.text or "").strip()))
    return Candidate(id, _text(subject, body), label, rank, subject, body, replies=replies)


def _parts(question: xml.Element, prefix: str) -> tuple[str, str]:
    subject, body = ((question.findtext(prefix + part) or "").strip() for part in ("Subject", "Body"))
    return subject, body


def _text(subject: str, body: str) -> str:
    return f"{subject}\n{body}".strip()
