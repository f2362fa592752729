"""The systems that put candidates in order, by name.

A system gives each candidate of a list a score, higher where it is nearer to the query. One that learns has ``fit``,
which starts anew at every call; it may score many lists at once where that is quicker (``scores_all``), and may give
probabilities. The jobs do not know this module: a system is whatever has these methods.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Protocol, runtime_checkable

from otherwords.ask.para4qa.systems import COUNTS, PARA4QA
from otherwords.ask.wording import Generator
from otherwords.evaluate.lists import ListExample
from otherwords.text import OtherwordsError

Scores = Sequence[float]


class ListSystem(Protocol):
    name: str

    def scores(self, example: ListExample) -> Scores:
        """One for each candidate, higher = better."""


@runtime_checkable
class Trainable(Protocol):
    needs_training: bool
    """False where there are weights that we ship, on top of which it can learn."""

    def fit(self, examples: Sequence[ListExample]) -> None: ...


@runtime_checkable
class AsksWordings(Protocol):
    needs_wordings: bool

    def use_wordings(self, generator: Generator) -> None: ...


def give_wordings(system: ListSystem, generator: Generator | None) -> None:
    """Fails where a system asks in other words and has none, or has no use for them."""
    wants = isinstance(system, AsksWordings) and system.needs_wordings
    if generator is not None and not isinstance(system, AsksWordings):
        raise OtherwordsError(f"the system {system.name} asks nothing in other words; leave out --wordings")
    if wants and generator is None:
        raise OtherwordsError(
            f"the system {system.name} asks in other words; make them with otherwords data wordings FILE... -o"
            " wordings.jsonl, and give --wordings wordings.jsonl"
        )
    if generator is not None and isinstance(system, AsksWordings):
        system.use_wordings(generator)


_FEWEST = 2
"""Candidates: with one, nothing is better than anything."""


def teach(system: ListSystem, examples: Sequence[ListExample]) -> None:
    if sum(len(example.candidates) for example in examples) < _FEWEST:
        raise OtherwordsError(f"there is too little to learn from; give at least {_FEWEST} candidates with labels")
    if isinstance(system, Trainable):
        system.fit(examples)


def gives_probabilities(system: ListSystem) -> bool:
    """Whether a score of .5 and above says that the candidate is right."""
    return bool(getattr(system, "gives_probabilities", False))


def all_scores(system: ListSystem, examples: Iterable[ListExample]) -> Iterator[Scores]:
    at_once: Callable[[Iterable[ListExample]], Iterator[Scores]] | None = getattr(system, "scores_all", None)
    return at_once(examples) if at_once else map(system.scores, examples)


class Random:
    """Tells nothing apart; the figures of equals are the mean over all their orders, and so those of chance itself."""

    name = "random"

    def scores(self, example: ListExample) -> Scores:
        return [0.0] * len(example.candidates)


class Worst:
    """The right order turned around: as bad as it can be."""

    name = "worst"

    def scores(self, example: ListExample) -> Scores:
        return [-candidate.label for candidate in example.candidates]


class SearchEngine:
    """The order in which a search engine gave the candidates."""

    name = "ir"

    def scores(self, example: ListExample) -> Scores:
        missing = next((candidate for candidate in example.candidates if candidate.rank is None), None)
        if missing:
            raise OtherwordsError(
                f'{example.id}: candidate "{missing.id}" has no rank, so there is no search engine\'s order to measure'
            )
        return [1 / candidate.rank for candidate in example.candidates if candidate.rank]


def _imported(module: str, name: str, model: Path | None) -> ListSystem:
    """Only when it is asked for: most of these load the neural runtime or scikit-learn."""
    system: ListSystem = getattr(import_module(module), name)(model)
    return system


def _plain(system: Callable[[], ListSystem], model: Path | None) -> ListSystem:
    if model is not None:
        raise OtherwordsError(f"the system {system().name} has no weights; leave out --model")
    return system()


def _para4qa(name: str, model: Path | None) -> ListSystem:
    from otherwords.ask.para4qa.list_system import Para4QaLists

    return Para4QaLists(name, model)


LIST_SYSTEMS: dict[str, Callable[[Path | None], ListSystem]] = {
    "random": partial(_plain, Random),
    "worst": partial(_plain, Worst),
    "ir": partial(_plain, SearchEngine),
    "cosine": partial(_imported, "otherwords.rank.cosine", "Cosine"),
    "listwise": partial(_imported, "otherwords.rank.listwise", "Listwise"),
    "cosine-words": partial(_imported, "otherwords.rank.fragments", "CosineOfWords"),
    "listwise-words": partial(_imported, "otherwords.rank.fragments", "ListwiseOfWords"),
    "lambdarank": partial(_imported, "otherwords.rank.lambdarank", "LambdaRank"),
    "rank": partial(_imported, "otherwords.rank.ranker", "Ranker"),
    "talla": partial(_imported, "otherwords.match.talla.system", "Talla"),
    "talla-without-trees": partial(_imported, "otherwords.match.talla.system", "without_trees"),
    "talla-without-tf-kld": partial(_imported, "otherwords.match.talla.system", "without_tf_kld"),
    "talla-without-alignment": partial(_imported, "otherwords.match.talla.system", "without_alignment"),
    "talla-without-rank": partial(_imported, "otherwords.match.talla.system", "without_rank"),
    "match": partial(_imported, "otherwords.match.system", "Match"),
    "answer": partial(_imported, "otherwords.ask.sentences.system", "AnswerSentences"),
    **{name + ending: partial(_para4qa, name + ending) for name in PARA4QA for ending in ("", COUNTS)},
}


def build_list_system(name: str, model: Path | None = None) -> ListSystem:
    if name not in LIST_SYSTEMS:
        raise OtherwordsError(f'there is no system "{name}"; choose from {", ".join(LIST_SYSTEMS)}')
    return LIST_SYSTEMS[name](model)


def check_training(system: ListSystem, is_trained: bool) -> None:
    """Fails where a system is told to learn and cannot, or must learn and is not told from what."""
    learns = isinstance(system, Trainable)
    if is_trained and not learns:
        raise OtherwordsError(f"the system {system.name} does not learn; leave out --train and --folds")
    if learns and not is_trained and getattr(system, "needs_training", True):
        raise OtherwordsError(f"the system {system.name} has to learn first; add --train FILE, or --folds 5")
