"""Knowledge bases read from files: RDF in any of its forms, or three columns between tabs or bars.

A file is loaded whole or not at all. A large one is kept in the user's cache under the hash of its bytes, so that the
same file is loaded once; losing the folder loses time, nothing else.
"""

import fcntl
import gzip
import hashlib
import os
import shutil
import sqlite3
import time
import weakref
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import IO, cast

import pyoxigraph as ox

from otherwords.ask.kb.blank_nodes import BlankNodes
from otherwords.ask.kb.names import LONGEST, Names
from otherwords.ask.kb.store import Local
from otherwords.ask.kb.terms import LABELS, TYPE, Term, entity, is_blank, name_rank, plain_name, relation
from otherwords.folders import cache_folder
from otherwords.reading.errors import printable
from otherwords.text import OtherwordsError

_LAYOUT = "7"
"""Part of the hash: another layout of the folder is another folder."""
_SMALL = 1 << 20
"""Bytes. Below, reading the file again is as fast as opening the folder."""
_KEPT = 8
"""Stores in the cache."""
_A_DAY = 24 * 60 * 60
_RDF = {
    ".nt": ox.RdfFormat.N_TRIPLES,
    ".nq": ox.RdfFormat.N_QUADS,
    ".ttl": ox.RdfFormat.TURTLE,
    ".trig": ox.RdfFormat.TRIG,
    ".n3": ox.RdfFormat.N3,
    ".rdf": ox.RdfFormat.RDF_XML,
    ".owl": ox.RdfFormat.RDF_XML,
    ".xml": ox.RdfFormat.RDF_XML,
    ".jsonld": ox.RdfFormat.JSON_LD,
}


