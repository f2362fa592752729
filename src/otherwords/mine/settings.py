"""What a run of mining may be told."""

import re
from dataclasses import dataclass
from enum import StrEnum

from otherwords.text import OtherwordsError


class AnchorKind(StrEnum):
    """What two fragments must share so that their middles are taken for paraphrases."""

    NGRAM = "ngram"
    """The words at both ends of the fragment."""
    ENTITY = "entity"
    """Those, and the nearest named entities before and after the fragment."""
    RELATIVE = "relative"
    """Those, the rest of the relative clause that the middle stands in, and what the clause says it of."""

    @classmethod
    def named(cls, name: str) -> "AnchorKind":
        try:
            return cls(name)
        except ValueError:
            raise OtherwordsError(f"there are no anchors called {name}; choose one of {', '.join(cls)}") from None


OURS = "otherwords"
NO_TAGGER = "none"
SPACY = "spacy:"
"""Before the name of a pipeline of spaCy."""
LONGEST_FRAGMENT = 255
"""Words; so that the place of a fragment's middle fits into a byte or two."""

_SMALLEST_MEMORY = 512 * 10**6
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*(K|M|G|T)(i?)B?", re.IGNORECASE)


@dataclass(frozen=True)
class Settings:
    """The defaults are those of the paper (Paşca & Dienes, 2005), whose names stand in brackets."""

    anchor: AnchorKind = AnchorKind.NGRAM
    ends: int = 3
    """Words at either end of a fragment (L_C)."""
    shortest: int = 1
    """Words of the shortest candidate (Min_P)."""
    longest: int = 4
    """Words of the longest candidate (Max_P)."""
    least: int = 5
    """Pairs that fewer anchors support are dropped."""
    samples: int = 5
    """Contexts that the table keeps of a pair, at most."""
    memory: str = "2GB"
    """For all processes together."""
    tagger: str = OURS
    """``otherwords``, ``none``, or ``spacy:NAME``."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "anchor", AnchorKind.named(self.anchor))  # where it was given as a string
        if self.ends < 1 or self.shortest < 1 or self.least < 1 or self.samples < 0:
            raise OtherwordsError("ends, shortest and least must be at least 1")
        if self.longest < self.shortest:
            raise OtherwordsError(f"longest ({self.longest}) must not be less than shortest ({self.shortest})")
        if 2 * self.ends + self.longest > LONGEST_FRAGMENT:
            raise OtherwordsError(f"a fragment may have {LONGEST_FRAGMENT} words; make ends or longest smaller")
        is_pipeline = self.tagger.startswith(SPACY) and self.tagger != SPACY
        if self.tagger not in (OURS, NO_TAGGER) and not is_pipeline:
            raise OtherwordsError(f"there is no tagger {self.tagger}; choose otherwords, none or spacy:NAME")
        if self.anchor is AnchorKind.RELATIVE and self.tagger == NO_TAGGER:
            raise OtherwordsError("relative clauses are found by their verbs; choose a tagger, or other anchors")
        if self.memory_bytes < _SMALLEST_MEMORY:
            raise OtherwordsError(f"memory {self.memory} is too little; give at least {_SMALLEST_MEMORY // 10**6}MB")

    @property
    def memory_bytes(self) -> int:
        """``2GB`` is 2 thousand million bytes, ``2GiB`` is 2 << 30, as for DuckDB."""
        size = _SIZE.fullmatch(self.memory.strip())
        if size is None:
            raise OtherwordsError(f"memory {self.memory!r} is no size; write it like 2GB or 800MB")
        number, unit, binary = size.groups()
        return int(float(number) * (1024 if binary else 1000) ** ("KMGT".index(unit.upper()) + 1))
