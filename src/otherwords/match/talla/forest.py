"""Which of two candidates comes first: a random forest over the differences of their features."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from otherwords.text import OtherwordsError

Floats = NDArray[np.float64]

TREES_IN_FOREST = 2000


class Forest:
    def __init__(self, trees: int = TREES_IN_FOREST) -> None:
        self._trees = trees

    def fit(self, groups: Sequence[tuple[Floats, Sequence[bool]]]) -> None:
        """Learns from groups: the features of the candidates, and which of them are right."""
        from sklearn.ensemble import RandomForestClassifier

        refuse_one_kind([right for _, right in groups])
        rows = [difference for features, right in groups for difference in _right_less_wrong(features, right)]
        table = np.concatenate([rows, np.negative(rows)])
        labels = np.repeat([True, False], len(rows))
        # One thread: several add up the trees in any order, and then the last digit differs by the run.
        self._forest = RandomForestClassifier(self._trees, random_state=0, n_jobs=1)
        self._forest.fit(table, labels)

    def scores(self, features: Floats) -> list[float]:
        """For each candidate, the sum of the probabilities that it comes before another."""
        count = len(features)
        if count < 2:
            return [0.0] * count
        first, second = np.nonzero(~np.eye(count, dtype=bool))
        is_first = self._forest.predict_proba(features[first] - features[second])[:, 1]
        return [float(value) for value in is_first.reshape(count, count - 1).sum(axis=1)]


def refuse_one_kind(groups: Sequence[Sequence[bool]]) -> None:
    if not any(any(right) and not all(right) for right in groups):
        raise OtherwordsError(
            "no group has both a right and a wrong candidate, so nothing can be learned; give labels of 1 and 0"
        )


def _right_less_wrong(features: Floats, right: Sequence[bool]) -> list[Floats]:
    chosen = np.array(right, dtype=bool)
    return [one - other for one in features[chosen] for other in features[~chosen]]
