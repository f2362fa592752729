"""Clusters of questions that ask the same, out of JSON lines: ``{"texts": [...]}`` a cluster, or pairs ``{"a", "b",
"label"}``, of which those with a label above 0 connect their texts."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from otherwords.evaluate.files import read_json_lines
from otherwords.evaluate.lists import label_at
from otherwords.text import OtherwordsError


def read_clusters(path: Path) -> Iterator[list[str]]:
    """Clusters in the order of the file; those that pairs make come last, for the last pair may join the first two."""
    joined = _Joined()
    for number, row in read_json_lines(path):
        if isinstance(row, dict) and _are_texts(row.get("texts")):
            yield row["texts"]
        elif isinstance(row, dict) and _are_texts([row.get("a"), row.get("b")]):
            try:
                if "label" not in row or label_at(row) > 0:
                    joined.join(row["a"], row["b"])
            except OtherwordsError as error:
                raise OtherwordsError(f"{path}:{number}: {error}") from None
        else:
            raise OtherwordsError(
                f'{path}:{number}: not a cluster, {{"texts": [...]}}, nor a pair, {{"a", "b", "label"}}'
            )
    yield from joined.clusters()


def answered_clusters(
    files: Sequence[Path], kb: str, longest_name: int, report: Callable[[str], None]
) -> Iterator[list[str]]:
    """Of questions with answers: those that one path of the knowledge base answers."""
    from otherwords.ask.kb.knowledge import open_knowledge_base
    from otherwords.ask.wordings.path_clusters import path_clusters
    from otherwords.evaluate.questions import read_questions

    questions = [(one.question, one.answers) for file in files for one in read_questions(file)]
    return path_clusters(open_knowledge_base(kb), questions, report, longest_name=longest_name)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


class _Joined:
    """Texts, each with another of its cluster that stands for it, up to one that stands for all."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def join(self, one: str, other: str) -> None:
        first, second = self._top(one), self._top(other)
        if first != second:
            self._above[second] = first

    def clusters(self) -> Iterator[list[str]]:
        members: dict[str, list[str]] = defaultdict(list)
        for text in self._above:
            members[self._top(text)].append(text)
        yield from members.values()

    def _top(self, text: str) -> str:
        self._above.setdefault(text, text)
        while self._above[text] != text:
            self._above[text] = text = self._above[self._above[text]]  # halves the way for the next one
        return text
