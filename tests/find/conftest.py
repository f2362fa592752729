from pathlib import Path

import pytest
from tiny_models import write_bert, write_reader

from otherwords import Finder
from otherwords.find import finder as module


@pytest.fixture(scope="session")
def finder(tmp_path_factory: pytest.TempPathFactory) -> Finder:
    """The shipped weights. Tests share it, so it keeps what they prepare to itself."""
    return Finder(cache=tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session")
def tiny_reader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like the shipped one, its weights left to chance."""
    return write_reader(tmp_path_factory.mktemp("reader"))


@pytest.fixture(scope="session")
def tiny_answerer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's own question answering model, with a window of 128."""
    return write_bert(tmp_path_factory.mktemp("answers"), answers=True, positions=128)


@pytest.fixture(scope="session")
def tiny(tiny_reader: Path, tmp_path_factory: pytest.TempPathFactory) -> Finder:
    """With the tiny reader, for tests of laws."""
    return Finder(tiny_reader, threads=1, cache=tmp_path_factory.mktemp("cache"))


@pytest.fixture
def screened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short documents, too, are screened and not read whole."""
    monkeypatch.setattr(module, "_beginning", lambda documents, size: ([], documents))
