"""A change of a reader that takes little room: to every product of its encoder, one of two narrow matrices is added.

What was learned before stays as it is, to the bit, and serves beside the changed one.
"""

from collections.abc import Iterator

from torch import Tensor, nn

from otherwords.train.model import SpanReader


class LowRank(nn.Module):
    """A linear layer that stays, and what is added to what it gives: nothing at first."""

    def __init__(self, layer: nn.Linear, rank: int) -> None:
        super().__init__()
        self.layer = layer
        self.down = nn.Linear(layer.in_features, rank, bias=False)
        self.up = nn.Linear(rank, layer.out_features, bias=False)
        nn.init.normal_(self.down.weight, std=layer.in_features**-0.5)
        nn.init.zeros_(self.up.weight)

    def forward(self, x: Tensor) -> Tensor:
        changed: Tensor = self.layer(x) + self.up(self.down(x))
        return changed


def widen(model: SpanReader, rank: int) -> None:
    """From now on only what is added to the encoder, and the scores of spans, can be learned."""
    model.requires_grad_(False)
    layers = model.encoder.encoder
    for name, module in list(layers.named_modules()):
        if isinstance(module, nn.Linear):
            parent, _, own = name.rpartition(".")
            setattr(layers.get_submodule(parent), own, LowRank(module, rank))
    model.span_scores.requires_grad_(True)


def learned(model: SpanReader) -> dict[str, Tensor]:
    """What was learned, by the names that the layers had before."""
    return dict(_learned(model))


def _learned(model: SpanReader) -> Iterator[tuple[str, Tensor]]:
    for name, module in model.encoder.named_modules():
        if isinstance(module, LowRank):
            yield f"{name}.down", module.down.weight.detach()
            yield f"{name}.up", module.up.weight.detach()
    for name, parameter in model.span_scores.named_parameters():
        yield f"span_scores.{name}", parameter.detach()
