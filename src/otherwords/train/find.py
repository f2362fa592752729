"""The reader's whole recipe: data in, a folder of weights out. Every step leaves a file and is not done twice."""

from collections.abc import Callable
from dataclasses import asdict
from itertools import chain
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
from otherwords.train.fit import Settings, fit_in
from otherwords.train.held_out import span_examples
from otherwords.train.held_out_phrases import phrase_examples
from otherwords.train.phrase_reading import PhraseSettings, learn_phrases_in
from otherwords.train.phrase_windows import rewordings_of
from otherwords.train.phrases import read_phrases
from otherwords.train.recipe import SHIPPED_RECIPE, Recipe, read_recipe
from otherwords.train.tokenizer import with_line_breaks
from otherwords.train.vocabulary import fitted
from otherwords.train.warm_up import save_base, warm_up

Report = Callable[[str], None]


def train_reader(
    data: Path,
    base: Path,
    teacher: Path | None,
    output: Path,
    recipe: Path | None,
    work: Path,
    settings: Settings,
    report: Report,
) -> None:
    load_quietly()
    work.mkdir(parents=True, exist_ok=True)
    wanted = read_recipe(recipe or SHIPPED_RECIPE)
    tokenizer = with_line_breaks(base)
    made_from.check(work, "prepare", work / "train.npz", {"recipe": wanted.text, "tokenizer": tokenizer.to_str()})
    if not (work / "train.npz").exists():
        report("preparing the data")
        _prepare(wanted, data, base, work)
    start = _warmed(wanted, base, work, settings, report)
    origin = asdict(settings) | {"workers": None, "teacher": teacher and teacher.name}
    made_from.check(work, "teach", work / "teacher.safetensors", origin)
    made_from.check(work, "fit", work / "reader.safetensors", origin)
    if not (work / "reader.safetensors").exists():
        report("fitting the reader")
        fit_in(work, start, teacher, settings, report=report)
    phrases = _phrases(wanted, start, work, settings.minutes, report)
    card = _card(wanted, Corpus.load(work / "train.npz"), base, teacher, settings)
    finish(work / "reader.safetensors", phrases, start, output, card, report)


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
    aside = span_examples(held_out)
    if recipe.phrases_in_text is not None:
        read_phrases(recipe.path, data).save(work / "phrases.json")
        aside = chain(aside, phrase_examples(held_out, rewordings_of(work / "tokenizer.json")))
    write_spans(work / "held_out.jsonl.gz", aside)
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


def _phrases(recipe: Recipe, base: Path, work: Path, minutes: float, report: Report) -> Path | None:
    """What the reader learned of phrases, if it is to."""
    learned = work / "phrases.safetensors"
    if recipe.phrases_in_text is None:
        return None
    settings = PhraseSettings(**recipe.phrases_in_text, minutes=minutes)
    reader = made_from.contents([work / "reader.safetensors"])
    made_from.check(work, "phrases", learned, asdict(settings) | reader)
    if not learned.exists():
        report("learning phrases")
        learn_phrases_in(work, base, settings, report)
    return learned


def _card(recipe: Recipe, corpus: Corpus, base: Path, teacher: Path | None, settings: Settings) -> Card:
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
    command += f" --base {base.name}/" + (f" --teacher {teacher.name}/" if teacher else "") + " -o DIR"
    command += f" --steps {settings.steps} --batch-tokens {settings.tokens}"
    command += f" --learning-rate {settings.learning_rate:g}" + (f" --minutes {settings.minutes:g}" if timed else "")
    taught = f"{base.name}. The teacher, whose readings were learned, too, was {teacher.name}" if teacher else base.name
    lists = recipe.phrases if recipe.phrases_in_text is not None else []
    return Card(origins, taught, chosen, command, {}, {}, {}, lists)