def load(path: Path, cache: Path | None = None) -> Local:
    try:
        is_small = path.stat().st_size < _SMALL
        digest = _hash(path)
    except OSError as error:
        raise OtherwordsError(f"cannot read {path}: {error.strerror or error}") from error
    folder = (cache or cache_folder() / "kb") / digest
    if is_small or printable(str(folder)) != str(folder):  # neither store opens a folder whose name is not UTF-8
        return _in_memory(path)
    if folder.is_dir():
        if kept := _kept(path, folder):
            return kept
        shutil.rmtree(folder, ignore_errors=True)
    unfinished = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        unfinished.mkdir(parents=True)
    except OSError:  # a cache that cannot be written is no cache, and no error either
        return _in_memory(path)
    try:
        _fill(path, ox.Store(unfinished / "triples"), Names(unfinished / "names.sqlite", writable=True))
        with suppress(OSError):  # another process was faster, and has the same
            unfinished.rename(folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    kept = _kept(path, folder)
    _tidy(folder.parent)
    return kept or _in_memory(path)


def _tidy(cache: Path) -> None:
    """Leaves the stores that were used last, and those that somebody has open; what a killed run left goes, too."""
    with suppress(OSError):  # others tidy up at the same time
        used = {entry: entry.stat().st_mtime for entry in cache.iterdir()}
        left = [entry for entry in used if entry.suffix == ".part" and used[entry] < time.time() - _A_DAY]
        stores = sorted((entry for entry in used if entry.suffix != ".part"), key=lambda entry: -used[entry])
        for folder in [*left, *stores[_KEPT:]]:
            held = os.open(folder, os.O_RDONLY)
            try:
                with suppress(BlockingIOError):
                    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(held)


def _hold(kb: Local, folder: Path) -> None:
    """As long as it is there, its folder stays; and now it was used."""
    with suppress(OSError):  # a cache that cannot be written, or a file system without locks
        held = os.open(folder, os.O_RDONLY)
        weakref.finalize(kb, os.close, held)
        fcntl.flock(held, fcntl.LOCK_SH)
        os.utime(folder)


def _kept(path: Path, folder: Path) -> Local | None:
    """What the cache holds; None where it is damaged, which is found by asking a little of each of its parts."""
    with suppress(OSError, RuntimeError, sqlite3.DatabaseError):
        kb = Local(str(path), ox.Store.read_only(str(folder / "triples")), Names(folder / "names.sqlite"))
        kb.alike("any name")
        kb.exact(["any name"])
        if kb.select("SELECT ?s { ?s ?p ?o } LIMIT 1"):
            _hold(kb, folder)
            return kb
    return None


def _in_memory(path: Path) -> Local:
    store, names = ox.Store(), Names(None)
    _fill(path, store, names, keep_open=True)
    return Local(str(path), store, names)


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
    digest.update(f"{_LAYOUT} {_kind(path)}".encode())
    return digest.hexdigest()


def _kind(path: Path) -> str:
    return Path(path.name.lower().removesuffix(".gz")).suffix


def _fill(path: Path, store: ox.Store, names: Names, *, keep_open: bool = False) -> None:
    with _reading(path) as file:
        store.bulk_extend(_facts(path, file) if _kind(path) in _RDF else _rows(path, file))
    if not len(store):
        raise OtherwordsError(f"{path} holds no facts; a knowledge base is RDF, or rows of three columns")
    names.fill(_named(store), _no_things(store))
    if not keep_open:
        names.close()
        store.flush()


def _facts(path: Path, file: IO[bytes]) -> Iterator[ox.Quad]:
    """Of all graphs, as one. Blank nodes become things that a query can speak of; facts about facts (RDF 1.2) are left
    out, for no path leads to a fact."""
    form = _RDF[_kind(path)]
    if file.read(len(BOM_UTF8)) != BOM_UTF8:  # which some editors write, and no parser expects
        file.seek(0)
    try:
        with closing(BlankNodes()) as blank:
            # Relative IRIs are allowed, as in <matrix>: small hand-written files have them.
            for s, p, o, graph in ox.parse(file, form, base_iri="urn:otherwords:here:"):
                is_said = form.supports_datasets or isinstance(graph, ox.DefaultGraph)  # N3's graphs are suppositions
                if is_said and not isinstance(o, ox.Triple):
                    yield ox.Quad(*(blank.thing(one) if isinstance(one, ox.BlankNode) else one for one in (s, p, o)))
    except SyntaxError as error:
        line = f"{path}:{error.lineno}" if error.lineno else str(path)
        reason = (error.msg or "").split(": ", 1)[-1]
        if "LoadDocumentCallback" in reason:
            reason = "its @context is an address, and nothing is fetched; write the context into the file"
        raise OtherwordsError(f"{line}: not valid {form.name} ({reason}); nothing was loaded") from None


def _rows(path: Path, file: IO[bytes]) -> Iterator[ox.Quad]:
    separator = ""
    seen: dict[str, ox.NamedNode] = {}
    for number, line in enumerate(file, start=1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip("\r\n")
        except UnicodeDecodeError:
            raise OtherwordsError(f"{path}:{number}: not UTF-8 text; nothing was loaded") from None
        if not text.strip():
            continue
        separator = separator or ("\t" if "\t" in text else "|")
        cells = [" ".join(cell.split()) for cell in text.split(separator)]
        if len(cells) != 3 or not all(cells):
            problem = f"{len(cells)} columns" if len(cells) != 3 else "an empty cell"
            raise OtherwordsError(
                f"{path}:{number}: {problem}, where there should be thing, relation and thing between tabs or bars;"
                " nothing was loaded"
            )
        first, between, second = cells
        if between not in seen:
            seen[between] = relation(between)
        yield ox.Quad(entity(first), seen[between], entity(second))


def _no_things(store: ox.Store) -> set[Term]:
    """Relations and classes: they have names, too, but no question is about them."""
    rows = store.query(f"SELECT DISTINCT ?x {{ {{ ?s ?x ?o }} UNION {{ ?s {TYPE} ?x }} }}")
    return {row[0] for row in cast(ox.QuerySolutions, rows)}


def _named(store: ox.Store) -> Iterator[tuple[Term, str, int]]:
    """Every thing with its names; what has none is called by the end of its IRI, a literal by its value."""
    for label in LABELS:
        for quad in store.quads_for_pattern(None, label, None, None):
            if isinstance(quad.object, ox.Literal) and isinstance(quad.subject, ox.NamedNode):
                yield quad.subject, quad.object.value, name_rank(label, quad.object)
    has_label = " ".join(map(str, LABELS))
    subjects = store.query(
        "SELECT DISTINCT ?x { ?x ?p ?y FILTER(isIRI(?x))"
        f" FILTER NOT EXISTS {{ VALUES ?l {{ {has_label} }} ?x ?l ?n }} }}"
    )
    objects = store.query(
        f"SELECT DISTINCT ?x {{ ?y ?p ?x FILTER(!isBlank(?x)) FILTER(?p NOT IN ({', '.join(map(str, LABELS))}, {TYPE}))"
        f" FILTER NOT EXISTS {{ ?x ?q ?z }} }}"
    )
    for (thing,) in chain(cast(ox.QuerySolutions, subjects), cast(ox.QuerySolutions, objects)):
        if not is_blank(thing) and len(name := plain_name(thing)) <= LONGEST:
            yield thing, name, 2 * len(LABELS)


@contextmanager
def _reading(path: Path) -> Iterator[IO[bytes]]:
    try:
        with gzip.open(path, "rb") if path.suffix.lower() == ".gz" else path.open("rb") as file:
            yield cast(IO[bytes], file)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise OtherwordsError(f"{path}: the gzip file is cut off or damaged; nothing was loaded") from None
    except OSError as error:
        raise OtherwordsError(f"cannot read {path}: {error.strerror or error}") from error
