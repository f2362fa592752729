"""The system: features of each candidate, and a forest that learned which of two candidates comes first."""

from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path

from otherwords.match.talla.features import ALIGNMENT, RANK, TF_KLD, TREES, Features
from otherwords.match.talla.forest import TREES_IN_FOREST, Forest, refuse_one_kind
from otherwords.match.talla.questions import Group


class Talla:
    """Candidates for a question in order, as Talla's system at SemEval-2017 Task 3B puts them.

    ``model`` holds the word vectors: a file of them, or an encoder's folder; ours where it is None. ``pipeline`` is the
    spaCy pipeline that parses, by name or folder. ``without`` leaves out groups of features, for ablations. ``size`` is
    the number of trees in the forest.
    """

    needs_training = True

    def __init__(
        self,
        model: Path | None = None,
        pipeline: str | None = None,
        without: Collection[str] = (),
        size: int = TREES_IN_FOREST,
    ) -> None:
        self.name = "-without-".join(["talla", *without])
        self._features = Features(model, pipeline, without)
        self._forest = Forest(size)

    def fit(self, examples: Sequence[Group]) -> None:
        right = [[candidate.label > 0 for candidate in example.candidates] for example in examples]
        refuse_one_kind(right)  # before the features, which take minutes
        rows = self._features.training_rows(examples)
        self._forest.fit(list(zip(rows, right, strict=True)))

    def scores(self, example: Group) -> list[float]:
        return self._forest.scores(self._features.rows(example))


without_trees = partial(Talla, without=[TREES])
without_tf_kld = partial(Talla, without=[TF_KLD])
without_alignment = partial(Talla, without=[ALIGNMENT])
without_rank = partial(Talla, without=[RANK])
