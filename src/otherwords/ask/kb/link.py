"""Which things of the knowledge base a question speaks of: by exact name or alias, then by names that look alike."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import pyoxigraph as ox

from otherwords.ask.kb.knowledge import KnowledgeBase, Unanswered
from otherwords.ask.kb.names import Named
from otherwords.ask.kb.terms import Term, key
from otherwords.ask.kb.words import FUNCTION_WORDS
from otherwords.ask.marks import BRACKETS, SLOT, words_asked

_LONGEST_NAME = 12
"""Words."""
_LONGEST_PLAIN = 4
"""Of a stretch without capitals that is compared with names that look alike."""
_KEPT = 8
_SURE = 0.5
_BY_INITIALS = 0.3
_COUNTED = 100
_AT_ONCE = 200
"""Things whose facts are counted by one query: a long query takes more than its share of time."""
_TRIED = 24
"""Stretches of a question that are compared with names that look alike."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Link:
    term: Term
    name: str
    score: float
    """From 0 to 1: how surely the question speaks of it."""
    wording: str
    """The question with a slot, ``[]``, in the place of the name."""
    mention: str
    likeness: float = 1.0
    """How much the mention looks like the name; 1 where it is the name."""
    facts: int = 0
    """How many are known of it, where there are others that it may be."""


def link(kb: KnowledgeBase, question: str) -> list[Link]:
    """The likeliest first, several of them; none where the knowledge base knows no such name."""
    tokens = words_asked(question)
    if marked := BRACKETS.search(question):
        return _marked(kb, question, marked)
    spans = [
        (tokens[i][0], end)
        for i in range(len(tokens))
        for j in range(i, min(len(tokens), i + _LONGEST_NAME))
        for end in _ends(question, tokens[j][1])
    ]
    links = _exact(kb, question, spans)
    # A misspelt name, perhaps, or a part of one, beside a word that happens to be one.
    sure = [one.mention for one in links if one.score >= _SURE]
    others = [span for span in spans if not any(question[slice(*span)] in name for name in sure)]
    return _best(kb, [*links, *_while_answered(_alike(kb, question, others), links)])


def _while_answered(found: Iterator[T], before: Sequence[T]) -> Iterator[T]:
    """An endpoint too slow to find names that look alike still has those of the very names."""
    are_any = bool(before)
    try:
        for one in found:
            are_any = True
            yield one
    except Unanswered:
        if not are_any:
            raise


def _nearest(kb: KnowledgeBase, mention: str) -> Iterator[Named]:
    yield from kb.alike(mention)[:_KEPT]


def _ends(question: str, end: int) -> list[int]:
    """``Canada's`` may speak of Canada."""
    return [end, end - 2] if question[end - 2 : end] in ("'s", "’s") else [end]


def _best(kb: KnowledgeBase, links: Iterable[Link]) -> list[Link]:
    """Each thing once; of those that look as likely, the best known ones first."""
    best: dict[Term, Link] = {}
    for one in links:
        if one.term not in best or best[one.term].score < one.score:
            best[one.term] = one
    facts = _facts(kb, [*best])
    found = [replace(one, facts=facts.get(one.term, 0)) for one in best.values()]
    return sorted(found, key=lambda one: (-round(one.score, 2), -one.facts, str(one.term)))[:_KEPT]


def _facts(kb: KnowledgeBase, things: Sequence[Term]) -> dict[Term, int]:
    """How many facts there are of each, up to a hundred: an endpoint would take long to count all of a country's."""
    if len(things) < 2:
        return {}
    found: dict[Term, int] = {}
    for start in range(0, len(things), _AT_ONCE):
        counted = " UNION ".join(
            f"{{ SELECT ?x WHERE {{ VALUES ?x {{ {thing} }} {{ ?x ?p ?y }} UNION {{ ?y ?p ?x }} }} LIMIT {_COUNTED} }}"
            for thing in things[start : start + _AT_ONCE]
        )
        rows = kb.select(f"SELECT ?x (COUNT(*) AS ?n) WHERE {{ {counted} }} GROUP BY ?x")
        found |= {x: int(n.value) for x, n in rows if x is not None and isinstance(n, ox.Literal)}
    return found


def _marked(kb: KnowledgeBase, question: str, marked: re.Match[str]) -> list[Link]:
    mention = " ".join(marked[1].split())
    wording = f"{question[: marked.start()]}{SLOT}{question[marked.end() :]}"
    found = kb.exact([mention]).get(key(mention), [])
    things = [thing for thing in found if thing.likeness == 1] or [
        *found,
        *_while_answered(_nearest(kb, mention), found),
    ]
    # A name in another case is another thing, where both are there.
    scores = [thing.likeness * (1.0 if thing.name == mention else 0.9) for thing in things]
    return _best(
        kb,
        [
            Link(thing.term, thing.name, score, wording, mention, thing.likeness)
            for thing, score in zip(things, scores, strict=True)
        ],
    )


def _exact(kb: KnowledgeBase, question: str, spans: list[tuple[int, int]]) -> list[Link]:
    found = kb.exact([form for start, end in spans for form in _forms(question[start:end])])
    links: list[Link] = []
    for start, end in spans:
        mention = question[start:end]
        wording = f"{question[:start]}{SLOT}{question[end:]}"
        things = [thing for form in _forms(mention) for thing in found.get(key(form), [])]
        by_initials = sum(thing.likeness < 1 for thing in things)
        for thing in things:
            score = _weight(mention) * (1.0 if thing.name == mention else 0.9)
            if thing.likeness < 1:
                if mention in FUNCTION_WORDS and not question[:start].casefold().endswith("the "):
                    continue  # "to" is no initials, but "the us" is
                score = _BY_INITIALS / by_initials**0.5
            links.append(Link(thing.term, thing.name, score, wording, mention, thing.likeness))
    return links


def _forms(mention: str) -> list[str]:
    """``U.S.`` is also sought as ``US``."""
    letters = key(mention).split()
    return [mention, "".join(letters)] if len(letters) > 1 and all(len(one) == 1 for one in letters) else [mention]


def _weight(mention: str) -> float:
    """Long names and names in capitals are seldom there by chance; words like "what" nearly always are."""
    parts = mention.split()
    content = [part for part in parts if part.casefold() not in FUNCTION_WORDS]
    if not content:
        return 0.02 * len(parts)
    capitals = sum(part[0].isupper() for part in content) / len(content)
    return min(1.0, 0.25 + 0.15 * len(parts) + 0.3 * capitals)


def _alike(kb: KnowledgeBase, question: str, spans: list[tuple[int, int]]) -> Iterator[Link]:
    """Stretches that neither begin nor end with a function word, those in capitals and the long ones first."""
    tried: list[tuple[float, int, int]] = []
    for start, end in spans:
        parts = question[start:end].split()
        if len(parts) > _LONGEST_PLAIN and question[start:end].islower():
            continue
        if len(key(question[start:end])) >= 4 and not {parts[0].casefold(), parts[-1].casefold()} & FUNCTION_WORDS:
            tried.append((-_weight(question[start:end]), start, end))
    for _, start, end in sorted(tried)[:_TRIED]:
        wording = f"{question[:start]}{SLOT}{question[end:]}"
        things = kb.alike(question[start:end])
        # Half the names have "of the World", and one has Obama: the fewer there are, the surer is each.
        surely = 0.8 * _weight(question[start:end]) / len(things) ** 0.5 if things else 0.0
        for thing in things[:_KEPT]:
            score = surely * thing.likeness
            yield Link(thing.term, thing.name, score, wording, question[start:end], thing.likeness)
