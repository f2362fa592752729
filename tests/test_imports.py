"""The arrows of the design: imports point downwards, and the heavy extras stay where they belong."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src"

JOBS = {"find", "mine", "rank", "match", "ask"}
BELOW_JOBS = {
    "cores",
    "index",
    "encoder",
    "extras",
    "folders",
    "learned",
    "lexicon",
    "pipelines",
    "reading",
    "remembered",
    "spark",
    "text",
    "translate",
}
MAY_IMPORT: dict[str, set[str]] = {
    "text": set(),
    "cores": set(),
    "pipelines": set(),
    "remembered": set(),
    "extras": {"text"},
    "lexicon": {"text"},
    "folders": {"text"},
    "learned": {"text"},
    "reading": {"text"},
    "encoder": {"extras", "lexicon", "text"},
    "spark": {"extras", "reading", "text"},
    "index": {"encoder", "extras", "folders", "reading", "spark", "text"},
    "translate": {"encoder", "extras", "text"},
    **dict.fromkeys(JOBS, BELOW_JOBS),
    "evaluate": JOBS | BELOW_JOBS | {"compare"},
    "train": JOBS | BELOW_JOBS | {"evaluate"},
    "backtranslate": BELOW_JOBS | {"evaluate"},
    "compare": BELOW_JOBS | {"find"},
    "serve": JOBS | BELOW_JOBS | {"compare"},
    "cli": JOBS | BELOW_JOBS | {"backtranslate", "compare", "evaluate", "train", "serve"},
    "": JOBS | BELOW_JOBS,  # the package's own __init__
}

TRAINING_ONLY = {"torch", "transformers"}
ONLY_INSIDE_FUNCTIONS = {"onnx", "safetensors"}
WRITES_GRAPHS = "otherwords.encoder.graph"
"""The one module besides training that is made of onnx; whoever needs it imports it inside a function."""


@dataclass(frozen=True)
class Import:
    module: str
    imported: str
    line: int
    is_at_top: bool

    def __str__(self) -> str:
        return f"{self.module} (line {self.line}) imports {self.imported}"


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


MODULES = {name_of(path): path for path in sorted(SOURCE.glob("otherwords/**/*.py"))}


def part(module: str) -> str:
    """The folder or file right below the package: ``find`` for ``otherwords.find.reader``."""
    return f"{module}.".split(".")[1]


def imports(module: str, tree: ast.Module, is_package: bool) -> Iterator[Import]:
    at_top = set(map(id, nodes_run_on_import(tree)))
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            names = [f"{source}.{alias.name}" for alias in node.names]
        for name in names:
            yield Import(module, name, node.lineno, id(node) in at_top)


def nodes_run_on_import(node: ast.AST) -> Iterator[ast.AST]:
    """Everything but the bodies of functions and what only type checkers see."""
    for child in ast.iter_child_nodes(node):
        is_deferred = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        is_for_types = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
        if not is_deferred and not is_for_types:
            yield child
            yield from nodes_run_on_import(child)


def problem(found: Import) -> str | None:
    source, top_level = part(found.module), found.imported.split(".")[0]
    if top_level == "otherwords":
        target = part(found.imported)
        if target not in MAY_IMPORT:
            return f"{found}: import it from the module that defines it"
        if target != source and target not in MAY_IMPORT[source]:
            allowed = ", ".join(sorted(MAY_IMPORT[source])) or "nothing of ours"
            return f"{found}: {source or 'the package'} may import {allowed}"
        if found.imported.startswith(WRITES_GRAPHS) and source != "train" and found.is_at_top:
            return f"{found}: it loads onnx, so import it inside a function"
    elif source != "train":
        if top_level in TRAINING_ONLY:
            return f"{found}: only train may"
        if top_level in ONLY_INSIDE_FUNCTIONS and found.is_at_top and found.module != WRITES_GRAPHS:
            return f"{found}: it belongs to the extra [train], so import it inside a function"
    return None


def problems(module: str, source: str, is_package: bool = False) -> list[str]:
    return [text for found in imports(module, ast.parse(source), is_package) if (text := problem(found))]


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_downwards(module: str):
    path = MODULES[module]
    assert problems(module, path.read_text(encoding="utf-8"), path.name == "__init__.py") == []


def test_every_part_has_its_place():
    assert {part(module) for module in MODULES} <= MAY_IMPORT.keys()


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("otherwords.text", "from otherwords.reading import read"),
        ("otherwords.find.finder", "from otherwords.rank import Ranker"),
        ("otherwords.find.finder", "def f():\n    import otherwords.cli.show"),
        ("otherwords.find.finder", "from otherwords import Finder"),
        ("otherwords.find.finder", "from ..evaluate import run"),
        ("otherwords.reading.pdf", "from otherwords import encoder"),
        ("otherwords.encoder.encoder", "def f():\n    import torch"),
        ("otherwords.encoder.encoder", "from otherwords.encoder.graph import bert_graph"),
        ("otherwords.encoder.encoder", "try:\n    import onnx\nexcept ImportError:\n    pass"),
        ("otherwords.serve.app", "from otherwords.train import fit"),
    ],
)
def test_a_wrong_arrow_is_named(module: str, source: str):
    (message,) = problems(module, source)
    assert message.startswith(f"{module} (line ")


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("otherwords.find.finder", "from . import units\nfrom .units import Units\nfrom otherwords.text import Span"),
        (
            "otherwords.encoder.weights",
            "def f():\n    from otherwords.encoder.graph import bert_graph\n    import onnx",
        ),
        ("otherwords.encoder.graph", "import onnx"),
        (
            "otherwords.train.fit",
            "import torch\nfrom otherwords.evaluate import run\nfrom otherwords.find import Finder",
        ),
        ("otherwords.cli.find", "import onnxruntime\nfrom otherwords.find import Finder"),
    ],
)
def test_right_arrows_pass(module: str, source: str):
    assert problems(module, source) == []
