"""Sentence pairs in two languages out of the files that a recipe names.

- ``tsv``     a pair a line, with a tab between
- ``lines``   two files, line by line
- ``rows``    JSON lines; ``keys`` names the two texts, ``list`` the key under which rows hold further rows,
              ``split`` says that texts are paragraphs, kept where both have the same number of sentences
- ``verses``  two files of ``{doc_id, a[], b[]}``, one a language, joined where a chapter has as many verses in both
- ``groups``  two files of ``{id, texts[]}``, one a language, joined by id: every wording of the one that has more of
              them is paired with one of the other

``group`` names the key of rows that are kept aside together, such as those of one article.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherwords.evaluate.files import read_json_lines, read_lines
from otherwords.text import OtherwordsError
from otherwords.translate.units import units


@dataclass(frozen=True)
class Pair:
    first: str
    second: str
    group: str
    """Pairs of one group are all learned from, or all kept aside."""


def read_source(entry: dict[str, Any], data: Path) -> Iterator[Pair]:
    """The pairs of one ``[[source]]``, in the files' order, without those that can hardly be translations."""
    if entry.get("kind") not in _KINDS:
        raise OtherwordsError(f"the recipe has a source of kind {entry.get('kind')!r}; kinds are {', '.join(_KINDS)}")
    files = [data / name for name in entry["files"]]
    for path in files:
        if not path.is_file():
            raise OtherwordsError(f"the recipe's {path} is not there; check --data")
    for first, second, group in _KINDS[entry["kind"]](files, entry):
        pair = Pair(" ".join(first.split()), " ".join(second.split()), group or first)
        if _may_be_translations(pair):
            yield pair


Texts = Iterator[tuple[str, str, str]]


def _tsv(files: list[Path], entry: dict[str, Any]) -> Texts:
    for path in files:
        for _, line in read_lines(path):
            first, _, rest = line.partition("\t")
            yield first, rest.partition("\t")[0], ""


def _lines(files: list[Path], entry: dict[str, Any]) -> Texts:
    first = dict(read_lines(files[0]))
    for number, text in read_lines(files[1]):
        yield first.get(number, ""), text, ""


def _rows(files: list[Path], entry: dict[str, Any]) -> Texts:
    first, second = entry["keys"]
    for path in files:
        for _, row in read_json_lines(path):
            group = str(row[entry["group"]]) if "group" in entry else ""
            for one in row[entry["list"]] if "list" in entry else [row]:
                if entry.get("split"):
                    yield from ((a, b, group) for a, b in _sentence_pairs(one[first], one[second]))
                else:
                    yield one[first], one[second], group


def _sentence_pairs(first: str, second: str) -> Iterator[tuple[str, str]]:
    a = [first[start:end] for start, end in units(first)]
    b = [second[start:end] for start, end in units(second)]
    if len(a) == len(b):
        yield from zip(a, b, strict=True)


def _verses(files: list[Path], entry: dict[str, Any]) -> Texts:
    first, second = entry["keys"]
    chapters = {row["doc_id"]: row[second] for _, row in read_json_lines(files[1])}
    for _, row in read_json_lines(files[0]):
        other = chapters.get(row["doc_id"], [])
        if len(other) == len(row[first]):
            yield from ((a, b, row["doc_id"]) for a, b in zip(row[first], other, strict=True))


def _groups(files: list[Path], entry: dict[str, Any]) -> Texts:
    others = {row["id"]: row["texts"] for _, row in read_json_lines(files[1])}
    for _, row in read_json_lines(files[0]):
        ours, theirs = row["texts"], others.get(row["id"])
        if ours and theirs:
            for i in range(max(len(ours), len(theirs))):
                yield ours[i % len(ours)], theirs[i % len(theirs)], row["id"]


_KINDS = {"tsv": _tsv, "lines": _lines, "rows": _rows, "verses": _verses, "groups": _groups}


def _may_be_translations(pair: Pair) -> bool:
    shorter, longer = sorted((len(pair.first), len(pair.second)))
    return shorter > 0 and (longer <= 3 * shorter or longer < 30)
