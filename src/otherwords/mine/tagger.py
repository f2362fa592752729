"""Our tagger: one hidden layer over a word and its two neighbours on either side, in numpy.

All weights are whole numbers, and all sums small enough for the floating-point numbers in which they are computed to
hold them to the digit: a tag depends on its sentence alone, and not on what else is tagged with it, nor on the machine.
A word's share of the hidden layer, for each place at which it may stand, is computed when the word is first met, and
looked up from then on. The sums are einsum's, for a matrix product would start threads, and wait for them in vain on
a machine whose cores are all at work on other documents.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from otherwords.encoder.weights import check, read_object
from otherwords.mine.tagger_features import beyond, features, shortened
from otherwords.mine.tags import ALL, without_letters
from otherwords.text import OtherwordsError

SHIPPED = Path(__file__).parent.parent / "weights" / "tagger"
FILE = "tagger.npz"

AROUND = 2
"""Words that are seen on either side."""
PLACES = 2 * AROUND + 1
SHARE_LIMIT = 6000
"""The largest share of a word: the shares of all places together are to fit into 16 bits."""

_WORDS_KEPT = 1 << 16
"""Distinct words whose shares are kept, which takes 42 MB; with one more, all are forgotten and computed anew."""
_PIECE = 8192
"""Words that are tagged at once: more do not fit into a core's own memory."""
_UNDECIDED = len(ALL)


@dataclass(frozen=True)
class TaggerWeights:
    """The arrays of ``tagger.npz``."""

    words: NDArray[np.uint8]
    """The vocabulary in lower case: UTF-8, a word a line."""
    table: NDArray[np.int8]
    """What each feature of a word means."""
    places: NDArray[np.int8]
    """By place: what a word there says to the hidden layer."""
    bias: NDArray[np.int32]
    shift: NDArray[np.int32]
    """By so many bits a share is larger before it is rounded to a whole number of 16 bits."""
    tags: NDArray[np.int16]
    """From the hidden layer to the scores of the tags."""
    tags_bias: NDArray[np.int64]

    def shares(self, found: NDArray[np.intp]) -> NDArray[np.int16]:
        """The shares of words, given as rows of their features, by place."""
        # No sum is above features × width × 127 × 127: up to a width of 115, 32-bit floats hold them to the digit.
        meaning = self.table[found].sum(axis=1, dtype=np.int32).astype(np.float32)
        shares: NDArray[np.float32] = np.einsum("wm,phm->pwh", meaning, self.places.astype(np.float32))
        shares[AROUND] += self.bias
        shares = np.rint(np.ldexp(shares, -int(self.shift)))
        return np.clip(shares, -SHARE_LIMIT, SHARE_LIMIT).astype(np.int16)


class Tagger:
    """Tags English words; see ``tags`` for what the tags are."""

    def __init__(self, weights: TaggerWeights) -> None:
        words = weights.words.tobytes().decode().split("\n")
        self._known = _KnownWords(weights, {word: number for number, word in enumerate(words, 1)})
        self._tags, self._tags_bias = weights.tags.astype(np.float64), weights.tags_bias[:, None]

    @classmethod
    def load(cls, folder: Path | None = None) -> Self:
        """The shipped weights, or those that ``otherwords train tagger`` made."""
        return cls(read_weights(folder or SHIPPED))

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[str]:
        """A string for each sentence, with a character for each token."""
        stream: list[str | None] = [None] * AROUND  # nothing stands between sentences, so none sees another
        for sentence in sentences:
            stream += sentence
            stream += [None] * AROUND
        tags = "".join(self._tagged(stream))
        found, start = [], 0
        for sentence in sentences:
            found.append(tags[start : start + len(sentence)])
            start += len(sentence) + AROUND
        return found

    def _tagged(self, stream: list[str | None]) -> Iterator[str]:
        """Pieces of the tags of all but the two places at either end."""
        for start in range(0, len(stream) - 2 * AROUND, _PIECE):
            words = self._known.rows(stream[start : start + _PIECE + 2 * AROUND])
            length = len(words) - 2 * AROUND
            hidden = self._known.shares[0].take(words[:length], axis=0)
            for place in range(1, PLACES):
                hidden += self._known.shares[place].take(words[place : place + length], axis=0)
            np.maximum(hidden, 0, out=hidden)
            scores = np.einsum("wh,th->tw", hidden.astype(np.float64), self._tags) + self._tags_bias
            decided = self._known.decided.take(words[AROUND : AROUND + length])
            yield _CHARACTERS[np.where(decided == _UNDECIDED, scores.argmax(axis=0), decided)].tobytes().decode("ascii")


_CHARACTERS = np.frombuffer(ALL.encode("ascii"), np.uint8)


class _KnownWords(dict[str | None, int]):
    """The words met so far, and what was computed for them. None stands for the nothing beyond a sentence."""

    def __init__(self, weights: TaggerWeights, vocabulary: dict[str, int]) -> None:
        self._weights, self._vocabulary = weights, vocabulary
        self._new: list[str | None] = []
        limit = _WORDS_KEPT + _PIECE + 2 * AROUND
        self.shares = [np.empty((limit, len(weights.bias)), np.int16) for _ in range(PLACES)]
        self.decided = np.empty(limit, np.uint8)
        """The tags that are plain from the characters alone."""

    def rows(self, tokens: list[str | None]) -> NDArray[np.intp]:
        if len(self) > _WORDS_KEPT:
            self.clear()
            self._new.clear()
        found = np.fromiter(map(self.__getitem__, tokens), np.intp, len(tokens))
        if self._new:
            start, end = len(self) - len(self._new), len(self)
            computed = self._weights.shares(np.array([self._features(token) for token in self._new], np.intp))
            for place, shares in enumerate(computed):
                self.shares[place][start:end] = shares
            self.decided[start:end] = [_decided(token) for token in self._new]
            self._new.clear()
        return found

    def __missing__(self, token: str | None) -> int:
        if token is not None and (short := shortened(token)) is not token:
            return self[short]
        self._new.append(token)
        self[token] = row = len(self)
        return row

    def _features(self, token: str | None) -> list[int]:
        return beyond(len(self._vocabulary)) if token is None else features(token, self._vocabulary)


def _decided(token: str | None) -> int:
    tag = None if token is None else without_letters(token)
    return _UNDECIDED if tag is None else ALL.index(tag)


def read_weights(folder: Path) -> TaggerWeights:
    if not all((folder / name).is_file() for name in ("manifest.json", FILE)):
        raise OtherwordsError(f"{folder} is no tagger; give a folder that otherwords train tagger has written")
    check(folder, read_object(folder / "manifest.json").get("sha256", {}))
    with np.load(folder / FILE) as arrays:
        return TaggerWeights(**{name: arrays[name] for name in arrays.files})
