"""Lists of words that a user brings along."""

from pathlib import Path

from otherwords.evaluate.files import read_lines
from otherwords.text import OtherwordsError


def read_antonyms(path: Path | None) -> list[tuple[str, str]]:
    """Two words a line, with a tab or a space between them; no file, no antonyms."""
    if path is None:
        return []
    pairs = []
    for number, line in read_lines(path):
        words = line.split()
        if len(words) != 2:
            raise OtherwordsError(f"{path}:{number}: not two words; a line is a word and its opposite")
        pairs.append((words[0], words[1]))
    return pairs
