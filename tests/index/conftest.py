from pathlib import Path

import pytest
from tiny_models import write_pairs

from otherwords.index import Index


@pytest.fixture(scope="session")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pair model of a few thousand weights, left to chance."""
    return write_pairs(tmp_path_factory.mktemp("pairs"))


@pytest.fixture
def index(tmp_path: Path, pairs: Path) -> Index:
    return Index.open_or_make(tmp_path / "index", pairs)
