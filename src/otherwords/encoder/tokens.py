"""Text to token ids and back to offsets, in pieces, so that a book costs what its ids cost."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from otherwords.text import OtherwordsError

Ints = NDArray[np.int32]

_PIECE = 20_000


@dataclass(frozen=True)
class Tokens:
    """Token ids, and the offsets of each token in the text."""

    ids: Ints
    starts: Ints
    ends: Ints

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, part: slice) -> "Tokens":
        return Tokens(self.ids[part], self.starts[part], self.ends[part])

    def without(self, first: int, last: int) -> "Tokens":
        """All but those from ``first`` to ``last``."""
        kept = np.r_[0:first, last + 1 : len(self)]
        return Tokens(self.ids[kept], self.starts[kept], self.ends[kept])


@dataclass(frozen=True)
class PairTemplate:
    """The special tokens around a pair of texts, as the tokenizer itself puts them."""

    before: list[int]
    between: list[int]
    after: list[int]
    second_type: int

    @property
    def size(self) -> int:
        return len(self.before) + len(self.between) + len(self.after)


class PieceTokenizer:
    """A tokenizer that reads long texts in pieces cut between words: what it gives does not depend on the cuts."""

    def __init__(self, path: Path) -> None:
        try:
            self._tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:  # tokenizers raises nothing finer
            reason = str(error).splitlines()[0][:200]
            raise OtherwordsError(f"{path} is not a tokenizer ({reason}); save the model's fast tokenizer") from error
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self.template = self._pair_template()
        self.line_break: int | None = self._tokenizer.token_to_id("\n")

    def tokens(self, text: str, start: int = 0, end: int | None = None) -> Tokens:
        """The tokens of ``text[start:end]``, with offsets in the whole text."""
        end = len(text) if end is None else end
        ids: list[Ints] = []
        offsets: list[Ints] = []
        for first, last in _pieces(text, start, end):
            encoding = self._tokenizer.encode(text[first:last], add_special_tokens=False)
            ids.append(np.array(encoding.ids, dtype=np.int32))
            offsets.append(np.array(encoding.offsets, dtype=np.int32).reshape(-1, 2) + np.int32(first))
        if not ids:
            empty = np.zeros(0, dtype=np.int32)
            return Tokens(empty, empty, empty)
        all_ids, both = np.concatenate(ids), np.concatenate(offsets)
        kept = both[:, 1] > both[:, 0]  # a token that stands for no character cannot begin or end a span
        if self.line_break is not None:  # an empty line is a line break too: a reader learns one kind, not two
            breaks = all_ids == self.line_break
            kept[1:] &= ~(breaks[1:] & breaks[:-1])
        return Tokens(all_ids[kept], both[kept, 0], both[kept, 1])

    def ids(self, texts: list[str]) -> list[list[int]]:
        """The ids of short texts, without offsets."""
        return [encoding.ids for encoding in self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)]

    def _pair_template(self) -> PairTemplate:
        pair = self._tokenizer.encode("a", "b")
        places = [i for i, special in enumerate(pair.special_tokens_mask) if not special]
        first, last = places[0], places[-1]
        between = [pair.ids[i] for i in range(first, last) if pair.special_tokens_mask[i]]
        return PairTemplate(pair.ids[:first], between, pair.ids[last + 1 :], pair.type_ids[last])


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = end
        if end - start > _PIECE:
            space = max(text.rfind(" ", start, start + _PIECE), text.rfind("\n", start, start + _PIECE))
            stop = space if space > start else start + _PIECE
        yield start, stop
        start = stop
