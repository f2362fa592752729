"""Pairs of wordings read together: each once, whatever asks for it, and kept for later runs."""

from collections.abc import Callable, Iterable
from hashlib import blake2b

import numpy as np

from otherwords.match.nearness import Floats, Places
from otherwords.match.neighbours import Keys
from otherwords.match.store import Model, Store

_BATCH = 256


class Readings:
    def __init__(
        self,
        model: Model,
        keys: Keys,
        text: Callable[[int], str],
        cosines: Callable[[Places, Places], Floats],
        store: Store,
    ) -> None:
        """``cosines`` of wordings by their places, which the vectors in the store tell."""
        self._model, self._keys, self._text, self._cosines, self._store = model, keys, text, cosines, store
        kept = store.readings()
        kept = kept[np.argsort(kept["key"], kind="stable")]
        self._kept_keys, self._kept = kept["key"], kept["probability"]
        self._new: dict[int, float] = {}
        self.read = 0

    def probability(self, a: int, b: int) -> float:
        found = self._known(self._pair_key(a, b))
        if found is None:
            self.learn([(a, b)])
            found = self._new[self._pair_key(a, b)]
        return found

    def _known(self, pair: int) -> float | None:
        if pair in self._new:
            return self._new[pair]
        place = int(np.searchsorted(self._kept_keys, np.uint64(pair)))
        is_kept = place < len(self._kept_keys) and int(self._kept_keys[place]) == pair
        return float(self._kept[place]) if is_kept else None

    def learn(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Reads those that were not read yet, many at once, which is quicker than one by one."""
        keyed = {self._pair_key(a, b): (a, b) for a, b in pairs}
        wanted = [(pair, places) for pair, places in keyed.items() if self._known(pair) is None]
        for start in range(0, len(wanted), _BATCH):
            some = wanted[start : start + _BATCH]
            # The same one first in every run, for a model may not say quite the same of a pair that is turned round.
            ordered = [(a, b) if self._keys[a] <= self._keys[b] else (b, a) for _, (a, b) in some]
            places = np.array(ordered, dtype=np.int64)
            cosines = self._cosines(places[:, 0], places[:, 1])
            probabilities = self._model.probabilities([(self._text(a), self._text(b)) for a, b in ordered], cosines)
            probabilities = np.nan_to_num(probabilities, nan=0.0)
            self._store.add_readings([pair for pair, _ in some], probabilities)
            self._new |= zip((pair for pair, _ in some), probabilities.tolist(), strict=True)
            self.read += len(some)

    def _pair_key(self, a: int, b: int) -> int:
        low, high = sorted((int(self._keys[a]), int(self._keys[b])))
        return int.from_bytes(blake2b(low.to_bytes(8) + high.to_bytes(8), digest_size=8).digest(), "little")
