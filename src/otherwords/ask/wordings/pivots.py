"""Wordings by way of another language, through several translations at once.

The question is translated to its K best pivots. What is then translated back is not one of them, nor one after the
other: at every token, all pivots vote (see ``mixture``). A word that only one of them leads to needs that one's full
support; what they agree on comes first.
"""

import numpy as np
from threadpoolctl import ThreadpoolController  # comes with scikit-learn

from otherwords.ask.wording import Wording
from otherwords.ask.wordings.merge import checked, distinct
from otherwords.ask.wordings.mixture import search
from otherwords.translate import Translator
from otherwords.translate.stepwise import StepwiseTranslator
from otherwords.translate.translation import BEAM, LENGTH_PENALTY

_FURTHER = 10
"""Tokens that a wording may have more than the longest pivot."""


class Pivots:
    name = "pivots"

    def __init__(
        self, there: Translator, back: StepwiseTranslator, *, pivots: int = 4, most: int = 15, beam: int = 24
    ) -> None:
        """The beam is wider than what is wanted: of its sequences, many differ by a capital or a full stop only."""
        self._there, self._back = there, back
        self._pivots, self._most, self._beam = pivots, most, beam
        self._threads = ThreadpoolController()

    def wordings(self, question: str) -> list[Wording]:
        question = checked(question)
        (pivots,) = self._there.translate([question], beam=max(self._pivots, BEAM), n_best=self._pivots)
        # One thread: then the number of cores cannot change a result, as it cannot on the way there.
        with self._threads.limit(limits=1):
            reading = self._back.read([pivot.text for pivot in pivots])
            found = search(
                reading,
                _shares([pivot.score for pivot in pivots]),
                self._back.end,
                beam=self._beam,
                most=self._beam,
                longest=min(reading.longest + _FURTHER, self._back.limit),
                penalty=LENGTH_PENALTY,
            )
        wordings = (Wording(self._back.text(one.tokens), self.name, one.score) for one in found)
        return list(distinct(question, wordings))[: self._most]


def _shares(scores: list[float]) -> list[float]:
    """Of each pivot, p(g|q) among those at hand."""
    weights = np.exp(np.array(scores) - max(scores))
    return [float(weight) for weight in weights / weights.sum()]
