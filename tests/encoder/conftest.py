from pathlib import Path

import pytest
from tiny_models import write_bert

from otherwords.encoder import Encoder, load_encoder


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bert(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="session")
def tiny(tiny_folder: Path) -> Encoder:
    return load_encoder(tiny_folder, threads=1)
