"""What a pair model learns from, tokenised once and kept as integers.

A recipe (TOML) names the sources below a data folder. Sources of two wordings are read as for the reader (``sources``)
and give pairs that say the same; three kinds are the pair model's own:

- ``judged``  ``{a, b, label}``: pairs that look alike, and people said whether they say the same
- ``asked``   ``{doc, paragraph, en, questions[]}``: paragraphs and questions about them, unlabelled
- ``facts``   lines of subject, relation, object, question: the same subject and relation, the same question

and ``questions`` (SQuAD's JSON) gives questions with the sentences that answer them.
"""

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from otherwords.evaluate.files import read_json_lines, read_lines
from otherwords.text import OtherwordsError, sentences
from otherwords.train.recipe import read_toml
from otherwords.train.sources import READERS, Entry
from otherwords.train.swaps import swapped
from otherwords.train.whole import writing_whole

Ints = NDArray[np.int64]

_PAIRS_OF_A_GROUP = 12
_LONGEST = 250
"""Tokens kept of a text: training reads beginnings, while the model reads everything."""


@dataclass(frozen=True)
class PairCorpus:
    """Texts over one table of token ids, and what is known of pairs of them."""

    tokens: NDArray[np.uint16]
    starts: Ints
    pool: Ints
    """[n, 2]: a text and its place; texts of neighbouring places belong together."""
    same: Ints
    """[n, 3]: two texts that say the same, and the source they are from."""
    shares: NDArray[np.float64]
    """Of every source of ``same``."""
    judged: Ints
    """[n, 3]: two texts that look alike, and 1 where they say the same."""
    made: Ints
    """[n, 3]: the same, but made by exchanging words."""
    asked: Ints
    """[n, 3]: a question, the sentence that answers it, and the article."""
    about: Ints
    """[n, 3]: a question, a paragraph that it is about, and the article; nobody said which sentence answers it."""
    articles: Ints
    """[n, 3]: a sentence, the article and the paragraph."""

    def text(self, index: int) -> NDArray[np.uint16]:
        return self.tokens[self.starts[index] : self.starts[index + 1]]

    def save(self, path: Path) -> None:
        with writing_whole(path) as file:
            np.savez_compressed(
                file,
                **{
                    name: value.astype(np.int32) if value.dtype == np.int64 else value
                    for name, value in vars(self).items()
                },
            )

    @classmethod
    def load(cls, path: Path) -> "PairCorpus":
        with np.load(path) as arrays:
            return cls(**{name: _wide(arrays[name]) for name in arrays.files})


def _wide(array: NDArray[Any]) -> NDArray[Any]:
    return array.astype(np.int64) if array.dtype == np.int32 else array


def prepare_pairs(recipe: Path, data: Path, tokenizer: Tokenizer) -> PairCorpus:
    return _read(recipe, data).corpus(tokenizer)


def texts_of(recipe: Path, data: Path) -> set[str]:
    """Every text that is learned from."""
    return _read(recipe, data).texts


def _read(recipe: Path, data: Path) -> "_Builder":
    builder = _Builder()
    for entry in read_toml(recipe)["source"]:
        files = sorted(data.glob(entry["files"]))
        if not files:
            raise OtherwordsError(f"no file matches {entry['files']} below {data}; the recipe {recipe} asks for it")
        for file in files:
            builder.read(file, entry)
        builder.end_source(float(entry.get("share", 0)))
    return builder


