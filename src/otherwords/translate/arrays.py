"""The weights of a CTranslate2 model, out of its ``model.bin``, as plain arrays in 32 bits.

The library runs a model but does not hand out its weights, nor does it give the step that decoding over several
sentences at once is made of (see ``stepwise``). The file is a header, then name, shape, kind and bytes of each array,
then names that stand for another's array. Whole numbers of 8 and 16 bits go with a scale that they were multiplied by.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from otherwords.text import OtherwordsError

Floats = NDArray[np.float32]

_VERSIONS = (5, 6)
_KINDS = ("<f4", "<i1", "<i2", "<i4", "<f2", "<u2")
_BFLOAT16 = 5
"""The upper half of a number of 32 bits, which numpy does not know."""


def read_arrays(path: Path) -> dict[str, Floats]:
    try:
        with path.open("rb") as file:
            return _unscaled(_arrays(file))
    except (OSError, struct.error, ValueError, IndexError) as error:
        raise OtherwordsError(f"{path} cannot be read as a CTranslate2 model ({error}); convert it again") from error


def _arrays(file: BinaryIO) -> dict[str, NDArray[np.generic]]:
    (version,) = _numbers(file, "I")
    if version not in _VERSIONS:
        raise ValueError(f"its version is {version}, known are {_VERSIONS}")
    _name(file)
    _, number = _numbers(file, "II")
    arrays: dict[str, NDArray[np.generic]] = {}
    for _ in range(number):
        name = _name(file)
        (rank,) = _numbers(file, "B")
        shape = tuple(_numbers(file, f"{rank}I"))
        kind, size = _numbers(file, "<BI")
        array = np.frombuffer(file.read(size), _KINDS[kind]).reshape(shape)
        arrays[name] = (array.astype("<u4") << 16).view("<f4") if kind == _BFLOAT16 else array
    (number,) = _numbers(file, "I")
    for _ in range(number):
        alias, name = _name(file), _name(file)
        for ending in ("", "_scale"):
            if name + ending in arrays:
                arrays[alias + ending] = arrays[name + ending]
    return arrays


def _unscaled(arrays: dict[str, NDArray[np.generic]]) -> dict[str, Floats]:
    plain: dict[str, Floats] = {}
    seen: dict[int, Floats] = {}
    for name, array in arrays.items():
        scale = arrays.get(f"{name}_scale")
        if id(array) not in seen:  # a table of vectors that serves three times is kept once
            floats = array.astype(np.float32)
            if scale is not None:
                floats /= scale.astype(np.float32).reshape((-1, *(1,) * (array.ndim - 1)))
            seen[id(array)] = floats
        plain[name] = seen[id(array)]
    return plain


def _numbers(file: BinaryIO, kinds: str) -> Iterator[int]:
    kinds = "<" + kinds.removeprefix("<")
    return iter(struct.unpack(kinds, file.read(struct.calcsize(kinds))))


def _name(file: BinaryIO) -> str:
    (length,) = _numbers(file, "H")
    return file.read(length).rstrip(b"\0").decode("utf-8")
