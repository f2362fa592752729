"""Sentence pairs as integers, which is all that fitting a translator needs."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.train.whole import writing_whole

PADDING, START, END, UNKNOWN = "<pad>", "<s>", "</s>", "<unk>"

Ints = NDArray[np.int64]


def language_mark(language: str) -> str:
    """The token in front of a sentence that says into which language it goes; OPUS-MT's form."""
    return f">>{language}<<"


@dataclass(frozen=True)
class Corpus:
    """Pair i is the texts 2i and 2i + 1; a text ends with the mark of the end."""

    tokens: NDArray[np.uint16]
    starts: Ints
    sources: Ints
    """The source of each pair; -1 for the pairs that are kept aside."""
    times: NDArray[np.float64]
    """How often a round takes each pair of a source: 2 is twice, 0.2 a fifth of them."""
    languages: list[str]
    """Those of the even and of the odd texts."""
    longest: int
    """Tokens of the longest text that was let in, with the marks of its language and end."""

    def save(self, path: Path) -> None:
        with writing_whole(path) as file:
            np.savez_compressed(
                file,
                tokens=self.tokens,
                lengths=np.diff(self.starts).astype(np.uint16),
                sources=self.sources.astype(np.int8),
                times=self.times,
                languages=np.array(self.languages),
                longest=self.longest,
            )

    @classmethod
    def load(cls, path: Path) -> "Corpus":
        with np.load(path) as arrays:
            starts = np.concatenate([[0], np.cumsum(arrays["lengths"].astype(np.int64))])
            return cls(
                arrays["tokens"],
                starts,
                arrays["sources"].astype(np.int64),
                arrays["times"],
                [str(language) for language in arrays["languages"]],
                int(arrays["longest"]),
            )
