"""How much one request may ask for, and how many may wait."""

import math
from dataclasses import dataclass, field

from otherwords.cores import cores

QUERY = 2_000
"""Characters of a query or a question. What the model can take of it is less, and an error of its own."""
WORDING = 5_000
"""Characters of one candidate, or of one question that was asked before."""
WORDINGS = 500
DOCUMENTS = 200
NAME = 500
MARKS = 100_000
"""Pages, or cues of subtitles."""


def _workers() -> int:
    """As many jobs at once as each has threads, about: on two cores two, on sixteen four of four threads."""
    return max(1, math.ceil(math.sqrt(cores())))


@dataclass(frozen=True, slots=True)
class Limits:
    """Of a server. The sizes are such that a job takes seconds, for a thread cannot be stopped from outside."""

    body: int = 8 << 20
    """Bytes of a request."""
    unpacked: int = 64 << 20
    """Bytes that an uploaded file may unpack to. Readers keep as much in memory, so that none goes to the disk."""
    characters: int = 1_000_000
    """Of all documents of a request together."""
    compared: int = 100_000
    """Of all documents of a comparison together, which reads every passage of them."""
    workers: int = field(default_factory=_workers)
    waiting: int = 16
    """Jobs that may wait for a worker. The next one is turned away."""
    patience: float = 1.0
    """Seconds that a job waits for a worker before it, too, is turned away: late answers help nobody."""
    timeout: float = 60.0
    """Seconds after which nobody waits for a job any more. Its worker is free when the job has really ended."""
    requests: int = 64
    """Requests inside at once, whatever they want; times ``body``, this bounds the memory they take."""
    slow_body: float = 20.0
    """Seconds that a request's body may take to arrive."""

    @property
    def threads(self) -> int:
        """Of each worker's models."""
        return max(1, cores() // self.workers)
