"""What a reader learns from: two wordings of the same thing, tokenised once and kept as integers.

A recipe (TOML) names the sources below a data folder, and each source's kind says how its file is read:

- ``versions``    ``{doc_id, a[], b[]}``: two versions of a document, segment by segment, in order
- ``paragraphs``  ``{orig, bt}``: a paragraph and its rewording; kept where both have the same number of sentences
- ``groups``      ``{texts[]}``: several wordings of one thing; runs of 25 become documents
- ``pairs``       ``{a, b, label}``: loose sentence pairs, label 1
- ``turku``       the Turku Paraphrase Corpus, labels 3 and 4, as loose pairs
- ``questions``   SQuAD's JSON: a question asks for the sentence that holds its answer
- ``context``     plain text, or one key of JSON lines: real surroundings to hide a sentence in
"""

import gzip
import json
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TextIO
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from otherwords.find.ngrams import background
from otherwords.text import OtherwordsError, sentences

GROUP_RUN = 25
HELD_OUT_BOOKS = {"Ruth", "Jonah", "Esth", "Jas", "Titus", "Phlm", "2Pet", "Eccl"}
"""The same verses stand in every version, so books, not chapters, are kept aside."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Source:
    """Documents of one origin: ``segments[i]`` are the text ids of a segment's wordings, or one id for contexts."""

    name: str
    language: str
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
        arrays["meta"] = np.array(json.dumps([[s.name, s.language, s.share, s.kind] for s in self.sources]))
        with writing_whole(path) as file:
            np.savez_compressed(file, **arrays)

    @classmethod
    def load(cls, path: Path) -> "Corpus":
        with np.load(path) as arrays:
            sources = tuple(
                Source(
                    name,
                    language,
                    share,
                    kind,
                    arrays[f"segments{i}"].astype(np.int64),
                    arrays[f"starts{i}"].astype(np.int64),
                )
                for i, (name, language, share, kind) in enumerate(json.loads(str(arrays["meta"])))
            )
            return cls(arrays["tokens"], arrays["starts"].astype(np.int64), sources)


Texts = list[tuple[str, ...]]
"""A document's segments, each with its wordings."""


@dataclass(frozen=True)
class HeldOut:
    """Documents of a source that no reader is trained on."""

    name: str
    kind: str
    documents: list[tuple[str, Texts]]
    """Each with its key: documents of the same key are versions of the same thing."""


def prepare(recipe: Path, data: Path, tokenizer: Tokenizer) -> tuple[Corpus, Floats, list[HeldOut]]:
    """The training corpus, how often n-grams occur in it, and the part kept aside for calibration."""
    train = _Builder(tokenizer)
    held_out: list[HeldOut] = []
    for entry in tomllib.loads(recipe.read_text())["source"]:
        files = sorted(data.glob(entry["files"]))
        if not files:
            raise OtherwordsError(f"no file matches {entry['files']} below {data}; the recipe {recipe} asks for it")
        kept: list[Texts] = []
        aside: list[tuple[str, Texts]] = []
        for file in files:
            for key, document in _READERS[entry["kind"]](file, entry):
                if _is_held_out(key):
                    aside.append((key, document))
                else:
                    kept.append(document)
        train.add(entry, kept)
        held_out.append(HeldOut(entry["files"], entry["kind"], aside))
    return train.corpus(), train.ngrams(), held_out


def _is_held_out(key: str) -> bool:
    book = key.partition(".")[0]
    return book in HELD_OUT_BOOKS or crc32(key.encode()) % 50 == 0


class _Builder:
    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._ids: dict[str, int] = {}
        self._sources: list[Source] = []

    def add(self, entry: dict[str, Any], documents: list[Texts]) -> None:
        if not documents:
            return
        loose = entry["kind"] in ("pairs", "turku")
        kind = "loose" if loose else entry["kind"] if entry["kind"] in ("context", "questions") else "ordered"
        segments = [[self._id(text) for text in segment] for document in documents for segment in document]
        starts = np.cumsum([0] + [len(document) for document in documents])
        name = entry["files"]
        self._sources.append(Source(name, entry["language"], entry["share"], kind, np.array(segments), starts))

    def _id(self, text: str) -> int:
        return self._ids.setdefault(text, len(self._ids))

    def ngrams(self) -> Floats:
        texts = list(self._ids)
        return background("\n".join(texts[i : i + 10_000]) for i in range(0, len(texts), 10_000))

    def corpus(self) -> Corpus:
        pieces: list[NDArray[np.uint16]] = []
        texts = list(self._ids)
        if not any(source.kind != "context" for source in self._sources):
            raise OtherwordsError("the recipe's files hold nothing to learn from; name sources with two wordings")
        for i in range(0, len(texts), 10_000):
            for encoding in self._tokenizer.encode_batch_fast(texts[i : i + 10_000], add_special_tokens=False):
                pieces.append(np.array(encoding.ids, dtype=np.uint16))
        starts = np.cumsum([0] + [len(piece) for piece in pieces])
        return Corpus(np.concatenate(pieces), starts, tuple(self._sources))


