"""How a question is written: the brackets that may mark its entity, the slot that stands for one, and its words."""

import re

from otherwords.text import OtherwordsError, asked_text, words

_ASK = "say what you want to know"
MOST_WORDS = 200
"""Of a question. More is a text, and no question."""
SLOT = "[]"
BRACKETS = re.compile(r"\[([^\[\]]+)\]")


def bare(question: str) -> str:
    """The question without the brackets that mark its entity."""
    return BRACKETS.sub(r"\1", question)


def mark(question: str, mention: str) -> str:
    """The first place where a question says the mention put in brackets; unchanged where it does not."""
    found = re.search(rf"(?<!\w){re.escape(mention)}(?!\w)", question, re.IGNORECASE)
    if not mention or found is None:
        return question
    return f"{question[: found.start()]}[{found[0]}]{question[found.end() :]}"


def words_asked(question: str) -> list[tuple[int, int]]:
    """The offsets of its words. No words, or too many of them, are no question."""
    asked_text(question, "the question", _ASK)
    tokens = list(words(question))
    if not tokens:
        raise OtherwordsError(f"the question is empty; {_ASK}")
    if len(tokens) > MOST_WORDS:
        raise OtherwordsError(f"a question has at most {MOST_WORDS} words; this one has {len(tokens)}")
    return tokens
