"""A small model that weighs the evidence: boosted trees for what is uneven, a line for what is not, averaged.

scikit-learn grows it. After that it is plain arrays, which are kept in a file and asked without scikit-learn.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_TREES = {"n_estimators": 120, "learning_rate": 0.05, "max_leaf_nodes": 8, "min_samples_leaf": 20}
_TREES |= {"max_features": 0.3, "subsample": 0.7}
_FORESTS = 3
"""Each sees other columns; their mean is steadier than one."""
_LEAF = -1


@dataclass(frozen=True)
class Blend:
    """``features`` to ``values`` are [forests, trees, nodes]; a node that has no ``left`` is a leaf."""

    features: Ints
    thresholds: Floats
    left: Ints
    right: Ints
    values: Floats
    starts: Floats
    """[forests]: what the trees' values are added to."""
    line: Floats
    """[columns + 1]: a weight a column, and the intercept."""
    gives_probabilities: bool
    """Labels of 0 and 1 are learned as a probability, and graded ones as they are."""

    def scores(self, rows: Floats) -> Floats:
        sums = [*self._forests(rows), rows @ self.line[:-1] + self.line[-1]]
        mean: Floats = np.mean([_logistic(one) if self.gives_probabilities else one for one in sums], axis=0)
        return mean

    def _forests(self, rows: Floats) -> Floats:
        """[forests, rows]: where each row ends in each tree, and what stands there."""
        cells = rows.astype(np.float32)  # as they were when the trees grew
        forest, tree = np.indices(self.features.shape[:2])
        found = np.empty((len(rows), *forest.shape))
        for i, row in enumerate(cells):
            node = np.zeros_like(forest)
            while (inner := self.left[forest, tree, node] != _LEAF).any():
                here = forest, tree, node
                goes_left = row[self.features[here]] <= self.thresholds[here]
                node = np.where(inner, np.where(goes_left, self.left[here], self.right[here]), node)
            found[i] = self.values[forest, tree, node]
        sums: Floats = self.starts[:, None] + found.sum(axis=2).T
        return sums


def grow(rows: Floats, labels: Floats) -> Blend:
    from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor
    from sklearn.linear_model import LogisticRegression, Ridge
    from sklearn.preprocessing import StandardScaler

    are_chances = set(labels.tolist()) == {0.0, 1.0}
    # Not the ones of histograms: their threads wait for each other for minutes where others use the machine, too.
    trees = GradientBoostingClassifier if are_chances else GradientBoostingRegressor
    forests = [trees(**_TREES, random_state=seed).fit(rows, labels) for seed in range(_FORESTS)]
    scaler = StandardScaler().fit(rows)
    line = LogisticRegression(C=0.1, max_iter=1000) if are_chances else Ridge(30.0)
    line.fit(scaler.transform(rows), labels)
    weights = np.ravel(line.coef_) / scaler.scale_
    intercept = np.ravel(line.intercept_)[0] - weights @ scaler.mean_
    mean = labels.mean()
    start = np.log(mean / (1 - mean)) if are_chances else mean
    return Blend(
        *_arrays(forests), np.full(_FORESTS, start), np.append(weights, intercept), gives_probabilities=are_chances
    )


def _arrays(forests: list[Any]) -> tuple[Ints, Floats, Ints, Ints, Floats]:
    grown = [[tree.tree_ for tree in forest.estimators_[:, 0]] for forest in forests]
    shape = len(grown), len(grown[0]), max(tree.node_count for trees in grown for tree in trees)
    features, left, right = (np.full(shape, empty, dtype=np.int64) for empty in (0, _LEAF, _LEAF))
    thresholds, values = np.zeros(shape), np.zeros(shape)
    for i, trees in enumerate(grown):
        for j, tree in enumerate(trees):
            place = i, j, slice(tree.node_count)
            features[place] = np.maximum(tree.feature, 0)  # a leaf's is below zero, and not looked at
            left[place], right[place] = tree.children_left, tree.children_right
            thresholds[place] = tree.threshold
            values[place] = tree.value[:, 0, 0] * _TREES["learning_rate"]
    return features, thresholds, left, right, values


def _logistic(x: Floats) -> Floats:
    chances: Floats = 1 / (1 + np.exp(-np.clip(x, -60, 60)))
    return chances
