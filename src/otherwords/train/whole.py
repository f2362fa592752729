"""Files that are there only when they are whole."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import Module


@contextmanager
def writing_whole(path: Path) -> Iterator[BinaryIO]:
    """A file that bears its name only when it is whole, for its presence means that a step is done."""
    part = path.with_name(path.name + ".part")
    with open(part, "wb") as file:
        yield file
    part.replace(path)


def save_model(model: "Module", path: Path, about: dict[str, str] | None = None) -> None:
    save_tensors(model.state_dict(), path, about)


def save_tensors(tensors: "Mapping[str, Tensor]", path: Path, about: dict[str, str] | None = None) -> None:
    """In half precision."""
    from safetensors.torch import save

    halved = {name: tensor.half().contiguous().cpu() for name, tensor in tensors.items()}
    with writing_whole(path) as file:
        file.write(save(halved, about))


def load_weights(path: Path) -> "dict[str, Tensor]":
    """In whole precision again."""
    from safetensors.torch import load_file

    return {name: tensor.float() for name, tensor in load_file(path).items()}
