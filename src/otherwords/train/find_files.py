"""A reader from files of spans or of versions that were given: prepared, fitted as planned, exported."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from math import isinf
from pathlib import Path

import numpy as np

from otherwords.encoder.tokens import PieceTokenizer
from otherwords.evaluate.nulls import with_nulls
from otherwords.evaluate.spans import SpanExample, read_spans, write_spans
from otherwords.find.ngrams import background
from otherwords.text import OtherwordsError
from otherwords.train import made_from
from otherwords.train.base import load_quietly
from otherwords.train.card import Card, Origin
from otherwords.train.finish import finish
from otherwords.train.grid import CELL, Plan, Tried, best, read_tried, search, write_json
from otherwords.train.span_files import hold_out, read_given
from otherwords.train.spans import SpanSet
from otherwords.train.tokenizer import with_line_breaks
from otherwords.train.windows import LONGEST_QUERY

Report = Callable[[str], None]


@dataclass(frozen=True)
class Files:
    """To learn from, and to choose the weights by; without the latter some of the documents are held out."""

    train: list[Path]
    dev: Path | None


def train_on_files(files: Files, base: Path, output: Path, work: Path, plan: Plan, report: Report) -> list[Tried]:
    """What was tried, with the dev figures of each."""
    load_quietly()
    work.mkdir(parents=True, exist_ok=True)
    tokenizer = with_line_breaks(base)
    given = [*files.train, *([files.dev] if files.dev else [])]
    origin = {"files": made_from.contents(given), "dev": files.dev and files.dev.name, "tokenizer": tokenizer.to_str()}
    made_from.check(work, "prepare", work / "spans.npz", origin)
    if not (work / "spans.npz").exists():
        report("preparing the data")
        tokenizer.save(str(work / "tokenizer.json"))
        _prepare(files, work, report)
    made_from.check(work, "fit", work / "reader.safetensors", asdict(plan))
    plan.save(work / "plan.json")
    if not (work / "reader.safetensors").exists():
        report("fitting the reader")
        search(work, base, report)
    tried = read_tried(work)
    finish(work / "reader.safetensors", None, base, output, _card(work, base, files, plan, tried), report)
    write_json(output / "grid.json", tried)
    return tried


def _prepare(files: Files, work: Path, report: Report) -> None:
    """Writes ``spans.npz`` last, so that its presence means that all is there."""
    tokenizer = PieceTokenizer(work / "tokenizer.json")
    given = [read_given(path) for path in files.train]
    examples = [example for one in given for example in one.examples]
    if files.dev is None:
        train, dev = hold_out(examples)
    else:
        train, dev = examples, list(read_spans(files.dev))
    spans, left_out = SpanSet.of(train, tokenizer)
    if not (spans.rows[:, 2] >= 0).any():
        raise OtherwordsError("the files hold no span to learn from; give examples with start and end")
    dev = [example for example in dev if 0 < len(tokenizer.tokens(example.query)) <= LONGEST_QUERY]
    write_spans(work / "dev.jsonl.gz", dev)
    write_spans(work / "held_out.jsonl.gz", _some_null(dev))
    np.save(work / "ngrams.npy", background(_texts(train)))
    write_json(work / "origins.json", [[one.name, one.kind, one.documents, len(one.examples)] for one in given])
    report(_told(len(spans.rows), len(dev), left_out))
    spans.save(work / "spans.npz")


def _some_null(dev: list[SpanExample]) -> list[SpanExample]:
    """For the probabilities: without a null nothing tells what "not here" looks like."""
    several = len({example.document for example in dev}) > 1
    return list(with_nulls(dev)) if several and all(example.gold for example in dev) else dev


def _texts(examples: Iterable[SpanExample]) -> list[str]:
    return list(dict.fromkeys(text for example in examples for text in (example.document, example.query)))


def _told(train: int, dev: int, left_out: Counter[str]) -> str:
    reasons = "".join(f"; left out {count} {reason}" for reason, count in left_out.items())
    return f"{train} examples to learn from, {dev} to choose the weights by{reasons}"


def _card(work: Path, base: Path, files: Files, plan: Plan, tried: list[Tried]) -> Card:
    origins = json.loads((work / "origins.json").read_text(encoding="utf-8"))
    winner = best(tried)
    settings = {name: winner[name] for name in CELL} | ({} if isinf(plan.minutes) else {"minutes": plan.minutes})
    figures = {name: value for name, value in winner.items() if name not in CELL}
    options = " ".join(f"--{name.replace('_', '-')} {value:g}" for name, value in settings.items())
    dev = f" --dev {files.dev.name}" if files.dev else ""
    command = (
        f"otherwords train find {' '.join(path.name for path in files.train)}{dev} --base {base.name}/ -o DIR {options}"
    )
    return Card(
        [Origin(name, kind, "not said", "not said", documents, count) for name, kind, documents, count in origins],
        base.name,
        settings | {"tried": f"{len(tried)}, see grid.json"},
        command,
        figures,
        {},
        {},
    )
