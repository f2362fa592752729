"""A base of a few thousand weights to train toy readers from."""

from pathlib import Path

import pytest
import torch
from tiny_models import write_bert
from toy_spans import tokenizer


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.set_num_threads(1)
    folder = write_bert(tmp_path_factory.mktemp("base"), hidden=64)
    tokenizer(folder)
    return folder
