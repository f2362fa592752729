"""Time for what can be left out."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_BACK = 0.1
"""Of every second that passes, so much may be spent again."""


class Allowance:
    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """At most so many seconds at once."""
        self._most = self._left = seconds
        self._clock = clock
        self._since = clock()

    def left(self) -> float:
        now = self._clock()
        self._left = min(self._most, self._left + _BACK * (now - self._since))
        self._since = now
        return self._left

    @contextmanager
    def spending(self) -> Iterator[None]:
        began = self._clock()
        try:
            yield
        finally:
            self._left = self.left() - (self._clock() - began)