class _Builder:
    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._pool: dict[int, int] = {}
        self._place = 0
        self._same: list[tuple[int, int, int]] = []
        self._shares: list[float] = []
        self._judged: list[tuple[int, int, int]] = []
        self._made: list[tuple[int, int, int]] = []
        self._asked: list[tuple[int, int, int]] = []
        self._about: list[tuple[int, int, int]] = []
        self._articles: list[tuple[int, int, int]] = []
        self._known: dict[str, int] = {}
        self._random = random.Random(1)

    def read(self, path: Path, entry: Entry) -> None:
        kind = entry["kind"]
        if kind == "judged":
            for _, row in read_json_lines(path):
                self._judged.append((self._add(row["a"]), self._add(row["b"]), int(row["label"])))
                self._place += 1
        elif kind == "asked":
            self._paragraphs(path)
        elif kind == "facts":
            self._facts(path)
        elif kind == "questions":
            self._questions(path, entry)
        else:
            for _, document in READERS[kind](path, entry):
                for wordings in document:
                    self._wordings(wordings, swap=entry.get("swap", True))

    def end_source(self, share: float) -> None:
        self._shares.append(share)
        self._place += 1000

    @property
    def texts(self) -> set[str]:
        return set(self._ids)

    def _add(self, text: str) -> int:
        index = self._ids.setdefault(" ".join(text.split()), len(self._ids))
        self._pool.setdefault(index, self._place)
        return index

    def _wordings(self, wordings: tuple[str, ...], swap: bool = True) -> None:
        texts = list(dict.fromkeys(text for text in wordings if text.strip()))
        ids = [self._add(text) for text in texts]
        pairs = list(combinations(range(len(ids)), 2))
        for a, b in self._random.sample(pairs, min(len(pairs), _PAIRS_OF_A_GROUP)):
            self._same.append((ids[a], ids[b], len(self._shares)))
            for text, label in swapped(texts[b], self._random) if swap else ():
                self._made.append((ids[a], self._add(text), label))
        self._place += 1

    def _facts(self, path: Path) -> None:
        asked: dict[tuple[str, str], list[str]] = defaultdict(list)
        for _, line in read_lines(path):
            subject, relation, _, question = line.rstrip("\n").split("\t")
            asked[subject, relation].append(question)
        for _, questions in sorted(asked.items(), key=lambda item: item[0][::-1]):  # one relation after the other
            self._wordings(tuple(questions))

    def _paragraphs(self, path: Path) -> None:
        for _, row in read_json_lines(path):
            article = self._known.setdefault(f"{path.name}:{row['doc']}", len(self._known))
            paragraph = self._place
            for start, end in sentences(row["en"]):
                self._articles.append((self._add(row["en"][start:end]), article, paragraph))
            self._add(row["en"])
            for question in row["questions"]:
                self._about.append((self._add(question["en"]), paragraph, article))
            self._place += 1

    def _questions(self, path: Path, entry: Entry) -> None:
        for name, document in READERS["questions"](path, entry):
            new = name not in self._known
            article = self._known.setdefault(name, len(self._known))
            for question, sentence in document:
                if new:
                    self._articles.append((self._add(sentence), article, self._place))
                if question:
                    self._asked.append((self._add(question), self._add(sentence), article))
                self._place += 1

    def corpus(self, tokenizer: Tokenizer) -> PairCorpus:
        pieces: list[NDArray[np.uint16]] = []
        texts = list(self._ids)
        for i in range(0, len(texts), 10_000):
            for encoding in tokenizer.encode_batch_fast(texts[i : i + 10_000], add_special_tokens=False):
                pieces.append(np.array(encoding.ids[:_LONGEST], dtype=np.uint16))
        made = {(a, b) for a, b, _ in self._same}
        return PairCorpus(
            np.concatenate(pieces),
            np.cumsum([0] + [len(piece) for piece in pieces]),
            np.array(list(self._pool.items())),
            np.array(self._same),
            np.array(self._shares),
            _rows(self._judged),
            _rows(row for row in dict.fromkeys(self._made) if row[:2] not in made and row[0] != row[1]),
            _rows(dict.fromkeys(self._asked)),
            _rows(self._about),
            _rows(self._articles),
        )


def _rows(rows: Iterable[tuple[int, int, int]]) -> Ints:
    return np.array(list(rows), dtype=np.int64).reshape(-1, 3)
