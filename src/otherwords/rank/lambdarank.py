"""``--system lambdarank``: LightGBM's LambdaMART on features that a person understands, and on the cosine."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from otherwords.extras import require
from otherwords.rank.evidence import Evidence
from otherwords.rank.lists import Wordings
from otherwords.rank.vectors import Vectors, vectors_by
from otherwords.text import OtherwordsError

_SETTINGS: dict[str, Any] = {
    "objective": "lambdarank",
    "n_estimators": 150,
    "learning_rate": 0.05,
    "num_leaves": 8,
    "min_child_samples": 20,
    "subsample": 0.7,
    "subsample_freq": 1,
    "colsample_bytree": 0.5,
    "random_state": 0,
    "n_jobs": 1,  # there is little to learn from, and on a busy machine threads wait for each other for minutes
    "deterministic": True,
    "force_row_wise": True,
    "verbose": -1,
}


class LambdaRank:
    name = "lambdarank"
    needs_training = True

    def __init__(self, model: Path | None = None) -> None:
        self._evidence = Evidence(Vectors(vectors_by(model)))
        self._model: Any = None

    def fit(self, examples: Sequence[Wordings]) -> None:
        require("lambdarank", "rank", "lightgbm")
        try:
            from lightgbm import LGBMRanker
        except OSError as error:  # its own library, which pip cannot bring
            raise OtherwordsError(f"lightgbm cannot be loaded ({error}); install libgomp1") from error
        lists = [example for example in examples if example.candidates]
        if not lists:
            raise OtherwordsError("there are no candidates to learn from")
        self._evidence.learn(lists)
        self._evidence.prepare(lists)
        labels = np.array([one.label for example in lists for one in example.candidates])
        # LightGBM wants grades that are whole numbers, and what each is worth: the figure's gain, 2^label − 1.
        grades, places = np.unique(labels, return_inverse=True)
        worth = 2.0 ** (grades - min(0.0, grades[0])) - 1
        self._model = LGBMRanker(**_SETTINGS, label_gain=worth.tolist())
        rows = np.vstack([self._evidence.of(example) for example in lists])
        self._model.fit(rows, places, group=[len(example.candidates) for example in lists])

    def scores(self, example: Wordings) -> list[float]:
        if not example.candidates:
            return []
        return [float(score) for score in self._model.predict(self._evidence.of(example))]
