"""Rounds through the pairs, both ways, in batches of sentences about equally long."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from otherwords.train.translate_corpus import Corpus, Ints


@dataclass(frozen=True)
class Marks:
    """The ids of tokens that are no text; ``into[i]`` asks for the corpus's i-th language."""

    padding: int
    start: int
    into: tuple[int, int]


@dataclass(frozen=True)
class Batch:
    source: Tensor
    present: Tensor
    """Where the source is no padding."""
    target: Tensor
    """What the decoder is shown; ``expected`` is what it should say at each place."""
    expected: Tensor


class Batches:
    """The texts lie on the device, and a batch is gathered there: a step waits for no copying."""

    def __init__(self, corpus: Corpus, marks: Marks, device: torch.device) -> None:
        self._lengths = np.diff(corpus.starts)
        self._corpus, self._marks = corpus, marks
        self._tokens = torch.as_tensor(corpus.tokens.astype(np.int32)).to(device)
        self._starts = torch.as_tensor(corpus.starts).to(device)

    def rounds(self, tokens: int, seed: int) -> Iterator[Batch]:
        """Without end. The next round is put in order while this one is learned from."""
        random = np.random.default_rng(seed)
        with ThreadPoolExecutor(1) as beside:
            following = beside.submit(self._round, tokens, random)
            while True:
                chosen = following.result()
                following = beside.submit(self._round, tokens, random)
                yield from (self._gathered(*one) for one in chosen)

    def kept_aside(self, tokens: int) -> Iterator[Batch]:
        pairs = np.flatnonzero(self._corpus.sources < 0)
        for one in self._cut(np.concatenate([2 * pairs, 2 * pairs + 1]), tokens, np.random.default_rng(0)):
            yield self._gathered(*one)

    def _round(self, tokens: int, random: np.random.Generator) -> list[tuple[Ints, Ints]]:
        pairs = []
        for source, times in enumerate(self._corpus.times):
            members = np.flatnonzero(self._corpus.sources == source)
            part = random.permutation(members)[: round(len(members) * (times % 1))]
            pairs += [members] * int(times) + [part]
        chosen = np.concatenate(pairs)
        return self._cut(np.concatenate([2 * chosen, 2 * chosen + 1]), tokens, random)

    def _cut(self, sources: Ints, tokens: int, random: np.random.Generator) -> list[tuple[Ints, Ints]]:
        """Batches of (source texts, target texts) with at most so many tokens, padding included, in any order."""
        targets = sources ^ 1
        ours, theirs = _padded(self._lengths[sources] + 1), _padded(self._lengths[targets])
        order = np.lexsort((random.random(len(sources)), ours, theirs))
        batches = []
        start = 0
        while start < len(order):
            ahead = order[start : start + max(1, tokens // int(theirs[order[start]]))]
            widest = np.maximum.accumulate(ours[ahead]) + np.maximum.accumulate(theirs[ahead])
            rows = int(np.searchsorted(widest * np.arange(1, len(ahead) + 1), tokens, side="right"))
            # Few different shapes: a GPU plans anew, and takes new memory, for each that it has not seen.
            rows = max(1, rows - rows % 64 if rows > 64 else rows)
            batches.append((sources[ahead[:rows]], targets[ahead[:rows]]))
            start += rows
        random.shuffle(batches)
        return batches

    def _gathered(self, sources: Ints, targets: Ints) -> Batch:
        source, present = self._texts(sources, 1)
        expected, _ = self._texts(targets, 0)
        first = torch.as_tensor(np.array(self._marks.into)[targets % 2]).to(source.device)
        source[:, 0] = first
        target = torch.cat([torch.full_like(expected[:, :1], self._marks.start), expected[:, :-1]], dim=1)
        return Batch(source, present, target, expected)

    def _texts(self, texts: Ints, before: int) -> tuple[Tensor, Tensor]:
        """[rows, length] ids with ``before`` places left free in front, as long as a multiple of eight."""
        longest = int(_padded(self._lengths[texts] + before).max())
        place = torch.arange(longest, device=self._tokens.device) - before
        which = torch.as_tensor(texts).to(self._tokens.device, non_blocking=True)
        at = self._starts[which, None] + place
        present = at < self._starts[which + 1, None]
        ids = self._tokens[at.clamp(0, len(self._tokens) - 1)].long()
        return torch.where(present, ids, self._marks.padding), present


def _padded(lengths: Ints) -> Ints:
    return -(-lengths // 8) * 8
