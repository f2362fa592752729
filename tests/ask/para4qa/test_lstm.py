"""The LSTM against one that reads a text word by word, against differences, and against PyTorch's."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_texts import assert_gradients

from otherwords.ask.para4qa.lstm import REMEMBERS, lstm_shapes, read, read_back
from otherwords.ask.para4qa.rmsprop import Noise, drawn

DIMENSIONS, HIDDEN = 3, 2
ROWS = np.random.default_rng(1).normal(size=(7, DIMENSIONS))
TEXTS = st.lists(st.lists(st.integers(2, 6), max_size=5).map(lambda words: [0, *words, 1]), min_size=1, max_size=6)


def parameters(spread: float = 0.9) -> dict[str, np.ndarray]:
    made = drawn(lstm_shapes("x", DIMENSIONS, HIDDEN), spread, np.random.default_rng(2))
    return {name: value.astype(np.float64) for name, value in made.items()}


def one_by_one(values: dict[str, np.ndarray], text: list[int]) -> np.ndarray:
    rows = ROWS.copy()
    rows[:2] = values["x edges"]
    found = []
    for way, words in (("forth", text), ("back", text[::-1])):
        state = cell = np.zeros(HIDDEN)
        for word in words:
            gates = rows[word] @ values[f"x {way} input"] + state @ values[f"x {way} state"] + values[f"x {way} bias"]
            into, forget, out, new = np.split(gates, 4)
            into, forget, out = (1 / (1 + np.exp(-gate)) for gate in (into, forget + REMEMBERS, out))
            cell = forget * cell + into * np.tanh(new)
            state = out * np.tanh(cell)
        found.append(state)
    return np.concatenate(found)


@given(TEXTS)
@settings(max_examples=40, deadline=None)
def test_a_batch_is_read_as_each_text_alone(texts: list[list[int]]):
    values = parameters()
    found, _ = read(values, "x", ROWS, texts)
    assert found == pytest.approx(np.array([one_by_one(values, text) for text in texts]))


@given(TEXTS)
@settings(max_examples=5, deadline=None)
def test_gradients(texts: list[list[int]]):
    values = parameters()
    wanted = np.random.default_rng(3).normal(size=(len(texts), 2 * HIDDEN))

    def loss(some: dict[str, np.ndarray]) -> float:
        return float((read(some, "x", ROWS, texts)[0] * wanted).sum())

    found = {name: np.zeros_like(value) for name, value in values.items()}
    read_back(values, "x", read(values, "x", ROWS, texts)[1], wanted, found)
    assert_gradients(loss, values, found)


def test_gradients_of_what_did_not_drop_out():
    values, texts, wanted = parameters(), [[0, 2, 3, 1], [0, 4, 1]], np.ones((2, 2 * HIDDEN))

    def noisy() -> Noise:
        return Noise(0.5, np.random.default_rng(4))

    def loss(some: dict[str, np.ndarray]) -> float:
        return float((read(some, "x", ROWS, texts, noisy())[0] * wanted).sum())

    found = {name: np.zeros_like(value) for name, value in values.items()}
    read_back(values, "x", read(values, "x", ROWS, texts, noisy())[1], wanted, found)
    assert_gradients(loss, values, found)


def test_as_pytorch_reads():
    torch = pytest.importorskip("torch")
    values = parameters()
    theirs = torch.nn.LSTM(DIMENSIONS, HIDDEN, bidirectional=True, batch_first=True, dtype=torch.float64)

    def their_gates(matrix: np.ndarray) -> np.ndarray:
        into, forget, out, new = np.split(matrix, 4, axis=-1)  # PyTorch's order is in, forget, new, out
        return np.concatenate([into, forget, new, out], axis=-1).T

    with torch.no_grad():
        for way, ending in (("forth", ""), ("back", "_reverse")):
            for ours, their in (("input", "weight_ih_l0"), ("state", "weight_hh_l0"), ("bias", "bias_ih_l0")):
                getattr(theirs, their + ending).copy_(torch.tensor(their_gates(values[f"x {way} {ours}"])))
            remembers = np.repeat([0, REMEMBERS, 0, 0], HIDDEN)
            getattr(theirs, "bias_hh_l0" + ending).copy_(torch.tensor(remembers))
        text = [0, 3, 5, 5, 2, 1]
        rows = ROWS.copy()
        rows[:2] = values["x edges"]
        _, (last, _) = theirs(torch.tensor(rows[text])[None])
    assert read(values, "x", ROWS, [text])[0][0] == pytest.approx(last.numpy().ravel())
