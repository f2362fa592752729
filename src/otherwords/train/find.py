"""The reader's whole recipe: data in, a folder of weights out. Every step leaves a file and is not done twice."""

from collections.abc import Callable
from dataclasses import asdict
from math import isinf
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from otherwords.evaluate.spans import write_spans
from otherwords.train import made_from
from otherwords.train.base import load_quietly
from otherwords.train.card import Card, Origin
from otherwords.train.corpus import Corpus, prepare
from otherwords.train.finish import finish
from otherwords.train.fit import Settings, fit
from otherwords.train.held_out import span_examples
from otherwords.train.recipe import SHIPPED_RECIPE, Recipe, read_recipe
from otherwords.train.tokenizer import with_line_breaks
from otherwords.train.vocabulary import fitted
from otherwords.train.warm_up import save_base, warm_up
from otherwords.train.whole import save_model

Report = Callable[[str], None]


def train_reader(
    data: Path, base: Path, output: Path, recipe: Path | None, work: Path, settings: Settings, report: Report
) -> None:
    load_quietly()
    work.mkdir(parents=True, exist_ok=True)
    wanted = read_recipe(recipe or SHIPPED_RECIPE)
    tokenizer = with_line_breaks(base)
    origin = {"recipe": wanted.text, "tokenizer": tokenizer.to_str()}
    made_from.check(work, "prepare", work / "train.npz", origin)
    if not (work / "train.npz").exists():
        report("preparing the data")
        _prepare(wanted, data, base, work)
    start = _warmed(wanted, base, work, settings, report)
    made_from.check(work, "fit", work / "reader.safetensors", asdict(settings) | {"workers": None})
    corpus = Corpus.load(work / "train.npz")
    if not (work / "reader.safetensors").exists():
        report("fitting the reader")
        model = fit(corpus, Tokenizer.from_file(str(work / "tokenizer.json")), start, settings, report=report)
        save_model(model, work / "reader.safetensors")
    finish(work, start, output, _card(wanted, corpus, base, settings), report)


def _prepare(recipe: Recipe, data: Path, base: Path, work: Path) -> None:
    """Writes ``train.npz`` last, so that its presence means that all is there."""

    def tokenizing(texts: dict[str, list[str]]) -> Tokenizer:
        if recipe.vocabulary is None:
            tokenizer = with_line_breaks(base)
        else:
            tokenizer = fitted(base, texts, out=work / "base", **recipe.vocabulary)
        tokenizer.save(str(work / "tokenizer.json"))
        return tokenizer

    corpus, ngrams, held_out = prepare(recipe.path, data, tokenizing)
    np.save(work / "ngrams.npy", ngrams)
    write_spans(work / "held_out.jsonl.gz", span_examples(held_out))
    corpus.save(work / "train.npz")


def _warmed(recipe: Recipe, base: Path, work: Path, settings: Settings, report: Report) -> Path:
    """The model that fitting starts from: the base, or one with another vocabulary and some practice."""
    given = base if recipe.vocabulary is None else work / "base"
    if recipe.warm_up is None:
        return given
    warm = work / "warm"
    if not (warm / "model.safetensors").exists():
        report("teaching the base the languages")
        tokenizer = Tokenizer.from_file(str(work / "tokenizer.json"))
        corpus = Corpus.load(work / "train.npz")
        encoder = warm_up(
            corpus,
            tokenizer,
            given,
            settings.minutes,
            recipe.warm_up["steps"],
            settings.tokens,
            settings.workers,
            report,
        )
        save_base(encoder, given, warm)
    return warm


def _card(recipe: Recipe, corpus: Corpus, base: Path, settings: Settings) -> Card:
    entries = iter(recipe.sources)  # in the corpus's order, which lacks those that held nothing
    origins: list[Origin] = []
    for source in corpus.sources:
        entry = next(entry for entry in entries if entry["files"] == source.name)
        spoken = ", ".join(dict.fromkeys(source.languages))
        licence = entry.get("licence", "not said")
        origins.append(
            Origin(source.name, entry["kind"], spoken, licence, len(source.starts) - 1, len(source.segments))
        )
    timed = not isinf(settings.minutes)
    chosen = asdict(settings) | {"minutes": settings.minutes if timed else "as many as it takes"}
    shipped = recipe.path == SHIPPED_RECIPE
    command = "otherwords train find --data DIR" + ("" if shipped else f" --recipe {recipe.path.name}")
    command += f" --base {base.name}/ -o DIR --steps {settings.steps} --batch-tokens {settings.tokens}"
    command += f" --learning-rate {settings.learning_rate:g}" + (f" --minutes {settings.minutes:g}" if timed else "")
    return Card(origins, base.name, chosen, command, {}, {}, {})
