"""The loss in slices, with its gradient made by hand, against torch's own."""

import pytest
import torch
from torch.nn.functional import cross_entropy

from otherwords.train import translate_loss
from otherwords.train.translate_loss import smoothed_loss

PADDING = 0


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("tokens", [1, 7, 14, 23])  # less than a slice, one, two, and some left over
def test_loss_and_gradients_are_those_of_cross_entropy(
    monkeypatch: pytest.MonkeyPatch, tokens: int, smoothing: float
) -> None:
    monkeypatch.setattr(translate_loss, "_AT_ONCE", 7)
    torch.manual_seed(tokens)
    hidden = torch.randn(tokens, 8, dtype=torch.float64, requires_grad=True)
    vectors = torch.randn(11, 8, dtype=torch.float64, requires_grad=True)
    expected = torch.randint(1, 11, (tokens,))
    expected[1::3] = PADDING
    theirs = cross_entropy(hidden @ vectors.T, expected, ignore_index=PADDING, label_smoothing=smoothing)
    ours = smoothed_loss(hidden, vectors, expected, PADDING, smoothing)
    assert ours.item() == pytest.approx(theirs.item(), abs=1e-5)
    for mine, right in zip(
        torch.autograd.grad(3 * ours, [hidden, vectors]),
        torch.autograd.grad(3 * theirs, [hidden, vectors]),
        strict=True,
    ):
        torch.testing.assert_close(mine, right, atol=1e-6, rtol=1e-5)


def test_in_sixteen_bits_it_is_nearly_the_same() -> None:
    torch.manual_seed(0)
    hidden, vectors = torch.randn(50, 32).bfloat16(), torch.randn(40, 32)
    expected = torch.randint(0, 40, (50,))
    exact = cross_entropy(hidden.float() @ vectors.T, expected, ignore_index=PADDING, label_smoothing=0.1)
    assert smoothed_loss(hidden, vectors, expected, PADDING, 0.1).item() == pytest.approx(exact.item(), rel=0.01)
