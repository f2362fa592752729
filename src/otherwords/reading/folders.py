"""The files below a folder: sorted, without hidden ones and without what git ignores."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords.reading.errors import ReadingError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


@dataclass(frozen=True)
class _Rules:
    """What one ``.gitignore`` says about the paths below its folder."""

    folder: str
    spec: "GitIgnoreSpec"

    def verdict(self, path: str) -> bool | None:
        """Whether the (absolute) path is ignored; None when nothing is said about it."""
        return self.spec.check_file(path[len(self.folder.rstrip("/")) + 1 :]).include


def files_below(folder: str) -> Iterator[str | ReadingError]:
    """Links to folders are not followed, as git and grep don't, so that no loop is possible and nothing comes twice."""
    waiting: list[tuple[str, bool, tuple[_Rules, ...]]] = [(folder, True, _rules_above(folder))]
    while waiting:
        path, is_folder, rules = waiting.pop()
        if not is_folder:
            yield path
            continue
        rules += _rules_in(os.path.abspath(path))
        try:
            with os.scandir(path) as scan:
                entries = sorted(scan, key=lambda entry: entry.name, reverse=True)
        except OSError as error:
            yield ReadingError(path, f"cannot be opened ({error.strerror}); check its permissions")
            continue
        for entry in entries:
            is_folder = entry.is_dir(follow_symlinks=False)
            if not entry.name.startswith(".") and (is_folder or _is_readable(entry)):
                absolute = os.path.abspath(entry.path)
                if not _is_ignored(f"{absolute}/" if is_folder else absolute, rules):
                    waiting.append((entry.path, is_folder, rules))


def _is_readable(entry: os.DirEntry[str]) -> bool:
    """A file or a broken link, whose error the user should see; no pipe, socket, device or link to a folder."""
    try:
        return entry.is_file() or (entry.is_symlink() and not os.path.exists(entry.path))
    except OSError:  # a link that leads to itself
        return True


def _is_ignored(path: str, rules: tuple[_Rules, ...]) -> bool:
    ignored = False
    for rule in rules:  # the deeper file has the last word
        verdict = rule.verdict(path)
        ignored = ignored if verdict is None else verdict
    return ignored


def _rules_above(folder: str) -> tuple[_Rules, ...]:
    """The rules from the folder that holds ``.git`` down to, but without, this one."""
    rules: tuple[_Rules, ...] = ()
    absolute = os.path.abspath(folder)
    here = absolute
    while not os.path.exists(os.path.join(here, ".git")):
        here, child = os.path.dirname(here), here
        if here == child:
            return ()
        rules = _rules_in(here) + rules
    # A folder that the user names is read even though git ignores it.
    return () if _is_ignored(f"{absolute}/", rules) else rules


def _rules_in(folder: str) -> tuple[_Rules, ...]:
    from pathspec import GitIgnoreSpec

    try:
        with open(os.path.join(folder, ".gitignore"), encoding="utf-8", errors="surrogateescape") as file:
            lines = file.read().splitlines()
    except OSError:
        return ()
    return (_Rules(folder, GitIgnoreSpec.from_lines(filter(_is_pattern, lines))),)


def _is_pattern(line: str) -> bool:
    """Whether it can be understood; git passes over a line that cannot."""
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except (ValueError, re.error):
        return False
    return True
