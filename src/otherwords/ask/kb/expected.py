"""What kind of answer a question wants: rules for wh-words, counts and superlatives, as far as rules reach."""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import pyoxigraph as ox

from otherwords.ask.kb.graph import End, Graph
from otherwords.ask.kb.terms import Term, key, listed
from otherwords.ask.kb.words import FUNCTION_WORDS, are_forms, content, tokens

_COUNT = re.compile(r"\b(how many|number of|count of)\b", re.IGNORECASE)
_TIME = re.compile(r"\b(when|what year|which year|what date|years?|dates?)\b", re.IGNORECASE)
_PERSON = re.compile(r"\b(who|whom)\b", re.IGNORECASE)
_YEAR = re.compile(r"([+-]?\d{3,4})(?:-(\d\d)(?:-(\d\d).*)?)?$")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?$")
_WRITTEN_NUMBER = re.compile(r"[+-]?\d+(?:[.,\s]\d+)*(?:[eE][+-]?\d+)?")

_AGES = {"first": min, "earliest": min, "oldest": min, "last": max, "latest": max, "newest": max, "youngest": max}
_SIZES = {
    **dict.fromkeys(("highest", "tallest", "largest", "biggest", "longest", "most", "best", "heaviest"), max),
    **dict.fromkeys(("lowest", "smallest", "shortest", "least", "worst", "lightest"), min),
}
_OF_SIZE = {
    "highest": "height rating",
    "tallest": "height",
    "largest": "area size population",
    "biggest": "size area",
    "longest": "length time duration",
    "shortest": "length time duration height",
}
_OF_TIME = "year date born founded built"
_PEOPLE = frozenset({"person", "human", "people", "agent", "organization", "organisation", "group", "band", "team"})
_PLACES = frozenset({"place", "location", "city", "town", "village", "country", "state", "region", "settlement"})
_LOOKED_AT = 20
_MISFIT, _FIT = -3.0, 1.5


def wants_count(question: str) -> bool:
    return _COUNT.search(question) is not None


def is_number(text: str) -> bool:
    """However it is written: *709,037*, *1 500*, *4.5*."""
    return _WRITTEN_NUMBER.fullmatch(text) is not None


def fit(graph: Graph, question: str, about: Term, ends: Sequence[End]) -> float:
    """Log odds for the kind of answer that a path leads to, where nothing was learned of it."""
    some = [end.term for end in ends[:_LOOKED_AT]]
    texts = list(graph.kb.names(some).values())
    dates = sum(_YEAR.match(text) is not None for text in texts) / len(texts)
    numbers = sum(_NUMBER.match(text) is not None for text in texts) / len(texts)
    kinds = {word for name in graph.classes(some) for word in content(name)}
    if _PERSON.search(question) and not _TIME.search(question):
        return _MISFIT * max(dates, numbers) + _belongs(kinds, _PEOPLE)
    if question.casefold().startswith("where"):
        return _MISFIT * max(dates, numbers) + _belongs(kinds, _PLACES)
    if question.casefold().startswith(("when", "what year", "which year", "in which year", "in what year")):
        return _FIT * dates + _MISFIT * (1 - dates)
    if wants_count(question):
        return 0.0
    # "What kind of film is Roma": there the word tells what Roma is, not what is wanted.
    wanted = kinds - {word for name in graph.classes([about]) for word in content(name)}
    return _FIT if any(are_forms(word, kind) for word in content(question) for kind in wanted) else 0.0


def other_kinds(graph: Graph, question: str, found: Sequence[Sequence[End]]) -> list[float]:
    """Log odds against ends that are not what the question names (``which books``), where those of another path are."""
    said = tokens(question)
    start = next((i for i, token in enumerate(said) if token in ("which", "what")), len(said))
    # "Which book publishers": there the second word tells what is wanted.
    if len(said) < start + 2 or (said[start + 2 :] and said[start + 2] not in FUNCTION_WORDS):
        return [0.0] * len(found)
    classes = [graph.classes([end.term for end in ends[:_LOOKED_AT]]) for ends in found]
    are_such = [any(are_forms(said[start + 1], kind) for name in some for kind in content(name)) for some in classes]
    return [_MISFIT if any(are_such) and not is_such else 0.0 for is_such in are_such]


def unsaid(graph: Graph, question: str, ends: Sequence[End]) -> float:
    """Log odds against answers that the question itself says: it asks for others, if it offers none to choose from."""
    asked = f" {key(question)} "
    if " or " in asked:
        return 0.0
    names = graph.kb.names([end.term for end in ends[:_LOOKED_AT]]).values()
    return _MISFIT * sum(f" {key(name)} " in asked for name in names) / len(names)


def _belongs(kinds: Set[str], named: frozenset[str]) -> float:
    """Where nothing says what the answers are, nothing speaks for or against them."""
    if not kinds:
        return 0.0
    return _FIT if kinds & named else _MISFIT


@dataclass(frozen=True, slots=True)
class Choice:
    """The ends that a superlative leaves, and the relation that it compares them by."""

    ends: list[End]
    relation: str


def superlative(graph: Graph, question: str, ends: Sequence[End]) -> Choice | None:
    """``the latest film``: of several ends, those whose year is the latest. None where no number tells."""
    said = tokens(question)
    word = next((token for token in said if token in _AGES or token in _SIZES), None)
    if word is None or len(ends) < 2:
        return None
    names = [*(_OF_TIME if word in _AGES else _OF_SIZE.get(word, "")).split(), *content(question)]
    choose = _AGES.get(word) or _SIZES[word]
    nodes = [end.term for end in ends if isinstance(end.term, ox.NamedNode)]
    if not nodes:
        return None
    rows = graph.kb.select(f"SELECT ?x ?p ?v WHERE {{ VALUES ?x {{ {listed(nodes)} }} ?x ?p ?v }}")
    values: dict[ox.NamedNode, dict[object, float]] = {}
    texts = graph.kb.names([row[2] for row in rows if row[2] is not None])
    for x, p, v in rows:
        if isinstance(p, ox.NamedNode) and v is not None and (number := _number(texts[v])) is not None:
            own = values.setdefault(p, {})
            own[x] = choose(number, own.get(x, number))
    relation = _best_relation(graph, names, values)
    if relation is None:
        return None
    chosen = choose(values[relation].values())
    return Choice([end for end in ends if values[relation].get(end.term) == chosen], graph.words(relation))


def _best_relation(
    graph: Graph, wanted: Sequence[str], values: Mapping[ox.NamedNode, Mapping[object, float]]
) -> ox.NamedNode | None:
    def named(relation: ox.NamedNode) -> int:
        return sum(are_forms(word, own) for word in wanted for own in content(graph.words(relation)))

    fitting = [relation for relation in values if named(relation)]
    return max(fitting, key=lambda relation: (named(relation), len(values[relation]), str(relation)), default=None)


def _number(text: str) -> float | None:
    if _NUMBER.match(text):
        return float(text)
    if date := _YEAR.match(text):
        year, month, day = (int(part or 0) for part in date.groups())
        return year + month / 100 + day / 10_000
    return None
