"""Two ways to read: sentences are looked for as a whole, and phrases inside of sentences.

A reader that learned whole sentences hardly finds a phrase of a few words. So weights may bring a second graph,
``phrases.onnx``, which is the first one but for a small change, with probabilities of its own. What may be a phrase is
read in both ways, for one that learned phrases knows less of where a sentence ends.
"""

from dataclasses import dataclass
from functools import cached_property

from otherwords.encoder import Encoder
from otherwords.find.calibration import Calibration
from otherwords.find.reader import Reader
from otherwords.text import words

_LONGEST_PHRASE = 8
"""Words."""
_SLICE, _OVERLAP = 192, 32
"""Tokens that are read at a time, and that neighbours share: a phrase needs few surroundings, and learned in few."""
_LIKENESS = 0.4
"""Of a place for a phrase, whose word vectors count four times as much as a sentence's: the best of a flat range, on
examples kept aside from training."""
_ENDS_SENTENCE = ".!?…。！？।؟۔"
_CLOSES = "\"'”’“»«)]"


@dataclass(frozen=True)
class Way:
    reader: Reader
    calibration: Calibration
    inside: bool = False
    """Whether a few words of a sentence may say the query."""
    places: int = 16
    """Of a long text, that are read."""
    width: int = 600
    """Characters of a place, at least."""
    likeness: float = 1.0
    """How much of what spoke for a place counts when its spans are compared with others."""
    spans: int = 1
    """Of a window, that are looked at: beside the best, those that it must stand out from."""
    kept: int = 6
    """Spans that are kept until it is known how probable each is, as the best is not always likely."""

    @property
    def first_places(self) -> int:
        """That are read before the others, and may make it sure. Whether a phrase stands out only all of them tell."""
        return self.places if self.inside else self.places // 4

    @property
    def at_once(self) -> int:
        """Characters of texts that are read whole, for the places of a longer text would hold no less."""
        return self.places * self.width

    def width_for(self, query: str) -> int:
        """More is read for long queries."""
        return max(self.width, 5 * len(query) // 2)


class Ways:
    def __init__(self, encoder: Encoder, threads: int | None) -> None:
        self._encoder, self._threads = encoder, threads
        self._sentences = Way(Reader(encoder), Calibration.of(encoder.weights.settings))

    def of(self, query: str) -> list[Way]:
        """As a sentence; and where it may be a phrase, then as one. People leave full stops out."""
        phrases = self._phrases if is_phrase(query) else None
        return [self._sentences] if phrases is None else [self._sentences, phrases]

    @cached_property
    def _phrases(self) -> Way | None:
        """Opened when the first phrase is asked for; None where the weights have no such graph."""
        weights = self._encoder.weights.for_phrases()
        if weights is None:
            return None
        reader = Reader(Encoder(weights, self._threads), _SLICE, _OVERLAP)
        curves = Calibration.of(weights.settings)
        return Way(reader, curves, inside=True, places=32, width=300, likeness=_LIKENESS, spans=8, kept=32)


def is_phrase(query: str) -> bool:
    """A few words that do not end as a sentence does."""
    bare = query.rstrip().rstrip(_CLOSES)
    return not bare.endswith(tuple(_ENDS_SENTENCE)) and len(list(words(query))) <= _LONGEST_PHRASE
