"""An autoencoder of one hidden layer: what it takes to tell a fragment's vector again is what there is to it."""

import numpy as np
from numpy.typing import NDArray

from otherwords.rank.adam import Adam

Floats = NDArray[np.float64]
Gradients = dict[str, Floats]


class Autoencoder:
    def __init__(self, dimensions: int, hidden: int = 64, seed: int = 0) -> None:
        randomness = np.random.default_rng(seed)
        self.parameters: Gradients = {
            "in": randomness.normal(0, dimensions**-0.5, (dimensions, hidden)),
            "in constant": np.zeros(hidden),
            "out": randomness.normal(0, hidden**-0.5, (hidden, dimensions)),
            "out constant": np.zeros(dimensions),
        }

    def encode(self, rows: Floats) -> Floats:
        hidden: Floats = np.tanh(rows @ self.parameters["in"] + self.parameters["in constant"])
        return hidden

    def gradients(self, rows: Floats) -> tuple[float, Gradients]:
        """Half the mean squared distance between the rows and what is told again, and its gradient."""
        hidden = self.encode(rows)
        error = hidden @ self.parameters["out"] + self.parameters["out constant"] - rows
        back = error @ self.parameters["out"].T * (1 - hidden**2) / len(rows)
        return float((error**2).sum() / len(rows) / 2), {
            "in": rows.T @ back,
            "in constant": back.sum(axis=0),
            "out": hidden.T @ error / len(rows),
            "out constant": error.mean(axis=0),
        }

    def fit(self, rows: Floats, epochs: int = 30, rate: float = 0.003, batch: int = 64, seed: int = 0) -> None:
        randomness = np.random.default_rng(seed)
        adam = Adam(self.parameters, rate)
        for _ in range(epochs):
            order = randomness.permutation(len(rows))
            for start in range(0, len(rows), batch):
                adam.step(self.gradients(rows[order[start : start + batch]])[1])
