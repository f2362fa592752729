"""Which things of the knowledge base a question speaks of: by exact name or alias, then by names that look alike."""

import re
from dataclasses import dataclass

from otherwords.ask.kb.knowledge import KnowledgeBase
from otherwords.ask.kb.terms import Term, key
from otherwords.ask.kb.words import FUNCTION_WORDS
from otherwords.text import OtherwordsError, words

MOST_WORDS = 200
"""Of a question. More is a text, and no question."""
SLOT = "[]"
_LONGEST_NAME = 12
"""Words."""
_KEPT = 5
_SURE = 0.5
_TRIED = 12
"""Stretches of a question that are compared with names that look alike."""
_BRACKETS = re.compile(r"\[([^\[\]]+)\]")


@dataclass(frozen=True, slots=True)
class Link:
    term: Term
    name: str
    score: float
    """From 0 to 1: how surely the question speaks of it."""
    wording: str
    """The question with a slot, ``[]``, in the place of the name."""
    mention: str


def bare(question: str) -> str:
    """The question without the brackets that mark its entity."""
    return _BRACKETS.sub(r"\1", question)


def mark(question: str, mention: str) -> str:
    """The first place where a question says the mention put in brackets; unchanged where it does not."""
    found = re.search(rf"(?<!\w){re.escape(mention)}(?!\w)", question, re.IGNORECASE)
    if not mention or found is None:
        return question
    return f"{question[: found.start()]}[{found[0]}]{question[found.end() :]}"


def words_asked(question: str) -> list[tuple[int, int]]:
    """The offsets of its words. No words, or too many of them, are no question."""
    tokens = list(words(question))
    if not tokens:
        raise OtherwordsError("the question is empty; say what you want to know")
    if len(tokens) > MOST_WORDS:
        raise OtherwordsError(f"a question has at most {MOST_WORDS} words; this one has {len(tokens)}")
    return tokens


def link(kb: KnowledgeBase, question: str) -> list[Link]:
    """The likeliest first, several of them; none where the knowledge base knows no such name."""
    tokens = words_asked(question)
    if marked := _BRACKETS.search(question):
        return _marked(kb, question, marked)
    spans = [
        (tokens[i][0], tokens[j][1]) for i in range(len(tokens)) for j in range(i, min(len(tokens), i + _LONGEST_NAME))
    ]
    links = _exact(kb, question, spans)
    if not links or links[0].score < _SURE:  # a misspelt name, perhaps, beside a word that happens to be one
        links = sorted([*links, *_alike(kb, question, spans)], key=lambda one: (-one.score, str(one.term)))[:_KEPT]
    return links


def _marked(kb: KnowledgeBase, question: str, marked: re.Match[str]) -> list[Link]:
    mention = " ".join(marked[1].split())
    wording = f"{question[: marked.start()]}{SLOT}{question[marked.end() :]}"
    things = kb.exact([mention]).get(key(mention)) or kb.alike(mention)[:_KEPT]
    links = [
        # A name in another case is another thing, where both are there.
        Link(thing.term, thing.name, thing.likeness * (1.0 if thing.name == mention else 0.9), wording, mention)
        for thing in things
    ]
    return sorted(links, key=lambda one: (-one.score, str(one.term)))[:_KEPT]


def _exact(kb: KnowledgeBase, question: str, spans: list[tuple[int, int]]) -> list[Link]:
    found = kb.exact([question[start:end] for start, end in spans])
    links: dict[Term, Link] = {}
    for start, end in spans:
        mention = question[start:end]
        for thing in found.get(key(mention), []):
            score = _weight(mention) * (1.0 if thing.name == mention else 0.9)
            if thing.term not in links or links[thing.term].score < score:
                wording = f"{question[:start]}{SLOT}{question[end:]}"
                links[thing.term] = Link(thing.term, thing.name, score, wording, mention)
    return sorted(links.values(), key=lambda one: (-one.score, str(one.term)))[:_KEPT]


def _weight(mention: str) -> float:
    """Long names and names in capitals are seldom there by chance; words like "what" nearly always are."""
    parts = mention.split()
    content = [part for part in parts if part.casefold() not in FUNCTION_WORDS]
    if not content:
        return 0.02 * len(parts)
    capitals = sum(part[0].isupper() or part[0].isdigit() for part in content) / len(content)
    return min(1.0, 0.25 + 0.15 * len(parts) + 0.3 * capitals)


def _alike(kb: KnowledgeBase, question: str, spans: list[tuple[int, int]]) -> list[Link]:
    """Stretches that neither begin nor end with a function word, those in capitals and the long ones first."""
    tried: list[tuple[float, int, int]] = []
    for start, end in spans:
        parts = question[start:end].split()
        if len(key(question[start:end])) >= 4 and not {parts[0].casefold(), parts[-1].casefold()} & FUNCTION_WORDS:
            tried.append((-_weight(question[start:end]), start, end))
    links: dict[Term, Link] = {}
    for _, start, end in sorted(tried)[:_TRIED]:
        wording = f"{question[:start]}{SLOT}{question[end:]}"
        for thing in kb.alike(question[start:end])[:_KEPT]:
            score = 0.8 * thing.likeness * _weight(question[start:end])
            if thing.term not in links or links[thing.term].score < score:
                links[thing.term] = Link(thing.term, thing.name, score, wording, question[start:end])
    return sorted(links.values(), key=lambda one: (-one.score, str(one.term)))[:_KEPT]
