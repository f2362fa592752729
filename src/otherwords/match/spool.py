"""Questions on disk while they are worked on: in memory, each takes a few numbers, however long it is."""

import json
import re
import tempfile
import unicodedata
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.match.neighbours import Keys
from otherwords.match.questions import Question
from otherwords.match.store import key

Places = NDArray[np.int64]

_SPACES = re.compile(r"\s+")


def plain(text: str) -> str:
    """Questions that are the same but for capitals, spaces and ways to write a letter are copies of each other."""
    return _SPACES.sub(" ", unicodedata.normalize("NFKC", text)).strip().casefold()


class Spool:
    """All questions in their order, in a file that nobody else sees."""

    def __init__(self, questions: Iterable[Question], folder: Path | None = None) -> None:
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - open for as long as the questions are wanted
        self._starts = array("q")
        self._plain = array("Q")
        self._exact = array("Q")
        for question in questions:
            self._starts.append(self._file.tell())
            self._plain.append(key(plain(question.text)))
            self._exact.append(key(question.text))
            line = json.dumps([question.id, question.text, question.line])
            self._file.write(line.encode() + b"\n")

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, place: int) -> Question:
        self._file.seek(self._starts[place])
        return Question(*json.loads(self._file.readline()))

    def wordings(self) -> "Wordings":
        plain_keys = np.array(self._plain, dtype=np.uint64)
        _, firsts, wording = np.unique(plain_keys, return_index=True, return_inverse=True)
        order = np.argsort(firsts)  # by first appearance
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        firsts = firsts[order]
        by_wording = np.argsort(rank[wording], kind="stable")
        ends = np.cumsum(np.bincount(rank[wording], minlength=len(firsts)))
        return Wordings(np.array(self._exact, dtype=np.uint64)[firsts], firsts, by_wording, ends)


@dataclass(frozen=True)
class Wordings:
    """The different texts among the questions, in the order in which they first appear."""

    keys: Keys
    firsts: Places
    """The question in which each first appears: its text stands for all copies."""
    _questions: Places
    _ends: Places

    def __len__(self) -> int:
        return len(self.keys)

    def copies(self, wording: int) -> list[int]:
        """The questions with this wording, in their order."""
        start = self._ends[wording - 1] if wording else 0
        places: list[int] = self._questions[start : self._ends[wording]].tolist()
        return places

    def counts(self) -> Places:
        return np.diff(self._ends, prepend=0)
