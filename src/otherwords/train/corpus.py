"""What a reader learns from: two wordings of the same thing, tokenised once and kept as integers.

A recipe (TOML) names the sources below a data folder; ``sources`` says how a file of each kind is read.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from otherwords.find.ngrams import background
from otherwords.text import OtherwordsError
from otherwords.train.recipe import read_recipe
from otherwords.train.sources import READERS, Entry, Texts, languages
from otherwords.train.whole import writing_whole

HELD_OUT_BOOKS = {"Ruth", "Jonah", "Esth", "Jas", "Titus", "Phlm", "2Pet", "Eccl"}
"""The same verses stand in every version, so books, not chapters, are kept aside."""
LOOSE_KINDS = ("pairs", "pivots", "turku")
TELLING_LENGTH = 40
"""Characters from which a text is something of its own: "Yes." stands everywhere and gives nothing away."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Source:
    """Documents of one origin: ``segments[i]`` are the text ids of a segment's wordings, or one id for contexts."""

    name: str
    languages: tuple[str, ...]
    """Of each wording."""
    share: float
    kind: str
    segments: Ints
    """[n, wordings]"""
    starts: Ints
    """Document d holds the segments ``starts[d]:starts[d + 1]``; loose pairs are documents of one segment."""

    @property
    def ordered(self) -> bool:
        return self.kind != "loose"


@dataclass(frozen=True)
class Corpus:
    """All sources over one table of token ids."""

    tokens: NDArray[np.uint16]
    starts: Ints
    sources: tuple[Source, ...]

    def text(self, index: int) -> NDArray[np.uint16]:
        return self.tokens[self.starts[index] : self.starts[index + 1]]

    def save(self, path: Path) -> None:
        arrays: dict[str, Any] = {"tokens": self.tokens, "starts": self.starts.astype(np.int32)}
        for i, source in enumerate(self.sources):
            arrays[f"segments{i}"] = source.segments.astype(np.int32)
            arrays[f"starts{i}"] = source.starts.astype(np.int32)
        arrays["meta"] = np.array(json.dumps([[s.name, s.languages, s.share, s.kind] for s in self.sources]))
        with writing_whole(path) as file:
            np.savez_compressed(file, **arrays)

    @classmethod
    def load(cls, path: Path) -> "Corpus":
        with np.load(path) as arrays:
            sources = tuple(
                Source(
                    name,
                    tuple(languages),
                    share,
                    kind,
                    arrays[f"segments{i}"].astype(np.int64),
                    arrays[f"starts{i}"].astype(np.int64),
                )
                for i, (name, languages, share, kind) in enumerate(json.loads(str(arrays["meta"])))
            )
            return cls(arrays["tokens"], arrays["starts"].astype(np.int64), sources)


@dataclass(frozen=True)
class HeldOut:
    """Documents of a source that no reader is trained on."""

    name: str
    kind: str
    documents: list[tuple[str, Texts]]
    """Each with its key: documents of the same key are versions of the same thing."""
    languages: tuple[str, ...] = ()
    """Of each wording."""


Tokenizing = Callable[[dict[str, list[str]]], Tokenizer]
"""Makes a tokenizer for the texts of each language."""


def prepare(recipe: Path, data: Path, tokenizing: Tokenizing) -> tuple[Corpus, Floats, list[HeldOut]]:
    """The training corpus, how often n-grams occur in it, and the part kept aside for calibration."""
    read = [(entry, *_read(entry, recipe, data)) for entry in read_recipe(recipe).sources]
    unseen = {
        text
        for _, _, aside in read
        for _, document in aside
        for segment in document
        for text in segment
        if len(text) >= TELLING_LENGTH
    }
    train = _Builder()
    for entry, kept, _ in read:
        documents = ([segment for segment in document if not unseen.intersection(segment)] for document in kept)
        train.add(entry, [document for document in documents if document])
    held_out = [
        HeldOut(entry["files"], entry["kind"], aside, tuple(languages(entry)))
        for entry, _, aside in read
        if entry.get("calibrate", len(set(languages(entry))) == 1)
    ]
    return train.corpus(tokenizing), train.ngrams(), held_out


def _read(entry: Entry, recipe: Path, data: Path) -> tuple[list[Texts], list[tuple[str, Texts]]]:
    """A source's documents: those to learn from, and those kept aside."""
    files = sorted(data.glob(entry["files"]))
    if not files:
        raise OtherwordsError(f"no file matches {entry['files']} below {data}; the recipe {recipe} asks for it")
    kept: list[Texts] = []
    aside: list[tuple[str, Texts]] = []
    for file in files:
        for key, document in READERS[entry["kind"]](file, entry):
            if _is_held_out(key):
                aside.append((key, document))
            else:
                kept.append(document)
    return kept, aside


def _is_held_out(key: str) -> bool:
    book = key.partition(".")[0]
    return book in HELD_OUT_BOOKS or crc32(key.encode()) % 50 == 0


class _Builder:
    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._texts: dict[str, list[str]] = {}
        self._sources: list[Source] = []

    def add(self, entry: Entry, documents: list[Texts]) -> None:
        if not documents:
            return
        loose = entry["kind"] in LOOSE_KINDS
        kind = "loose" if loose else entry["kind"] if entry["kind"] in ("context", "questions") else "ordered"
        spoken = tuple(languages(entry)[: len(documents[0][0])])
        segments = [
            [self._id(text, language) for text, language in zip(segment, spoken, strict=True)]
            for document in documents
            for segment in document
        ]
        starts = np.cumsum([0] + [len(document) for document in documents])
        self._sources.append(Source(entry["files"], spoken, entry["share"], kind, np.array(segments), starts))

    def _id(self, text: str, language: str) -> int:
        if text not in self._ids:
            self._ids[text] = len(self._ids)
            self._texts.setdefault(language, []).append(text)
        return self._ids[text]

    def ngrams(self) -> Floats:
        texts = list(self._ids)
        return background("\n".join(texts[i : i + 10_000]) for i in range(0, len(texts), 10_000))

    def corpus(self, tokenizing: Tokenizing) -> Corpus:
        pieces: list[NDArray[np.uint16]] = []
        texts = list(self._ids)
        if not any(source.kind != "context" for source in self._sources):
            raise OtherwordsError("the recipe's files hold nothing to learn from; name sources with two wordings")
        tokenizer = tokenizing(self._texts)
        for i in range(0, len(texts), 10_000):
            for encoding in tokenizer.encode_batch_fast(texts[i : i + 10_000], add_special_tokens=False):
                pieces.append(np.array(encoding.ids, dtype=np.uint16))
        starts = np.cumsum([0] + [len(piece) for piece in pieces])
        return Corpus(np.concatenate(pieces), starts, tuple(self._sources))
