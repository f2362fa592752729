"""A knowledge base of the facts that a data set of questions gives, as N-Triples: what ``ask --kb`` reads."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from otherwords.ask.kb.terms import LABELS, Term, key
from otherwords.evaluate.files import writing
from otherwords.evaluate.questions import QuestionExample
from otherwords.text import OtherwordsError

NAME = LABELS[0]
ALIAS = ox.NamedNode("http://www.w3.org/2004/02/skos/core#altLabel")

Fact = tuple[ox.NamedNode, ox.NamedNode, Term]


@dataclass(frozen=True)
class FactQuestions:
    """Questions, and the facts that answer them."""

    examples: list[QuestionExample]
    wordings: list[str]
    """The questions with a slot in the place of what they are about, where they call it by name."""
    facts: list[Fact]


def write_facts(path: Path, facts: Iterable[Fact]) -> int:
    """Each fact once, in the order in which they come; the names of things are facts, too, but are not counted."""
    if not path.name.removesuffix(".gz").endswith(".nt"):
        raise OtherwordsError(f"{path}: the knowledge base is written as N-Triples; call it .nt or .nt.gz")
    distinct = dict.fromkeys(facts)
    with writing(path) as file:
        file.writelines(f"{subject} {relation} {thing} .\n" for subject, relation, thing in distinct)
    return sum(relation not in LABELS for _, relation, _ in distinct)


def named(thing: ox.NamedNode, names: Iterable[str]) -> list[Fact]:
    """What a thing is called: the first is its name, the others are aliases, unless they differ in case only."""
    distinct: dict[str, str] = {}
    for name in names:
        distinct.setdefault(key(name), name)
    return [(thing, ALIAS if i else NAME, ox.Literal(name)) for i, name in enumerate(distinct.values())]
