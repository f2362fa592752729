"""Screens of documents that were searched, kept within bounds so that asking again costs little."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from otherwords.find.screen import Screen

_LARGEST = 200 << 20
"""Bytes."""


class KeptScreens:
    """By text; of more than fits, what was not asked for the longest goes. Several threads may ask at once."""

    def __init__(self) -> None:
        self._screens: OrderedDict[str, Screen] = OrderedDict()
        self._lock = Lock()

    def of(self, text: str, make: Callable[[], Screen]) -> Screen:
        with self._lock:
            if text in self._screens:
                self._screens.move_to_end(text)
                return self._screens[text]
        made = make()
        with self._lock:
            screen = self._screens.setdefault(text, made)  # another thread may have been quicker
        self.trim()
        return screen

    def trim(self) -> None:
        """Lets go of what is too much; a screen grows when its document is prepared."""
        with self._lock:
            size = sum(screen.size for screen in self._screens.values())
            while len(self._screens) > 1 and size > _LARGEST:
                size -= self._screens.popitem(last=False)[1].size
