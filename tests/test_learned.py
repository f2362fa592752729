"""Folders of what was learned are whole, or say that they are not."""

from pathlib import Path

import numpy as np
import pytest

from otherwords.learned import open_saved, save
from otherwords.text import OtherwordsError


@pytest.mark.parametrize("moves", [0, 1])
def test_a_stopped_run_never_leaves_half_of_another_model(tmp_path: Path, moves: int, monkeypatch: pytest.MonkeyPatch):
    save(tmp_path, "numbers", {"name": "old"}, {"values": np.zeros(3)})
    real, left = Path.replace, [moves]

    def stopping(path: Path, to: Path) -> Path:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        return real(path, to)

    monkeypatch.setattr(Path, "replace", stopping)
    with pytest.raises(KeyboardInterrupt):
        save(tmp_path, "numbers", {"name": "new"}, {"values": np.ones(3)})
    with pytest.raises(OtherwordsError, match="does not hold numbers"):
        open_saved(tmp_path, "numbers")


def test_an_empty_file_is_told(tmp_path: Path):
    save(tmp_path, "numbers", {}, {"values": np.zeros(3)})
    (tmp_path / "weights.npz").write_bytes(b"")
    with pytest.raises(OtherwordsError, match="does not hold numbers"):
        open_saved(tmp_path, "numbers")
