"""A question asked in all its wordings, over whatever answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from otherwords.ask.answer import Answer, Answerer
from otherwords.ask.combine import combine, uniform_weights
from otherwords.ask.marks import bare
from otherwords.ask.wording import Generator, Wording

Weigh = Callable[[str, Sequence[Wording]], Sequence[float]]
"""p(q′|q): the weights of the wordings of a question, the first of which is the question itself; brackets may mark what
they are about."""


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
        answerer: Answerer,
        generators: Sequence[Generator] = (),
        weigh: Weigh = lambda question, wordings: uniform_weights(wordings),
    ) -> None:
        self._answerer = answerer
        self._generators = generators
        self._weigh = weigh

    def ask(self, question: str) -> Asked:
        wordings = self.wordings(question)
        plain = [Wording(bare(wording.text), wording.source, wording.score) for wording in wordings]
        weights = self._weigh(question, wordings) if len(wordings) > 1 else [1.0]
        self._answerer.prepare([wording.text for wording in wordings])
        answers = [self._answerer.answers(wording.text) for wording in wordings]
        combined = combine(plain, weights, answers)
        heard = tuple(
            Heard(wording, weight, tuple(found)) for wording, weight, found in zip(plain, weights, answers, strict=True)
        )
        probable = tuple(answer for answer in combined if answer.probability >= self._answerer.least)
        nearest = combined[0] if combined else None
        return Asked(bare(question), probable, nearest, heard, tuple(self._answerer.about(question)))

    def wordings(self, question: str) -> list[Wording]:
        """The question first."""
        found = {bare(question).casefold(): Wording(question, "question", 1.0)}
        if self._answerer.worded(question, question) is None:
            return list(found.values())
        for generator in self._generators:
            asked = question if getattr(generator, "reads_marks", False) else bare(question)
            for wording in generator.wordings(asked):
                text = bare(wording.text)
                if (worded := self._answerer.worded(question, text)) is not None:
                    found.setdefault(text.casefold(), Wording(worded, wording.source, wording.score))
        return list(found.values())
