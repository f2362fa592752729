"""Adam (Kingma and Ba, 2015), for models that are too small to need a framework."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Adam:
    """Moves parameters, in place, against their gradients."""

    def __init__(self, parameters: Mapping[str, Floats], rate: float) -> None:
        self._parameters = parameters
        self._rate = rate
        self._mean = {name: np.zeros_like(value) for name, value in parameters.items()}
        self._square = {name: np.zeros_like(value) for name, value in parameters.items()}
        self._steps = 0

    def step(self, gradients: Mapping[str, Floats]) -> None:
        self._steps += 1
        for name, gradient in gradients.items():
            mean, square, value = self._mean[name], self._square[name], self._parameters[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            direction = (mean / (1 - 0.9**self._steps)) / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)
            value -= self._rate * direction
