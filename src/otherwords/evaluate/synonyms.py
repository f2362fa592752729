"""Words that may stand for each other, out of a file of the user's.

A line is one of PPDB's (``[NN] ||| car ||| automobile ||| …``), or words that mean the same, separated by tabs or else
by spaces. Entries of several words are passed over: what is compared with these are single words.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from otherwords.evaluate.files import read_lines
from otherwords.text import OtherwordsError

_NOT_SYNONYMS = {"Exclusion", "Independent"}
"""What PPDB 2.0 says in its last field of pairs such as boy and girl."""


class Synonyms:
    def __init__(self, groups: Iterable[Iterable[str]]) -> None:
        # By group and not by pair: memory grows with the file, and not with the square of its longest line.
        self._groups_of: dict[str, set[int]] = defaultdict(set)
        for number, group in enumerate(groups):
            for word in group:
                self._groups_of[word.casefold()].add(number)

    def __len__(self) -> int:
        return len(self._groups_of)

    def are_synonyms(self, one: str, other: str) -> bool:
        return not self._groups_of.get(one, set()).isdisjoint(self._groups_of.get(other, ()))

    def turns_into(self, ours: Counter[str], theirs: Counter[str]) -> bool:
        """Whether one bag of words becomes the other when some words are replaced by synonyms, each by one."""
        left, right = list((ours - theirs).elements()), list((theirs - ours).elements())
        return len(left) == len(right) and self._can_be_paired(left, right)

    def _can_be_paired(self, left: list[str], right: list[str]) -> bool:
        partner: dict[int, int] = {}  # of a right word: the left word it replaces

        def place(word: int, tried: set[int]) -> bool:
            for candidate in range(len(right)):
                if candidate not in tried and self.are_synonyms(left[word], right[candidate]):
                    tried.add(candidate)
                    if candidate not in partner or place(partner[candidate], tried):
                        partner[candidate] = word
                        return True
            return False

        return all(place(word, set()) for word in range(len(left)))


def read_synonyms(path: Path) -> Synonyms:
    synonyms = Synonyms(_groups(path))
    if not synonyms:
        raise OtherwordsError(f"{path}: no two words in a line; a line is PPDB's (|||), or words that mean the same")
    return synonyms


def _groups(path: Path) -> Iterator[list[str]]:
    for _, line in read_lines(path):
        words = [word.strip() for word in _entries(line)]
        group = [word for word in words if word and not any(character.isspace() for character in word)]
        if len(group) > 1:
            yield group


def _entries(line: str) -> list[str]:
    if "|||" in line:
        fields = [field.strip() for field in line.split("|||")]
        return [] if fields[-1] in _NOT_SYNONYMS else fields[1:3]
    return line.split("\t") if "\t" in line else line.split()
