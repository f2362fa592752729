import ast
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from otherwords.extras import require
from otherwords.text import OtherwordsError

CHECKOUT = Path(__file__).parent.parent
SOURCES = {path: path.read_text(encoding="utf-8") for path in (CHECKOUT / "src").rglob("*.py")}


def test_what_is_missing_is_named_with_the_command():
    with pytest.raises(OtherwordsError) as raised:
        require("flying", "wings", "json", "no_feathers", "no_wax", otherwise="or walk")
    assert str(raised.value) == (
        "flying needs no_feathers, no_wax; in a checkout of Otherwords, run: pip install '.[wings]'; or walk"
    )


def test_nothing_is_said_where_all_is_there():
    require("counting", "abacus", "json")


def extras_named(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in ("require", "needs"):
            extra = node.args[1]
            if isinstance(extra, ast.Constant):
                yield from extra.value.split(",")


def test_every_extra_that_is_named_can_be_installed():
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(chain(*map(extras_named, SOURCES.values()))) == project["optional-dependencies"].keys()


def test_the_sentence_stands_in_one_place():
    assert [path.name for path, source in SOURCES.items() if "pip install '" in source] == ["extras.py"]
