"""The paper's systems as systems that put lists in order: ``base``, ``avgpara`` … ``para4qa+cnt``."""

from collections.abc import Sequence
from pathlib import Path

from otherwords.ask.para4qa.paraphrase_pairs import open_weights
from otherwords.ask.para4qa.sentence_system import KIND, AnswerList, LearnedSentences, learn_sentences, open_sentences
from otherwords.ask.para4qa.systems import plan_of
from otherwords.ask.wording import Generator
from otherwords.encoder.pairs import PairModel
from otherwords.learned import kind_of
from otherwords.text import OtherwordsError


class Para4QaLists:
    def __init__(self, name: str, model: Path | None = None) -> None:
        """``model``: what ``train ask`` learned; where the plan needs pairs, the weights learned from those."""
        self.name = name
        self._plan = plan_of(name)
        self._encoder = PairModel()
        self._generator: Generator | None = None
        self._learned: LearnedSentences | None = None
        self._pairs = None
        if model is not None and kind_of(model) == KIND:
            self._learned = open_sentences(model, name, self._encoder.vectors)
        elif self._plan.needs_pairs:
            if model is None:
                raise OtherwordsError(
                    f"{name} learns to weigh wordings from paraphrases; learn that with otherwords train ask PAIRS"
                    " --system weights -o DIR, and give --model DIR"
                )
            self._pairs = open_weights(model, self._encoder.vectors)
        elif model is not None:
            self._encoder = PairModel(model)
        self.needs_training = self._learned is None
        self.needs_wordings = self._plan.needs_wordings

    def use_wordings(self, generator: Generator) -> None:
        self._generator = generator

    def fit(self, examples: Sequence[AnswerList]) -> None:
        self._learned = learn_sentences(self._plan, examples, self._generator, self._encoder.vectors, self._pairs)

    def scores(self, example: AnswerList) -> list[float]:
        if self._learned is None or not example.candidates:
            return [0.0] * len(example.candidates)
        sentences = [candidate.text for candidate in example.candidates]
        return self._learned.probabilities(example.query, sentences, self._generator)
