"""A question asked in all its wordings, over whatever answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from otherwords.ask.answer import Answer
from otherwords.ask.combine import combine, uniform_weights
from otherwords.ask.kb.answerer import KbAnswerer
from otherwords.ask.kb.link import bare, mark
from otherwords.ask.wording import Generator, Wording

Weigh = Callable[[str, Sequence[Wording]], Sequence[float]]
"""p(q′|q): the weights of the wordings of a question, the first of which is the question itself."""

PROBABLE, PROBABLE_LEARNED = 0.15, 0.03
"""An answer less probable than that is none. Where questions were learned from, a low probability still tells much."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A wording, its weight, and what it alone was answered."""

    wording: Wording
    weight: float
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """All that was found for a question; ``answers`` is empty where nothing is probable."""

    question: str
    answers: tuple[Answer, ...]
    nearest: Answer | None
    """The best answer, probable or not."""
    heard: tuple[Heard, ...]
    entities: tuple[str, ...]
    """The things of the knowledge base that the question may speak of."""


class Asker:
    def __init__(
        self,
        answerer: KbAnswerer,
        generators: Sequence[Generator] = (),
        weigh: Weigh = lambda question, wordings: uniform_weights(wordings),
    ) -> None:
        self._answerer = answerer
        self._generators = generators
        self._weigh = weigh

    def ask(self, question: str) -> Asked:
        wordings = self.wordings(question)
        plain = [Wording(bare(wording.text), wording.source, wording.score) for wording in wordings]
        weights = self._weigh(bare(question), plain) if len(wordings) > 1 else [1.0]
        self._answerer.prepare([wording.text for wording in wordings])
        answers = [self._answerer.answers(wording.text) for wording in wordings]
        combined = combine(plain, weights, answers)
        heard = tuple(
            Heard(wording, weight, tuple(found)) for wording, weight, found in zip(plain, weights, answers, strict=True)
        )
        entities = tuple(one.name for one in self._answerer.links(question))
        least = PROBABLE_LEARNED if self._answerer.model.heads else PROBABLE
        probable = tuple(answer for answer in combined if answer.probability >= least)
        return Asked(bare(question), probable, combined[0] if combined else None, heard, entities)

    def wordings(self, question: str) -> list[Wording]:
        """The question first. In its wordings the entity is marked wherever it is still called the same."""
        own = Wording(question, "question", 1.0)
        links = self._answerer.links(question)
        if not links or not self._generators:
            return [own]
        found = {bare(question).casefold(): own}
        for generator in self._generators:
            for wording in generator.wordings(bare(question)):
                marked = mark(wording.text, links[0].mention)
                found.setdefault(wording.text.casefold(), Wording(marked, wording.source, wording.score))
        return list(found.values())
