"""RMSProp with the paper's settings: gradients over the root of their mean square, and none of a norm above 5."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Recipe:
    """The paper's, as defaults."""

    rate: float = 0.01
    decay: float = 0.95
    batch: int = 150
    longest_gradient: float = 5.0
    dropout: float = 0.3
    spread: float = 0.08
    """Parameters begin between minus that and that, each as likely."""
    epochs: int = 40
    patience: int = 6
    """Epochs without a better one on questions held out, after which it ends."""
    seed: int = 0


def drawn(shapes: Mapping[str, tuple[int, ...]], spread: float, randomness: np.random.Generator) -> dict[str, Floats]:
    return {name: randomness.uniform(-spread, spread, shape).astype(np.float32) for name, shape in shapes.items()}


class Noise:
    """Dropout: numbers are 0 by chance, and the others so much larger."""

    def __init__(self, rate: float, randomness: np.random.Generator) -> None:
        self._rate, self._randomness = rate, randomness

    def kept(self, shape: tuple[int, ...]) -> Floats:
        drawn = self._randomness.random(shape, dtype=np.float32) >= self._rate
        return drawn.astype(np.float32) / np.float32(1 - self._rate)


class RmsProp:
    def __init__(self, parameters: Mapping[str, Floats], recipe: Recipe) -> None:
        self._parameters, self._recipe = parameters, recipe
        self._squares = {name: np.zeros_like(value) for name, value in parameters.items()}

    def step(self, gradients: Mapping[str, Floats]) -> None:
        """Moves the parameters, in place."""
        length = float(np.sqrt(sum(float((gradient.astype(np.float64) ** 2).sum()) for gradient in gradients.values())))
        scale = np.float32(min(1.0, self._recipe.longest_gradient / max(length, 1e-9)))
        for name, gradient in gradients.items():
            clipped, square = gradient * scale, self._squares[name]
            square += np.float32(1 - self._recipe.decay) * (clipped**2 - square)
            self._parameters[name] -= np.float32(self._recipe.rate) * clipped / (np.sqrt(square) + np.float32(1e-6))
