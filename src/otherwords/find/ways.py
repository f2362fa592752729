"""Two ways to read: sentences are looked for as a whole, and phrases inside of sentences.

A reader that learned whole sentences hardly finds a phrase of a few words. So weights may bring a second graph,
``phrases.onnx``, which is the first one but for a small change, with probabilities of its own.
"""

from dataclasses import dataclass
from functools import cached_property

from otherwords.encoder import Encoder
from otherwords.find.calibration import Calibration
from otherwords.find.reader import Reader
from otherwords.text import words

_LONGEST_PHRASE = 8
"""Words."""
_PHRASE_SLICE = 192
"""Tokens that are read at a time: a phrase needs few surroundings, and learned in few."""
_ENDS_SENTENCE = ".!?…。！？"
_CLOSES = "\"'”’»)]"


@dataclass(frozen=True)
class Way:
    reader: Reader
    calibration: Calibration


class Ways:
    def __init__(self, encoder: Encoder, threads: int | None) -> None:
        self._encoder, self._threads = encoder, threads
        self._sentences = Way(Reader(encoder), Calibration.of(encoder.weights.settings))

    def of(self, query: str) -> Way:
        return (self._phrases if is_phrase(query) else None) or self._sentences

    @cached_property
    def _phrases(self) -> Way | None:
        """Opened when the first phrase is asked for; None where the weights have no such graph."""
        weights = self._encoder.weights.for_phrases()
        if weights is None:
            return None
        reader = Reader(Encoder(weights, self._threads), _PHRASE_SLICE)
        return Way(reader, Calibration.of(weights.settings))


def is_phrase(query: str) -> bool:
    """A few words that do not end as a sentence does."""
    bare = query.rstrip().rstrip(_CLOSES)
    return not bare.endswith(tuple(_ENDS_SENTENCE)) and len(list(words(query))) <= _LONGEST_PHRASE
