"""What was computed, remembered within bounds: of more than fits, what was not asked for the longest is forgotten."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """At most so many values, by their keys. Several threads may ask at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def one(self, key: K, make: Callable[[], V]) -> V:
        return self.many([key], lambda _: [make()])[0]

    def many(self, keys: Sequence[K], make: Callable[[list[K]], Iterable[V]]) -> list[V]:
        """The value of each key; ``make`` is given those that are not remembered, each once, all together."""
        found: dict[K, V] = {}
        with self._lock:
            for key in keys:
                if key in self._values:
                    self._values.move_to_end(key)
                    found[key] = self._values[key]
        if new := [key for key in dict.fromkeys(keys) if key not in found]:
            made = dict(zip(new, make(new), strict=True))
            found |= made
            with self._lock:
                self._values |= made
                while len(self._values) > self._most:
                    self._values.popitem(last=False)
        return [found[key] for key in keys]
