"""The reader's whole recipe: data in, a folder of weights out. Every step leaves a file and is not done twice."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from otherwords.evaluate.spans import read_spans, write_spans
from otherwords.find import Finder
from otherwords.train.calibrate import calibrate
from otherwords.train.corpus import Corpus, prepare
from otherwords.train.export import export, write_manifest
from otherwords.train.fit import Settings, fit, save
from otherwords.train.held_out import span_examples
from otherwords.train.tokenizer import with_line_breaks

SHIPPED_RECIPE = Path(__file__).parent / "reader.toml"


def train_reader(
    data: Path,
    base: Path,
    output: Path,
    recipe: Path | None,
    work: Path,
    settings: Settings,
    report: Callable[[str], None],
) -> None:
    work.mkdir(parents=True, exist_ok=True)
    if not (work / "train.npz").exists():
        report("preparing the data")
        _prepare(recipe or SHIPPED_RECIPE, data, base, work)
    if not (work / "reader.safetensors").exists():
        report("fitting the reader")
        tokenizer = Tokenizer.from_file(str(work / "tokenizer.json"))
        model = fit(Corpus.load(work / "train.npz"), tokenizer, base, settings, report=report)
        save(model, work / "reader.safetensors")
    report("writing the weights out")
    export(work, base, output, {})
    report("fitting the probabilities")
    calibration = calibrate(Finder(output), read_spans(work / "held_out.jsonl.gz"))
    manifest = json.loads((output / "manifest.json").read_text(encoding="utf-8"))
    write_manifest(output, {**manifest["settings"], "calibration": calibration})
    report(f"the weights are in {output}; try: otherwords find QUERY PATH --model {output}")


def _prepare(recipe: Path, data: Path, base: Path, work: Path) -> None:
    """Writes ``train.npz`` last, so that its presence means that all is there."""
    tokenizer = with_line_breaks(base)
    tokenizer.save(str(work / "tokenizer.json"))
    corpus, ngrams, held_out = prepare(recipe, data, tokenizer)
    np.save(work / "ngrams.npy", ngrams)
    write_spans(work / "held_out.jsonl.gz", span_examples(held_out))
    corpus.save(work / "train.npz")
