"""Which wordings fit a query: *built* is *constructed* of a bridge and *compiled* of a program.

Two things tell. The contexts that a table keeps of a pair are places where both phrases stand: the nearer in meaning
the query is to these, the better does the pair fit. And the wording is put into the query in its phrase's place: the
less the meaning of that place changes, the better.
"""

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from otherwords.mine.table import GAP, Wording
from otherwords.text import Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from otherwords.encoder import Encoder

    Floats = NDArray[np.float32]

# What nearness to the contexts, and the logarithm of the table's score, count beside the likeness of the meaning.
# Chosen on 465 phrases of MultiMWA's aligned sentences, so that the wording in the other sentence comes first; there,
# nearness does about equally well from 0.35 to 1, and 0.7 was taken because small examples then come out right, too.
_NEARNESS, _SCORE = 0.7, 0.05
_LEAST_SCORE = 0.001
CONSIDERED = 12
"""Of a phrase's wordings the best by score, which are weighed; the others stay behind them."""


class Chooser(Protocol):
    def choose(self, phrase: Span, query: str, wordings: Sequence[Wording]) -> list[Wording]:
        """The wordings of the phrase, which stands in the query, the best first."""


class ByScore:
    """As the table has them, whatever the query."""

    def choose(self, phrase: Span, query: str, wordings: Sequence[Wording]) -> list[Wording]:
        return list(wordings)


class ByContext:
    """Those first that fit the query, by the pair's contexts and by what becomes of the query's meaning."""

    def __init__(self, encoder: "Encoder | None" = None) -> None:
        self._given = encoder

    @cached_property
    def _encoder(self) -> "Encoder":
        from otherwords.encoder import load_encoder

        return self._given or load_encoder()

    def choose(self, phrase: Span, query: str, wordings: Sequence[Wording]) -> list[Wording]:
        considered, rest = wordings[:CONSIDERED], wordings[CONSIDERED:]
        if len(considered) < 2:
            return list(wordings)
        fits = self.fits(phrase, query, considered)
        order = sorted(range(len(considered)), key=lambda place: -fits[place])
        return [considered[place] for place in order] + list(rest)

    def fits(self, phrase: Span, query: str, wordings: Sequence[Wording]) -> list[float]:
        meaning = self._meaning_kept(phrase, query, wordings)
        nearness = self._nearness(phrase, query, wordings)
        return [
            meaning[place] + _NEARNESS * nearness[place] + _SCORE * math.log(max(wording.score, _LEAST_SCORE))
            for place, wording in enumerate(wordings)
        ]

    def _meaning_kept(self, phrase: Span, query: str, wordings: Sequence[Wording]) -> list[float]:
        """The likeness of the phrase in the query to each wording in its place."""
        texts = [phrase.text, *(wording.text for wording in wordings)]
        rows = [query[: phrase.start] + text + query[phrase.end :] for text in texts]
        spans = [(phrase.start, phrase.start + len(text)) for text in texts]
        vectors = self._span_vectors(rows, spans)
        return [float(vectors[0] @ vector) for vector in vectors[1:]]

    def _nearness(self, phrase: Span, query: str, wordings: Sequence[Wording]) -> list[float]:
        """How near the query is to each pair's contexts, on the average; 0 for pairs that have none."""
        contexts = list(dict.fromkeys(context for wording in wordings for context in wording.contexts))
        if not contexts:
            return [0.0] * len(wordings)
        filled = [context.replace(GAP, phrase.text) for context in contexts]
        vectors = self._encoder.mean_vectors([query, *filled])
        near = dict(zip(contexts, (vectors[1:] @ vectors[0]).tolist(), strict=True))
        return [
            sum(near[context] for context in wording.contexts) / max(1, len(wording.contexts)) for wording in wordings
        ]

    def _span_vectors(self, texts: Sequence[str], spans: Sequence[tuple[int, int]]) -> "list[Floats]":
        """The direction of the mean vector of the tokens in each text's span."""
        import numpy as np

        encoder = self._encoder
        before = len(encoder.tokenizer.template.before)
        room = encoder.max_length - encoder.tokenizer.template.size
        all_tokens = []
        for text, (start, end) in zip(texts, spans, strict=True):
            found = encoder.tokenizer.tokens(text)
            # A query may be longer than the encoder reads at once; what surrounds the phrase is enough.
            middle = int(np.searchsorted(found.ends, (start + end) // 2))
            first = max(0, min(middle - room // 2, len(found) - room))
            all_tokens.append(found[first : first + room])
        vectors: dict[int, Floats] = {}
        rows = [encoder.single(found.ids.tolist()) for found in all_tokens]
        for i, (output,) in encoder.run(rows, "token_vectors"):
            inside = (all_tokens[i].starts < spans[i][1]) & (all_tokens[i].ends > spans[i][0])
            mean = output[before : before + len(inside)][inside].sum(axis=0)
            vectors[i] = mean / max(1e-6, float(np.linalg.norm(mean)))
        return [vectors[i] for i in range(len(texts))]
