"""A bidirectional LSTM that reads texts to vectors, and the way back: what a change of each parameter would change.

Written in numpy, so that learning and answering are the same code and nobody needs a framework. Texts of one batch are
read together, a word of each at a time, the longest first; those that have ended drop out. Words are multiplied by the
input weights once for the batch, however often they occur in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.para4qa.rmsprop import Noise
from otherwords.ask.para4qa.word_table import END, START

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Parameters = dict[str, Floats]

WAYS = ("forth", "back")
REMEMBERS = 3.0
"""Added to every forget gate, so that an LSTM begins by remembering. With nothing added it begins by forgetting half of
what it knows at every word, and sees no more of a sentence than its ends until it has learned better."""


def lstm_shapes(name: str, dimensions: int, hidden: int) -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {f"{name} edges": (2, dimensions)}
    for way in WAYS:
        shapes[f"{name} {way} input"] = (dimensions, 4 * hidden)
        shapes[f"{name} {way} state"] = (hidden, 4 * hidden)
        shapes[f"{name} {way} bias"] = (4 * hidden,)
    return shapes


@dataclass(frozen=True)
class _Step:
    places: Ints
    """Of the words that are read in this step, in the batch's own list of words."""
    gates: Floats
    """[texts, 4 · hidden]: in, forget, out, and what is new."""
    before: Floats
    cell_before: Floats
    squashed: Floats
    """tanh of the cell after the step."""


@dataclass(frozen=True)
class _Batch:
    order: Ints
    """The texts, longest first."""
    lengths: Ints
    """In that order."""
    places: Ints
    """[texts, longest]: of each word, in ``words``."""
    words: Ints
    """Each word of the batch once; start and end are the first two."""


class Tape:
    """What was read, step by step: what the way back needs."""

    def __init__(self, batch: _Batch, inputs: Floats, kept: Floats | None) -> None:
        self.batch, self.inputs, self.kept = batch, inputs, kept
        self.steps: dict[str, list[_Step]] = {way: [] for way in WAYS}


def read(
    parameters: Mapping[str, Floats],
    name: str,
    rows: Floats,
    texts: Sequence[Sequence[int]],
    noise: Noise | None = None,
) -> tuple[Floats, Tape]:
    """[texts, 2 · hidden]: the last states of both ways."""
    batch = _batch(texts)
    inputs = rows[batch.words]
    inputs[:2] = parameters[f"{name} edges"]
    kept = None
    if noise is not None:
        kept = noise.kept(inputs.shape)
        inputs = inputs * kept
    tape = Tape(batch, inputs, kept)
    found = np.zeros((len(texts), 2, parameters[f"{name} forth state"].shape[0]), dtype=rows.dtype)
    for side, way in enumerate(WAYS):
        found[batch.order, side] = _read_one_way(parameters, f"{name} {way}", tape, way)
    return found.reshape(len(texts), -1), tape


def _batch(texts: Sequence[Sequence[int]]) -> _Batch:
    sizes = np.array([len(text) for text in texts], dtype=np.int64)
    order = np.argsort(-sizes, kind="stable")
    table = np.full((len(texts), int(sizes.max(initial=0))), END, dtype=np.int64)
    for row, i in enumerate(order):
        table[row, : sizes[i]] = texts[i]
    words, places = np.unique(np.append(table, [START, END]), return_inverse=True)  # 0 and 1: always the first two
    return _Batch(order, sizes[order], places[:-2].reshape(table.shape), words)


def _read_one_way(parameters: Mapping[str, Floats], name: str, tape: Tape, way: str) -> Floats:
    weights, bias = parameters[f"{name} state"], parameters[f"{name} bias"]
    hidden = weights.shape[0]
    projected = tape.inputs @ parameters[f"{name} input"] + bias
    projected[:, hidden : 2 * hidden] += REMEMBERS
    lengths, places = tape.batch.lengths, tape.batch.places
    state = np.zeros((len(lengths), hidden), dtype=projected.dtype)
    cell = np.zeros_like(state)
    for step in range(places.shape[1]):
        n = int(np.searchsorted(-lengths, -step, side="left"))  # texts with a word at this step
        at = np.full(n, step) if way == "forth" else lengths[:n] - 1 - step
        here = places[np.arange(n), at]
        gates = projected[here] + state[:n] @ weights
        gates[:, : 3 * hidden] = 0.5 + 0.5 * np.tanh(0.5 * gates[:, : 3 * hidden])
        gates[:, 3 * hidden :] = np.tanh(gates[:, 3 * hidden :])
        before, cell_before = state[:n].copy(), cell[:n].copy()
        cell[:n] = gates[:, hidden : 2 * hidden] * cell_before + gates[:, :hidden] * gates[:, 3 * hidden :]
        squashed = np.tanh(cell[:n])
        state[:n] = gates[:, 2 * hidden : 3 * hidden] * squashed
        tape.steps[way].append(_Step(here, gates, before, cell_before, squashed))
    return state


def read_back(
    parameters: Mapping[str, Floats], name: str, tape: Tape, by_vectors: Floats, gradients: dict[str, Floats]
) -> None:
    """Adds to ``gradients`` what the vectors' own gradients mean for each parameter."""
    by_way = by_vectors.reshape(len(by_vectors), 2, -1)[tape.batch.order]
    by_inputs = np.zeros_like(tape.inputs)
    for side, way in enumerate(WAYS):
        by_inputs += _one_way_back(parameters, f"{name} {way}", tape, way, by_way[:, side], gradients)
    if tape.kept is not None:
        by_inputs *= tape.kept
    gradients[f"{name} edges"] += by_inputs[:2]


def _one_way_back(
    parameters: Mapping[str, Floats],
    name: str,
    tape: Tape,
    way: str,
    by_last: Floats,
    gradients: dict[str, Floats],
) -> Floats:
    from scipy.sparse import csr_matrix

    weights = parameters[f"{name} state"]
    hidden = weights.shape[0]
    by_state, by_cell = np.zeros_like(by_last), np.zeros_like(by_last)
    by_gates: list[Floats] = []
    ended = 0  # the texts that go on after this step
    for one in reversed(tape.steps[way]):
        n = len(one.places)
        by_state[ended:n] = by_last[ended:n]
        into, forget, out, new = (one.gates[:, i * hidden : (i + 1) * hidden] for i in range(4))
        by_here = by_cell[:n] + by_state[:n] * out * (1 - one.squashed**2)
        by_gate = np.empty_like(one.gates)
        by_gate[:, :hidden] = by_here * new * into * (1 - into)
        by_gate[:, hidden : 2 * hidden] = by_here * one.cell_before * forget * (1 - forget)
        by_gate[:, 2 * hidden : 3 * hidden] = by_state[:n] * one.squashed * out * (1 - out)
        by_gate[:, 3 * hidden :] = by_here * into * (1 - new**2)
        gradients[f"{name} state"] += one.before.T @ by_gate
        by_state[:n] = by_gate @ weights.T
        by_cell[:n] = by_here * forget
        by_gates.append(by_gate)
        ended = n
    together = np.concatenate(by_gates)
    places = np.concatenate([one.places for one in reversed(tape.steps[way])])
    # A word's share is the sum over all places where it stands.
    occurs = csr_matrix(
        (np.ones(len(places), dtype=together.dtype), (places, np.arange(len(places)))),
        shape=(len(tape.inputs), len(places)),
    )
    by_word: Floats = occurs @ together
    gradients[f"{name} bias"] += by_word.sum(axis=0)
    gradients[f"{name} input"] += tape.inputs.T @ by_word
    by_inputs: Floats = by_word @ parameters[f"{name} input"].T
    return by_inputs
