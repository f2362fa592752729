"""The tagger's whole recipe: MASC in, a folder of weights with its card out."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from otherwords.encoder.weights import sha256
from otherwords.evaluate.files import writing
from otherwords.mine.tagger import FILE, Tagger, TaggerWeights
from otherwords.train.masc import TaggedDocument, TaggedSentence, read_masc, split
from otherwords.train.tagger_card import write_card
from otherwords.train.tagger_doubts import without_doubtful_names
from otherwords.train.tagger_figures import measure
from otherwords.train.tagger_fit import Settings, fit
from otherwords.train.whole import writing_whole


def train_tagger(data: Path, output: Path, settings: Settings, report: Callable[[str], None]) -> None:
    learned, held_out = split(read_masc(data))
    write(fit(without_doubtful_names(_sentences(learned)), settings, report), output)
    truth = _sentences(held_out)
    said = Tagger.load(output).tag([sentence.tokens for sentence in truth])
    figures = measure([sentence.tags for sentence in truth], said)
    write_card(output, learned, held_out, settings, figures)
    report(f"{figures.accuracy:.2%} of {figures.words:,} held-out words are right; the weights are in {output}")


def write(weights: TaggerWeights, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with writing_whole(folder / FILE) as file:
        np.savez_compressed(file, **vars(weights))
    with writing(folder / "manifest.json") as manifest:
        manifest.write(json.dumps({"sha256": {FILE: sha256(folder / FILE)}}, indent=2) + "\n")


def _sentences(documents: Iterable[TaggedDocument]) -> list[TaggedSentence]:
    return [sentence for document in documents for sentence in document.sentences]
