"""Documents in, shards of kept sentences out: Parquet files with the columns ``words``, ``tags`` and ``key``."""

import os
import re
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from otherwords.mine.parquet import SMALL, connected, copy, parquet
from otherwords.mine.sentences import Rules, Tag, kept_of_all
from otherwords.mine.settings import NO_TAGGER, OURS, SPACY
from otherwords.mine.sources import pieces
from otherwords.mine.untagged import no_tagger
from otherwords.mine.work import digest, read_receipt, write_receipt
from otherwords.pipelines import hash_of
from otherwords.reading.decoding import without_surrogates
from otherwords.reading.documents import File

if TYPE_CHECKING:
    import duckdb

_SENTENCES_AT_ONCE = 25_000
"""With so many a shard is full when a text ends."""
_MOST_SENTENCES = 50_000
"""With so many it is full in the middle of a text."""
_CHARACTERS_AT_ONCE = 1 << 20
_FILES_AT_ONCE = 1000


@dataclass(frozen=True)
class Portion:
    """Files that one process reads in one go."""

    files: tuple[File, ...]
    size: int
    """In bytes."""
    name: str
    """Another one when a file of it is another, or has changed."""


@dataclass(frozen=True)
class Receipt:
    """What came of a portion, up to some of its texts."""

    portion: str
    size: int
    texts: int = 0
    kept: int = 0
    """Sentences, repeated ones included."""
    tokens: int = 0
    shards: tuple[str, ...] = ()
    errors: tuple[tuple[str, str], ...] = ()
    """Paths and problems."""


def portions(files: Iterable[File], size: int, text_column: str | None) -> Iterator[Portion]:
    """The files in order, about ``size`` bytes of them in a portion."""
    gathered: list[File] = []
    marks: list[tuple[str, int, int]] = []
    for file in files:
        gathered.append(file)
        marks.append(_mark(file))
        if sum(mark[1] for mark in marks) >= size or len(gathered) >= _FILES_AT_ONCE:
            yield _portion(gathered, marks, text_column)
            gathered, marks = [], []
    if gathered:
        yield _portion(gathered, marks, text_column)


def keep_sentences(folder: Path, tagger: str, text_column: str | None, portion: Portion) -> Receipt:
    """Reads a portion and writes its shards; what was done before a run was killed is not done again."""
    receipt_of_all, receipt_of_part = (folder / f"{portion.name}.{kind}.json" for kind in ("all", "part"))
    done = _read(receipt_of_all)
    if done is not None:
        return done
    done = _read(receipt_of_part) or Receipt(portion.name, portion.size)
    errors: list[tuple[str, str]] = []
    texts = (text for file in portion.files for text in pieces(file, lambda e: errors.append(e.args), text_column))
    for _ in islice(texts, done.texts):
        pass
    for part in kept_parts(texts, tagger):
        shards = done.shards
        if part.sentences:
            shards = (*shards, f"{portion.name}-{len(shards)}")
            write_shard(shard_path(folder, shards[-1]), part.sentences)
        done = replace(
            done,
            texts=done.texts + part.texts,
            kept=done.kept + part.kept,
            tokens=done.tokens + part.tokens,
            shards=shards,
        )
        if part.texts:
            write_receipt(receipt_of_part, asdict(done))
    done = replace(done, errors=tuple(errors))
    write_receipt(receipt_of_all, asdict(done))
    receipt_of_part.unlink(missing_ok=True)
    return done


@dataclass
class KeptPart:
    """What was kept of some texts."""

    texts: int = 0
    kept: int = 0
    tokens: int = 0
    sentences: dict[str, str] = field(default_factory=dict)
    """Words and tags, each sentence once."""


def kept_parts(texts: Iterable[str], tagger: str) -> Iterator[KeptPart]:
    """What is kept of the texts, in parts that fit in memory; a part without texts belongs to those of the next one."""
    tag, rules = _tagger(tagger), Rules(needs_verb=tagger != NO_TAGGER)
    part = KeptPart()
    for batch in _batches(texts):
        for words, tags in kept_of_all(batch, tag, rules):
            part.sentences[without_surrogates(words)] = tags
            part.kept += 1
            part.tokens += len(tags)
            if len(part.sentences) == _MOST_SENTENCES:
                yield part
                part = KeptPart()
        part.texts += len(batch)
        if len(part.sentences) >= _SENTENCES_AT_ONCE:
            yield part
            part = KeptPart()
    if part.texts:
        yield part


def remove_others(folder: Path, names: Collection[str]) -> None:
    """What is left of portions that are no longer the same."""
    receipts_first = sorted(folder.iterdir(), key=lambda path: path.suffix != ".json")  # what they promise is then gone
    for path in receipts_first:
        if re.split("[-.]", path.name)[0] not in names:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def shard_path(folder: Path, name: str) -> Path:
    return folder / f"{name}.parquet"


def write_shard(path: Path, sentences: Mapping[str, str]) -> None:
    """Words and tags; the key is a hash of the words, by which repeated sentences are found."""
    digests = b"".join(blake2b(words.encode(), digest_size=8).digest() for words in sentences)
    columns = {
        "words": np.array(list(sentences), object),
        "tags": np.array(list(sentences.values()), object),
        "key": np.frombuffer(digests, "<u8"),
    }
    with connected(SMALL, 1, path.parent) as connection:
        connection.register("sentences", columns)
        copy(connection, "SELECT words::VARCHAR AS words, tags::VARCHAR AS tags, key FROM sentences", path)


def read_shard(connection: "duckdb.DuckDBPyConnection", path: Path) -> tuple[list[str], list[str]]:
    """The words and the tags of its sentences."""
    columns = connection.execute(f"SELECT words, tags FROM {parquet([path])}").fetchnumpy()
    return columns["words"].tolist(), columns["tags"].tolist()


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """Texts together, for they are tagged faster so."""
    batch: list[str] = []
    characters = 0
    for text in texts:
        batch.append(text)
        characters += len(text)
        if characters >= _CHARACTERS_AT_ONCE:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _mark(file: File) -> tuple[str, int, int]:
    """By which a file is known to be still the same."""
    try:
        status = os.stat(file.path)
    except OSError:  # whoever reads it says what is wrong
        return file.path, 0, 0
    return file.path, status.st_size, status.st_mtime_ns


def _portion(gathered: list[File], marks: list[tuple[str, int, int]], text_column: str | None) -> Portion:
    return Portion(tuple(gathered), sum(mark[1] for mark in marks), digest([marks, text_column]))


def _read(path: Path) -> Receipt | None:
    value = read_receipt(path)
    if value is None:
        return None
    errors = tuple((path, problem) for path, problem in value.pop("errors"))
    return Receipt(**value | {"shards": tuple(value["shards"]), "errors": errors})


def mark_of_tagger(name: str) -> str:
    """By which the tagger is known to be still the same."""
    if name.startswith(SPACY):
        return f"{name} {hash_of(name.removeprefix(SPACY))}"
    from otherwords.mine.tagger import SHIPPED

    return f"{name} {(SHIPPED / 'manifest.json').read_text(encoding='utf-8')}" if name == OURS else name


@cache
def _tagger(name: str) -> Tag:
    if name == NO_TAGGER:
        return no_tagger
    if name.startswith(SPACY):
        from otherwords.mine.spacy_tagger import SpacyTagger

        return SpacyTagger.load(name.removeprefix(SPACY)).tag
    from otherwords.mine.tagger import Tagger

    return Tagger.load().tag
