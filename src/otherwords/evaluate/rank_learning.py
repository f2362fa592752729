"""Teaching ``rank`` by lists of a user's own, and telling what that is worth."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from otherwords.evaluate.folds import folds
from otherwords.evaluate.list_metrics import in_order, ndcg
from otherwords.evaluate.list_systems import teach
from otherwords.evaluate.lists import ListExample, read_lists
from otherwords.learned import check_place
from otherwords.rank.ranker import Ranker

_PARTS = 5


def learn_rank(files: Sequence[Path], output: Path, report: Callable[[str], None]) -> None:
    """Writes the folder that ``rank --model`` opens."""
    check_place(output)
    examples = [example for path in files for example in read_lists(path) if example.candidates]
    ranker = Ranker()
    told = f"{len(examples):,} lists"
    if len({example.query for example in examples}) >= _PARTS:
        before = _mean(zip(examples, ranker.scores_all(examples), strict=True))
        after, before = round(_held_out(ranker, examples), 3), round(before, 3)  # as they are told
        told += f"; NDCG@5 of lists that were not learned from: {after:.3f}, untaught {before:.3f}"
        if after < before:
            told += "; it ranks worse than untaught: give more lists, or leave out --model"
    teach(ranker, examples)
    ranker.save(output)
    report(f"{output}: {told}")


def _held_out(ranker: Ranker, examples: Sequence[ListExample]) -> float:
    asked: list[tuple[ListExample, list[float]]] = []
    for learned, those in folds([example.query for example in examples], _PARTS):
        teach(ranker, [examples[i] for i in learned])
        asked += [(examples[i], ranker.scores(examples[i])) for i in those]
    return _mean(asked)


def _mean(asked: Iterable[tuple[ListExample, Sequence[float]]]) -> float:
    figures = [ndcg(in_order(example.labels, list(scores))) for example, scores in asked]
    return sum(figures) / len(figures)
