"""The span systems that can be evaluated, by name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from otherwords.evaluate import baselines
from otherwords.evaluate.files import read_lines
from otherwords.evaluate.prediction import Prediction, SpanSystem
from otherwords.evaluate.spans import read_spans
from otherwords.text import OtherwordsError


@dataclass(frozen=True, slots=True)
class SystemOptions:
    """What a system may need to know: the file it will be evaluated on, its model, and text to learn from."""

    file: Path
    model: Path | None = None
    train: Path | None = None
    exhaustive: bool = False
    warm: bool = False


def _tfidf(options: SystemOptions) -> SpanSystem:
    # The whole file even when only its first examples are asked: an answer must not depend on how many are.
    return baselines.tfidf(_training_texts(options.train) if options.train else _texts_of_spans(options.file))


def _embedding(options: SystemOptions) -> SpanSystem:
    return baselines.embedding(baselines.load_text_encoder(options.model))


class _Find:
    """Our own reader. It reads every place of a short document, and the promising places of a long one."""

    name = "find"

    def __init__(self, options: SystemOptions) -> None:
        from otherwords.find import Finder  # the neural runtime, which the baselines do without

        self._finder = Finder(options.model)
        self._options = options
        self._prepared: str | None = None

    def answer(self, query: str, document: str, *, always: bool, gold: tuple[int, int] | None) -> Prediction:
        if self._options.warm and document != self._prepared:
            self._finder.prepare(document)
            self._prepared = document
        answer = self._finder.find(query, document, always=always, exhaustive=self._options.exhaustive, explain=False)
        if answer.best is not None:
            return Prediction(answer.best.span.start, answer.best.span.end, answer.best.probability)
        return Prediction(None, None, answer.no_match.probability if answer.no_match else None)


def _oracle(options: SystemOptions) -> SpanSystem:
    return baselines.Oracle()


SYSTEMS: dict[str, Callable[[SystemOptions], SpanSystem]] = {
    "tfidf": _tfidf,
    "embedding": _embedding,
    "oracle": _oracle,
    "find": _Find,
}


def build_system(name: str, options: SystemOptions) -> SpanSystem:
    if name not in SYSTEMS:
        raise OtherwordsError(f'there is no system "{name}"; choose from {", ".join(SYSTEMS)}')
    return SYSTEMS[name](options)


def _training_texts(path: Path) -> Iterator[str]:
    """The texts of a spans file, or the lines of a plain text file."""
    first = next(read_lines(path), (1, ""))[1]
    if first.lstrip().startswith("{"):
        yield from _texts_of_spans(path)
    else:
        yield from (line for _, line in read_lines(path))


def _texts_of_spans(path: Path) -> Iterator[str]:
    """The queries, and the documents once each."""
    seen: set[int] = set()
    for example in read_spans(path):
        if (key := hash(example.document)) not in seen:
            seen.add(key)
            yield example.document
        yield example.query
