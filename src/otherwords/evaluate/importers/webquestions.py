"""WebQuestions, as questions and as a knowledge base of the facts that answer them.

Four kinds of JSON arrays, told apart by their fields. The first is WebQuestions itself, which says what a question is
about; the others are those of the factoid data set of brmson, which has sought the answers in Freebase::

    {"utterance": "who does joakim noah play for?", "url": "http://www.freebase.com/view/en/joakim_noah", …}
    {"qId": "wqr000006", "qText": "who does joakim noah play for?", "answers": ["Chicago Bulls"]}
    {"qId": "wqr000006", "freebaseMids": [{"concept": "Joakim Noah", "mid": "m.0c2yrf"}]}
    {"qId": "wqr000006", "relPaths": [[["/sports/pro_athlete/teams", "/sports/sports_team_roster/team"], 1]]}

A path says how often it leads to an answer, not to which. So those count that lead there as often as there are answers,
or else those that lead there most often, and each is taken to lead to every answer. A path of two relations goes
through a thing without a name, one for each fact, as in Freebase. What is asked about has the MID of the concept that
is called as its page; where there is none, the page is its id. Answers are names, and the same thing as what else has
that name.

Left out, and counted: questions without a page, and those that no path answers; names, types and pictures are no paths.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from otherwords.ask.kb.terms import NAMELESS, Term, entity, key
from otherwords.evaluate.files import read_json
from otherwords.evaluate.importers.facts import Fact, FactQuestions, named
from otherwords.evaluate.questions import QuestionExample
from otherwords.text import OtherwordsError, words

_FREEBASE = "http://rdf.freebase.com/ns/"
_NO_PATHS = ("/type/", "/common/topic/alias", "/common/topic/image")
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)$")
_DATE = re.compile(r"[\d/.-]+")
_ALIKE = 0.6
_UNANSWERED = "questions that no path answers"

Concept = tuple[str, str]
"""A MID and the title of an article about it."""
Relations = tuple[str, ...]
_Walk = tuple[ox.NamedNode, Relations, Term]


@dataclass
class _Asked:
    question: str = ""
    answers: tuple[str, ...] = ()
    concepts: list[Concept] = field(default_factory=list)
    paths: dict[Relations, int] = field(default_factory=dict)
    page: str = ""


@dataclass(frozen=True)
class _Topic:
    term: ox.NamedNode
    names: tuple[str, ...]
    """The likeliest first."""


def read_webquestions(paths: Sequence[Path], skipped: Counter[str]) -> FactQuestions:
    """The questions in the order of their ids, whatever the order of the files."""
    asked: list[_Asked] = []
    for one in _gathered(paths):
        if not one.page:
            skipped["questions without a page"] += 1
        elif not (one.answers and _leading(one)):
            skipped[_UNANSWERED] += 1
        else:
            asked.append(one)
    topics = _topics(asked)
    things = _Things(topics.values())
    examples: list[QuestionExample] = []
    wordings: list[str] = []
    walks: dict[_Walk, None] = {}
    for one in asked:
        topic = topics[one.page]
        ends = [end for end in map(things.called, one.answers) if end != topic.term]
        walks |= dict.fromkeys((topic.term, path, end) for path in _leading(one) for end in ends)
        if not ends:
            skipped[_UNANSWERED] += 1
            continue
        examples.append(QuestionExample(one.question, one.answers))
        wordings.append(_wording(one.question, topic.names))
    return FactQuestions(examples, wordings, [*_facts(walks), *things.names()])


def _gathered(paths: Sequence[Path]) -> list[_Asked]:
    asked: dict[str, _Asked] = defaultdict(_Asked)
    pages: dict[str, str] = {}
    for path in paths:
        rows = read_json(path)
        try:
            for row in rows:
                if "utterance" in row:
                    pages[str(row["utterance"])] = str(row["url"]).rsplit("/", 1)[-1]
                else:
                    _add(asked[row["qId"]], row)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise OtherwordsError(
                f"{path}: not of WebQuestions: rows have utterance and url, or qId and qText, freebaseMids or relPaths"
                f" ({type(error).__name__}: {error})"
            ) from None
    for one in asked.values():
        one.page = pages.get(one.question, "")
    return [asked[number] for number in sorted(asked) if asked[number].question]


def _add(one: _Asked, row: Mapping[str, Any]) -> None:
    if "qText" in row:
        one.question = str(row["qText"])
        one.answers = tuple(dict.fromkeys(map(str, row["answers"])))
    elif "freebaseMids" in row:
        one.concepts += [(concept["mid"], concept["concept"]) for concept in row["freebaseMids"]]
    elif "relPaths" in row:
        one.paths |= {tuple(path): int(count) for path, count in row["relPaths"]}
    else:
        raise KeyError("qText")


def _leading(one: _Asked) -> list[Relations]:
    """The paths that lead to all answers, or else to most."""
    paths = {
        path: min(count, len(one.answers))
        for path, count in one.paths.items()
        if len(path) <= 2 and not any(relation.startswith(_NO_PATHS) for relation in path)
    }
    return [path for path, count in paths.items() if count == max(paths.values())]


def _facts(walks: Iterable[_Walk]) -> Iterator[Fact]:
    for number, (topic, path, end) in enumerate(walks):
        relations = [ox.NamedNode(_FREEBASE + relation.strip("/").replace("/", ".")) for relation in path]
        if len(relations) == 2:
            between = ox.NamedNode(f"{NAMELESS}{number}")
            yield topic, relations[0], between
            yield between, relations[1], end
        else:
            yield topic, relations[0], end


def _topics(asked: Sequence[_Asked]) -> dict[str, _Topic]:
    """What each page is about."""
    together: dict[str, Counter[Concept]] = defaultdict(Counter)
    times = Counter(one.page for one in asked)
    for one in asked:
        together[one.page].update(dict.fromkeys(one.concepts, 1))
    return {page: _topic(page, together[page], times[page]) for page in times}


def _topic(page: str, concepts: Counter[Concept], times: int) -> _Topic:
    """The concept that is called most like the page; one that is not, where every one of several questions has it."""
    name = page.replace("_", " ")

    def likeness(concept: Concept) -> float:
        titles = [key(title) for title in _titles(concept[1])]
        return max(SequenceMatcher(None, key(name), title, autojunk=False).ratio() for title in titles)

    best = max(concepts, key=lambda concept: (likeness(concept), concepts[concept], concept), default=None)
    if best is None or likeness(best) < _ALIKE:
        always = [concept for concept, count in concepts.items() if count == times]
        best = always[0] if len(always) == 1 else None
    if best is None:
        return _Topic(ox.NamedNode(f"{_FREEBASE}en.{page}"), (name,))
    return _Topic(ox.NamedNode(_FREEBASE + best[0]), (*reversed(_titles(best[1])), name))


def _titles(title: str) -> list[str]:
    """``Paris (mythology)`` is also called ``Paris``, and ``Sedona, Arizona`` also ``Sedona``."""
    plain = _IN_BRACKETS.sub("", title)
    return [*dict.fromkeys((title, plain.split(", ")[0], plain))]


class _Things:
    """Answers by their names: topics, or things of which no more is known."""

    def __init__(self, topics: Iterable[_Topic]) -> None:
        self._names: dict[ox.NamedNode, list[str]] = defaultdict(list)
        self._by_key: dict[str, set[ox.NamedNode]] = defaultdict(set)
        for topic in topics:
            self._names[topic.term] += topic.names
            for name in topic.names:
                self._by_key[key(name)].add(topic.term)

    def called(self, answer: str) -> Term:
        if _DATE.fullmatch(answer):
            return ox.Literal(answer)
        terms = self._by_key[key(answer)]
        if len(terms) != 1:
            return entity(answer)
        (term,) = terms
        self._names[term].insert(0, answer)  # shown under the name that the questions expect
        return term

    def names(self) -> Iterator[Fact]:
        for term, names in self._names.items():
            yield from named(term, names)


def _wording(question: str, names: Iterable[str]) -> str:
    """With a slot in the place of the longest name of what it is about."""
    keys = {key(name) for name in names}
    places = [*words(question)]
    spans = [(places[i][0], places[j][1]) for i in range(len(places)) for j in range(i, len(places))]
    found = [(start, end) for start, end in spans if key(question[start:end]) in keys]
    start, end = max(found, key=lambda span: span[1] - span[0], default=(0, 0))
    return f"{question[:start]}[]{question[end:]}" if end else question
