"""Where the cache is, whatever the environment says or does not say."""

import os
import tempfile
from pathlib import Path

import pytest

from otherwords.folders import cache_folder


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch):
    for name in ("OTHERWORDS_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)


def test_what_is_chosen_comes_first(monkeypatch):
    monkeypatch.setenv("HOME", "/h")
    assert cache_folder() == Path("/h/.cache/otherwords")
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert cache_folder() == Path("/x/otherwords")
    monkeypatch.setenv("OTHERWORDS_CACHE", "/o")
    assert cache_folder() == Path("/o")


def test_a_user_without_a_home_has_a_temporary_one(monkeypatch):
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)  # raises the KeyError of a user that is not there
    assert cache_folder() == Path(tempfile.gettempdir()) / f"otherwords-{os.getuid()}"