@contextmanager
def writing_whole(path: Path) -> Iterator[BinaryIO]:
    """A file that bears its name only when it is whole, for its presence means that a step is done."""
    part = path.with_name(path.name + ".part")
    with open(part, "wb") as file:
        yield file
    part.replace(path)


def open_text(path: Path) -> TextIO:
    return gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else open(path, encoding="utf-8")


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with open_text(path) as file:
        for line in file:
            yield json.loads(line)


Documents = Iterator[tuple[str, Texts]]


def _versions(path: Path, entry: dict[str, Any]) -> Documents:
    for row in _rows(path):
        segments = [(a, b) for a, b in zip(row["a"], row["b"], strict=True) if a.strip() and b.strip()]
        if segments:
            yield row["doc_id"], list(segments)


def _paragraphs(path: Path, entry: dict[str, Any]) -> Documents:
    for row in _rows(path):
        ours = [row["orig"][i:j] for i, j in sentences(row["orig"])]
        theirs = [row["bt"][i:j] for i, j in sentences(row["bt"])]
        if len(ours) == len(theirs) > 1:
            yield row["title"], list(zip(ours, theirs, strict=True))


def _groups(path: Path, entry: dict[str, Any]) -> Documents:
    groups = [list(dict.fromkeys(row["texts"])) for row in _rows(path)]
    groups = [texts for texts in groups if len(texts) > 1]
    for i in range(0, len(groups), GROUP_RUN):
        run = groups[i : i + GROUP_RUN]
        for shift in range(min(4, max(map(len, run)) // 2)):
            yield f"{path.name}:{i}", [(g[2 * shift % len(g)], g[(2 * shift + 1) % len(g)]) for g in run]


def _pairs(path: Path, entry: dict[str, Any]) -> Documents:
    for row in _rows(path):
        if str(row["label"]) == "1" and _differ(row["a"], row["b"]):
            yield min(row["a"], row["b"]), [(row["a"], row["b"])]


def _turku(path: Path, entry: dict[str, Any]) -> Documents:
    with open_text(path) as file:
        for row in json.load(file):
            if row["label"][0] in "34":
                yield row["txt1"], [(row["txt1"], row["txt2"])]


def _questions(path: Path, entry: dict[str, Any]) -> Documents:
    """An article's sentences, each with one of the questions that it answers, or with none (an empty wording)."""
    with open_text(path) as file:
        articles = json.load(file)["data"]
    for number, article in enumerate(articles):
        asked: list[tuple[list[str], str]] = []
        for paragraph in article.get("paragraphs", [article]):
            text = paragraph["context"]
            for start, end in sentences(text):
                holds = [
                    qa["question"]
                    for qa in paragraph["qas"]
                    if qa["answers"] and start <= qa["answers"][0]["answer_start"] < end
                ]
                asked.append((holds, text[start:end]))
        for turn in range(4):
            yield (
                f"{path.name}:{number}",
                [(holds[turn % len(holds)] if holds else "", sentence) for holds, sentence in asked],
            )


def _context(path: Path, entry: dict[str, Any]) -> Documents:
    with open_text(path) as file:
        lines = [json.loads(line)[entry["key"]] if "key" in entry else line.strip() for line in file]
    lines = [line for line in lines if line][: entry.get("limit")]
    for i in range(0, len(lines), 40):
        yield f"{path.name}:{i}", [(line,) for line in lines[i : i + 40]]


def _differ(a: str, b: str) -> bool:
    """Whether two wordings differ in more than a letter or two: near copies teach nothing."""
    grams = [{text[i : i + 3] for i in range(max(1, len(text) - 2))} for text in (a.lower(), b.lower())]
    return len(grams[0] & grams[1]) < 0.75 * len(grams[0] | grams[1])


_READERS = {
    "versions": _versions,
    "paragraphs": _paragraphs,
    "groups": _groups,
    "pairs": _pairs,
    "turku": _turku,
    "questions": _questions,
    "context": _context,
}
