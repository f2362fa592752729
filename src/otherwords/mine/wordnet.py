"""WordNet out of a user's own folder: Princeton's ``dict``, or Debian's ``/usr/share/wordnet`` (package wordnet-base).

Read are ``data.noun``, ``data.verb``, ``data.adj`` and ``data.adv``. A line is a set of synonyms, with pointers to
other sets: hypernyms (``@``), what a verb entails (``*``), and from word to word antonyms (``!``).
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from otherwords.text import OtherwordsError

Synset = tuple[str, str]
"""Part of speech and offset, as the files name it."""

_PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
_MORE_GENERAL = ("@", "@i", "*")
_STEPS = 3
"""Up to where a more general word still says something of this one: everything is at last an entity."""


class WordNet:
    def __init__(self, folder: Path) -> None:
        self._synsets: dict[str, set[Synset]] = defaultdict(set)
        self._above: dict[Synset, set[Synset]] = defaultdict(set)
        self._antonyms: set[tuple[str, str]] = set()
        for name, part in _PARTS.items():
            try:
                self._read(folder / f"data.{name}", part)
            except OSError as error:
                raise OtherwordsError(
                    f"cannot read WordNet in {folder}: {error.strerror or error}; give the folder that holds data.noun"
                ) from error
            except (ValueError, IndexError) as error:
                raise OtherwordsError(f"{folder / f'data.{name}'} is no file of WordNet's ({error})") from error

    def are_synonyms(self, one: str, other: str) -> bool:
        return not self._of(one).isdisjoint(self._of(other))

    def are_siblings(self, one: str, other: str) -> bool:
        """Whether both are kinds of the same thing, right below it."""
        return not self._right_above(one).isdisjoint(self._right_above(other))

    def entails(self, one: str, other: str) -> bool:
        """Whether what is one is the other: a *novel* is a *book*."""
        reached, sought = set(self._of(one)), self._of(other)
        for _ in range(_STEPS):
            reached = {up for synset in reached for up in self._above.get(synset, ())}
            if not reached.isdisjoint(sought):
                return True
        return False

    def synonyms(self) -> Iterator[list[str]]:
        """Words and phrases that mean the same, set by set."""
        members: dict[Synset, set[str]] = defaultdict(set)
        for word, synsets in self._synsets.items():
            for synset in synsets:
                members[synset].add(word.replace("_", " "))
        return (sorted(members[synset]) for synset in sorted(members))

    def antonyms(self) -> Iterator[tuple[str, str]]:
        return iter(sorted(self._antonyms))

    def _right_above(self, noun: str) -> set[Synset]:
        return {up for synset in self._of(noun) if synset[0] == "n" for up in self._above.get(synset, ())}

    def _of(self, word: str) -> set[Synset]:
        return self._synsets.get(word.casefold().replace(" ", "_"), set())

    def _read(self, path: Path, part: str) -> None:
        words_of: dict[Synset, list[str]] = {}
        opposites: list[tuple[Synset, int, Synset, int]] = []
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("  "):  # the licence
                    continue
                fields = line.partition("|")[0].split()
                synset, number = (part, fields[0]), int(fields[3], 16)
                # An adjective may say in brackets where it stands: "alone(p)".
                words_of[synset] = [word.partition("(")[0].casefold() for word in fields[4 : 4 + 2 * number : 2]]
                for word in words_of[synset]:
                    self._synsets[word].add(synset)
                pointers = fields[5 + 2 * number :]
                for place in range(0, 4 * int(fields[4 + 2 * number]), 4):
                    symbol, offset, kind, ends = pointers[place : place + 4]
                    target = (kind.replace("s", "a"), offset)
                    if symbol in _MORE_GENERAL:
                        self._above[synset].add(target)
                    elif symbol == "!":
                        opposites.append((synset, int(ends[:2], 16), target, int(ends[2:], 16)))
        for synset, one, target, other in opposites:
            self._antonyms.add((words_of[synset][one - 1], words_of[target][other - 1]))
