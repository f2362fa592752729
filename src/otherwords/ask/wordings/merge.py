"""The wordings of several generators, put together: none that says nothing new, and never the question itself."""

from collections.abc import Iterable, Iterator, Sequence

from otherwords.ask.wording import Generator, Wording
from otherwords.ask.wordings.normal import key, word_spans
from otherwords.text import OtherwordsError

LONGEST = 100
"""Words that a question may have: what is longer is a text, and its wordings no questions."""


def checked(question: str) -> str:
    """The question in one line, once it is found to be one."""
    question = " ".join(question.encode("utf-8", "replace").decode("utf-8").split())
    number = len(word_spans(question))
    if not number:
        raise OtherwordsError("the question holds no word; say what to ask")
    if number > LONGEST:
        raise OtherwordsError(f"a question of {number} words is too long (the limit is {LONGEST}); ask a shorter one")
    return question


def distinct(question: str, wordings: Iterable[Wording]) -> Iterator[Wording]:
    """Without those that another, or the question, already says but for case, endings, punctuation and grammar."""
    seen = {(), key(question)}
    for wording in wordings:
        its_key = key(wording.text)
        if its_key not in seen:
            seen.add(its_key)
            yield wording


class Merged:
    """Several generators as one: the wordings of the first, then what the second adds, and so on."""

    name = "wordings"

    def __init__(self, generators: Sequence[Generator]) -> None:
        self.generators = tuple(generators)

    def wordings(self, question: str) -> list[Wording]:
        question = checked(question)
        found = (wording for generator in self.generators for wording in generator.wordings(question))
        return list(distinct(question, found))
