"""A small model that weighs the evidence: boosted trees for what is uneven, a line for what is not, averaged."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_TREES = {"n_estimators": 120, "learning_rate": 0.05, "max_leaf_nodes": 8, "min_samples_leaf": 20}
_TREES |= {"max_features": 0.3, "subsample": 0.7}
_FORESTS = 3
"""Each sees other columns; their mean is steadier than one."""


class Blend:
    """Learns labels of 0 and 1 as a probability, and graded ones as they are."""

    def __init__(self) -> None:
        self._models: list[Any] = []
        self.gives_probabilities = False

    def fit(self, rows: Floats, labels: Floats) -> None:
        from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor
        from sklearn.linear_model import LogisticRegression, Ridge
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        self.gives_probabilities = set(labels.tolist()) == {0.0, 1.0}
        # Not the ones of histograms: their threads wait for each other for minutes where others use the machine, too.
        trees = GradientBoostingClassifier if self.gives_probabilities else GradientBoostingRegressor
        line = LogisticRegression(C=0.1, max_iter=1000) if self.gives_probabilities else Ridge(30.0)
        self._models = [trees(**_TREES, random_state=seed) for seed in range(_FORESTS)]
        self._models.append(make_pipeline(StandardScaler(), line))
        for model in self._models:
            model.fit(rows, labels)

    def scores(self, rows: Floats) -> Floats:
        mean: Floats = np.mean([self._scores(model, rows) for model in self._models], axis=0)
        return mean

    def _scores(self, model: Any, rows: Floats) -> Floats:
        scores: Floats = model.predict_proba(rows)[:, 1] if self.gives_probabilities else model.predict(rows)
        return scores
