"""p(q′|q) over a knowledge base: by the cosine of wordings with their entity taken out.

Answering needs these vectors anyway, so weighing costs nothing. To read question and wording together, as the pair
model can, took longer than all the rest, and answered no question better.
"""

from collections.abc import Sequence

import numpy as np

from otherwords.ask.combine import uniform_weights
from otherwords.ask.kb.answerer import KbAnswerer
from otherwords.ask.kb.features import readable
from otherwords.ask.wording import Wording

_SHARPNESS = 20.0
"""A cosine that is lower by .1 makes a seventh of the weight."""


def cosine_weights(answerer: KbAnswerer, wordings: Sequence[Wording]) -> list[float]:
    """The question is the first; brackets may mark what it is about."""
    texts = [one.text for one in wordings]
    answerer.prepare(texts)
    vectors = [answerer.vectors.of(_slotted(answerer, text)) for text in texts]
    known = [vector for vector in vectors if vector is not None]
    if len(known) < len(vectors):  # there is no encoder
        return uniform_weights(wordings)
    cosines = np.array(known) @ known[0]
    weights = np.exp(_SHARPNESS * (cosines - cosines.max()))
    return [float(weight) for weight in weights / weights.sum()]


def _slotted(answerer: KbAnswerer, text: str) -> str:
    links = answerer.links(text)
    return readable(links[0].wording if links else text)
