"""What this job needs to know of a list: the query and its candidates. What it learns from has labels, too."""

from collections.abc import Sequence
from typing import Protocol


class Wording(Protocol):
    @property
    def text(self) -> str: ...

    @property
    def label(self) -> float: ...


class Wordings(Protocol):
    @property
    def query(self) -> str: ...

    @property
    def candidates(self) -> Sequence[Wording]: ...
