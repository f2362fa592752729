"""SimpleQuestions over Wikidata, as questions and as a knowledge base of the facts that answer them.

The source is lines of four columns between tabs: what is asked about, a relation, the answer, the question. ``R``
before the relation's number says that it is walked against its direction::

    Q7370831	P162	Q361208	who produced the film rough house rosie
    Q2568216	R57	Q14949730	What is a film directed by wiebke von carolsfeld?

Things are numbers there, and their names are what the questions call them: the shortest stretch of words such that the
rest of the question is a way of asking, that is, the rest of several others, too; usual words at its ends are not part
of it. What no question calls by a name is called by its number. A question is answered by all things that the facts of
all questions give.

Left out, and counted: questions about what has no name.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from otherwords.ask.kb.terms import key
from otherwords.evaluate.files import read_lines
from otherwords.evaluate.importers.facts import Fact, FactQuestions, named
from otherwords.evaluate.importers.wikidata_relations import NAMES
from otherwords.evaluate.questions import QuestionExample
from otherwords.text import OtherwordsError, words

_THING, _RELATION = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
_SEVERAL = 3
_USUAL = 0.01
"""A word that so many of the questions have is a word of asking."""
_LONGEST_NAME = 12
"""Words."""


@dataclass(frozen=True, slots=True)
class _Row:
    subject: str
    relation: str
    thing: str
    question: str


def read_simplequestions(paths: Sequence[Path], skipped: Counter[str]) -> FactQuestions:
    rows = [row for path in paths for row in _rows(path)]
    mentions = _mentions([row.question for row in rows])
    called: dict[str, Counter[str]] = defaultdict(Counter)
    for row, mention in zip(rows, mentions, strict=True):
        if mention is not None:
            called[row.subject][row.question[slice(*mention)]] += 1
    names = {thing: [name for name, _ in counts.most_common()] for thing, counts in called.items()}
    answers: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for row in rows:
        answers[row.subject, row.relation][row.thing] = None
    examples: list[QuestionExample] = []
    wordings: list[str] = []
    for row, mention in zip(rows, mentions, strict=True):
        if row.subject not in names:
            skipped["questions about what has no name"] += 1
            continue
        right = [names.get(thing, [thing])[0] for thing in answers[row.subject, row.relation]]
        examples.append(QuestionExample(row.question, tuple(dict.fromkeys(right))))
        start, end = mention or (0, 0)
        wordings.append(f"{row.question[:start]}[]{row.question[end:]}" if mention else row.question)
    return FactQuestions(examples, wordings, [*_facts(rows), *_names(rows, names)])


def _rows(path: Path) -> Iterator[_Row]:
    for number, line in read_lines(path):
        cells = [" ".join(cell.split()) for cell in line.rstrip("\r\n").split("\t")]
        if len(cells) != 4 or not all(cells) or cells[1][0] not in "PR":
            raise OtherwordsError(f"{path}:{number}: not a thing, a relation (P… or R…), a thing and a question")
        yield _Row(*cells)


def _mentions(questions: Sequence[str]) -> list[tuple[int, int] | None]:
    """Where each question calls a thing by its name: the shortest stretch whose surroundings are common."""
    around: Counter[str] = Counter()
    for question in set(questions):
        around.update({rest for _, rest in _stretches(question)})
    said = Counter(word for question in set(questions) for word in {*key(question).split()})
    usual = {word for word, count in said.items() if count > _USUAL * len(questions)}
    found: list[tuple[int, int] | None] = []
    for question in questions:
        common = [(span, rest) for span, rest in _stretches(question) if around[rest] >= _SEVERAL]
        # As short as can be; of those, in the commonest surroundings.
        best = min(common, key=lambda one: (_size(question, one[0]), -around[one[1]]), default=None)
        found.append(_trimmed(question, best[0], usual) if best else None)
    return found


def _trimmed(question: str, span: tuple[int, int], usual: set[str]) -> tuple[int, int]:
    """Without words of asking at its ends, unless there are no others; and without ``'s``."""
    places = [(span[0] + start, span[0] + end) for start, end in words(question[slice(*span)])]
    rare = [i for i, place in enumerate(places) if key(question[slice(*place)]) not in usual]
    start, end = (places[rare[0]][0], places[rare[-1]][1]) if rare else span
    return start, end - 2 if question[start:end].endswith("'s") else end


def _stretches(question: str) -> list[tuple[tuple[int, int], str]]:
    """Up to twelve words in a row, but never all, with what stands around them."""
    places = [*words(question)]
    parts = [key(question[start:end]) for start, end in places]
    return [
        ((places[i][0], places[j - 1][1]), " ".join((*parts[:i], "[]", *parts[j:])))
        for i in range(len(places))
        for j in range(i + 1, min(len(places), i + _LONGEST_NAME) + 1)
        if j - i < len(places)
    ]


def _size(question: str, span: tuple[int, int]) -> int:
    return len(question[slice(*span)].split())


def _facts(rows: Sequence[_Row]) -> Iterator[Fact]:
    for row in rows:
        subject, thing = ox.NamedNode(_THING + row.subject), ox.NamedNode(_THING + row.thing)
        relation = ox.NamedNode(f"{_RELATION}P{row.relation[1:]}")
        yield (subject, relation, thing) if row.relation.startswith("P") else (thing, relation, subject)


def _names(rows: Sequence[_Row], names: dict[str, list[str]]) -> Iterator[Fact]:
    for relation in dict.fromkeys(f"P{row.relation[1:]}" for row in rows):
        yield from named(ox.NamedNode(_RELATION + relation), [NAMES.get(relation, relation)])
    for thing, its in names.items():
        yield from named(ox.NamedNode(_THING + thing), its)
