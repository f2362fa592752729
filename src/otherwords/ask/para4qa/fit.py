"""Learning by RMSProp until questions held out are no longer answered better."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from otherwords.ask.para4qa.rmsprop import Noise, Recipe, RmsProp, drawn

Floats = NDArray[np.float32]
Parameters = dict[str, Floats]
L = TypeVar("L")
L_contra = TypeVar("L_contra", contravariant=True)

HELD_OUT = 10


class Loss(Protocol):
    value: float

    def gradients(self) -> Parameters: ...


class Model(Protocol[L_contra]):
    def shapes(self) -> dict[str, tuple[int, ...]]: ...

    def loss(
        self, parameters: Mapping[str, Floats], lessons: Sequence[L_contra], noise: Noise | None = None, /
    ) -> Loss: ...


def fit(
    model: Model[L],
    lessons: Sequence[L],
    held_out: Sequence[L],
    recipe: Recipe,
    start: Mapping[str, Floats] | None = None,
    report: Callable[[str], None] = lambda line: None,
) -> Parameters:
    """The parameters with which the lessons held out surprise least. ``start``: some that are known already."""
    randomness = np.random.default_rng(recipe.seed)
    parameters: Parameters = drawn(model.shapes(), recipe.spread, randomness) | {
        name: value.copy() for name, value in (start or {}).items()
    }
    mover, noise = RmsProp(parameters, recipe), Noise(recipe.dropout, randomness)
    best = {name: value.copy() for name, value in parameters.items()}
    lowest, waited = np.inf, 0
    with threadpool_limits(1):  # matrices are small: threads would wait for one another, and change the last digits
        for epoch in range(1, recipe.epochs + 1):
            order = randomness.permutation(len(lessons))
            learned = []
            for first in range(0, len(lessons), recipe.batch):
                batch = [lessons[i] for i in order[first : first + recipe.batch]]
                loss = model.loss(parameters, batch, noise)
                mover.step(loss.gradients())
                learned.append(loss.value)
            surprise = mean_loss(model, parameters, held_out, recipe.batch)
            report(f"epoch {epoch}: {np.mean(learned):.4f} on questions learned from, {surprise:.4f} on others")
            if surprise < lowest - 1e-6:
                lowest, waited = surprise, 0
                best = {name: value.copy() for name, value in parameters.items()}
            elif (waited := waited + 1) >= recipe.patience:
                break
    return best


def mean_loss(model: Model[L], parameters: Mapping[str, Floats], lessons: Sequence[L], batch: int) -> float:
    parts = [lessons[first : first + batch] for first in range(0, len(lessons), batch)]
    return float(sum(model.loss(parameters, part).value * len(part) for part in parts) / max(1, len(lessons)))


def divided(lessons: Sequence[L]) -> tuple[list[L], list[L]]:
    """All but every tenth, and every tenth."""
    every = HELD_OUT if len(lessons) >= 2 * HELD_OUT else max(2, len(lessons))
    kept: list[Any] = [one for i, one in enumerate(lessons) if i % every != every - 1]
    return kept, [one for i, one in enumerate(lessons) if i % every == every - 1]
