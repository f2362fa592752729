"""Apertium, with a program in its place that shouts instead of translating."""

from collections.abc import Callable
from pathlib import Path

import pytest

from otherwords.text import OtherwordsError
from otherwords.translate import translator

Fake = Callable[[str], None]


def test_a_line_a_text(fake_apertium: Fake):
    fake_apertium('[ "$1 $2" = "-u eng-fin" ] && tr a-z A-Z')
    apertium = translator("apertium:eng-fin", "en", "fi")
    texts = ["good morning", "", "two\nlines  and space", "a [blank] \\ ^b$"]
    found = apertium.translate(texts, n_best=5)
    assert [one.text for (one,) in found] == ["GOOD MORNING", "", "TWO LINES AND SPACE", "A [BLANK] \\ ^B$"]
    assert (apertium.name, apertium.source, apertium.target) == ("apertium:eng-fin", "en", "fi")


def test_the_mode_follows_from_the_languages(fake_apertium: Fake):
    fake_apertium("cat > /dev/null; echo $2")
    assert translator("apertium", "fi", "en").translate(["x"])[0][0].text == "fin-eng"


def test_many_texts_are_done_in_turns(fake_apertium: Fake):
    fake_apertium("cat")
    texts = [f"text {i}" for i in range(2500)]
    found = translator("apertium", "en", "fi").translate(texts)
    assert [one.text for (one,) in found] == texts


def test_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OtherwordsError, match="needs the program apertium, which is not installed; install apertium"):
        translator("apertium:eng-fin", "en", "fi")


def test_a_pair_that_is_not_installed(fake_apertium: Fake):
    fake_apertium('echo "Error: Mode $2 does not exist" >&2; exit 1')
    with pytest.raises(OtherwordsError, match=r"failed \(Error: Mode eng-fin does not exist\)"):
        translator("apertium", "en", "fi").translate(["x"])


def test_lines_that_went_missing(fake_apertium: Fake):
    fake_apertium("head -1")
    with pytest.raises(OtherwordsError, match="gave 1 lines for 2"):
        translator("apertium", "en", "fi").translate(["x", "y"])
