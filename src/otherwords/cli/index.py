"""``otherwords index``: a collection of documents, made ready to be searched."""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from otherwords.cli.spark import Master, Memory, master_for, megabytes
from otherwords.cli.streams import complain
from otherwords.text import OtherwordsError, in_one_line

if TYPE_CHECKING:
    from otherwords.index.index import Entry
    from otherwords.index.update import Change

app = typer.Typer(no_args_is_help=True, help="Make a collection of documents ready to be searched.")

_Place = Annotated[str, typer.Argument(metavar="DIR", help="The index: a folder, or a URI such as s3://bucket/index.")]
_Json = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON lines.")]


@app.command()
def add(
    place: _Place,
    paths: Annotated[list[str], typer.Argument(metavar="PATH", help="Files and folders.", show_default=False)],
    sync: Annotated[
        bool, typer.Option("--sync", metavar="", help="Also remove what is no longer there below PATH.")
    ] = False,
    text_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of CSV, JSON lines or Parquet with the text.")
    ] = None,
    as_json: _Json = False,
) -> None:
    """Add files, or bring them up to date: unchanged ones are passed over, changed ones replaced.

    What is printed as added is on disk, whatever happens then. A run that was stopped goes on when the command is given
    again. Exit codes: 0 all is well, 1 something could not be read, 2 error.

    Example: otherwords index add collection reports/ minutes.pdf

    Example: otherwords index add collection reports/ --sync
    """
    from otherwords.index import Index
    from otherwords.index.update import update

    unread = 0

    def on_error(error: OtherwordsError) -> None:
        nonlocal unread
        unread += 1
        complain(error)

    began = time.monotonic()
    index = Index.open_or_make(place)
    changes = update(index, paths, sync=sync, text_column=text_column, on_error=on_error)
    try:
        counts = _told(changes, as_json)
    except KeyboardInterrupt:
        complain("stopped; what was told is in the index, and the same command goes on with the rest")
        raise
    if not as_json:
        _sum_up(counts, unread, time.monotonic() - began)
    if not counts and not unread:
        raise OtherwordsError(f"nothing could be read from {', '.join(paths)}; name files or folders that hold text")
    raise typer.Exit(1 if unread else 0)


@app.command()
def build(
    place: _Place,
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH", help="Files and folders, or URIs that Spark opens.", show_default=False),
    ],
    engine: Annotated[str, typer.Option(metavar="NAME", help="spark; on this machine, use add.")] = "spark",
    master: Master = None,
    memory: Memory = "2GB",
    text_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of CSV, JSON lines or Parquet with the text.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON object.")] = False,
) -> None:
    """Build a new index on a Spark cluster, whose workers read, split and encode.

    DIR and PATH must be where all machines see them. There is an index with everything in it at the end, or none.

    Example: otherwords index build s3://bucket/index s3a://bucket/documents --master spark://host:7077
    """
    from otherwords.index.spark_build import BuildJob, build_on_spark

    chosen = master_for(engine, master, here="local")
    if chosen is None:
        raise OtherwordsError("on this machine alone, an index is built by otherwords index add")
    began = time.monotonic()
    built = build_on_spark(BuildJob(paths, place, text_column), chosen, complain, megabytes(memory))
    seconds = time.monotonic() - began
    counts = {"files": len(built.entries), "passages": built.passages, "unread": built.unread}
    if as_json:
        print(json.dumps({**counts, "seconds": round(seconds, 1)}))
    else:
        unread = f"; {built.unread:,} could not be read" if built.unread else ""
        read = f"{_number(len(built.entries), 'file')}, {_number(built.passages, 'passage')}"
        print(f"{read} in {seconds:.1f} s{unread}")
    raise typer.Exit(1 if built.unread else 0)


@app.command()
def remove(
    place: _Place,
    paths: Annotated[list[str], typer.Argument(metavar="PATH", help="Files and folders.", show_default=False)],
) -> None:
    """Remove files from the index, or all that came from a folder. The files themselves stay.

    Example: otherwords index remove collection reports/2019/
    """
    from otherwords.index import Index

    index = Index.open(place)
    entries = {entry.source: entry for entry in index.list()}
    wanted: list[str] = []
    for path in paths:
        wanted += [source for source in _named(entries, path, place) if source not in wanted]
    index.remove(wanted)
    for source in wanted:
        print(f"removed {in_one_line(entries[source].path)}")


def _named(entries: "dict[str, Entry]", path: str, place: str) -> list[str]:
    """What a path names: from here, or else as it was written where it was added."""
    from otherwords.index.update import sources_below

    if found := sources_below(entries, path):
        return found
    found = [source for source, entry in entries.items() if entry.path == path]
    if not found:
        raise OtherwordsError(f"{path} is not in {place}; see otherwords index list {place}")
    if len(found) > 1:
        raise OtherwordsError(f"{path} was added from several folders; name one of {', '.join(found)}")
    return found


@app.command("list")
def list_(place: _Place, as_json: _Json = False) -> None:
    """List what is in the index. Exit codes: 0 something, 1 nothing, 2 error.

    Example: otherwords index list collection
    """
    from otherwords.index import Index
    from otherwords.index.update import source_of

    index = Index.open(place)
    entries = index.list()
    about = index.store.about
    for entry in entries:
        if as_json:
            fields = {"path": entry.path, "source": entry.source, "whole": entry.is_whole}
            print(json.dumps({**fields, "documents": entry.documents, "passages": entry.passages}, ensure_ascii=False))
        else:
            rest = "" if entry.is_whole else "  not all of it: add it again"
            held = f"{_number(entry.documents, 'document')}, {_number(entry.passages, 'passage')}"
            # A path that was given elsewhere leads nowhere from here.
            path = entry.path if source_of(entry.path) == entry.source else entry.source
            print(f"{in_one_line(path)}  {held}{rest}")
    if not as_json:
        passages = sum(entry.passages for entry in entries)
        made = f"made by otherwords {about.version} with weights {about.weights[:12]}"
        print(f"{_number(len(entries), 'file')}, {_number(passages, 'passage')}; {made}", file=sys.stderr)
    raise typer.Exit(0 if entries else 1)


@app.command()
def check(place: _Place) -> None:
    """Check that everything in the index is whole. Exit codes: 0 all is well, 1 something is wrong, 2 error.

    Example: otherwords index check collection
    """
    from otherwords.index import Index

    index = Index.open(place)
    found = 0
    for problem in index.check():
        found += 1
        print(in_one_line(problem))
    if not found:
        print(f"all is well: {_number(index.store.count(), 'passage')}")
    raise typer.Exit(1 if found else 0)


def _told(changes: "Iterable[Change]", as_json: bool) -> Counter[str]:
    """Each change is told as soon as it is on disk: what stands on the screen is there to stay."""
    from otherwords.index.update import UNCHANGED

    counts: Counter[str] = Counter()
    for change in changes:
        counts[change.kind] += 1
        if as_json:
            fields = {"change": change.kind, "path": change.path}
            numbers = {"documents": change.documents, "passages": change.passages}
            print(json.dumps({**fields, **numbers}, ensure_ascii=False), flush=True)
        elif change.kind != UNCHANGED:
            print(f"{change.kind} {in_one_line(change.path)}  {_number(change.passages, 'passage')}", flush=True)
    return counts


def _sum_up(counts: Counter[str], unread: int, seconds: float) -> None:
    parts = [f"{number:,} {kind}" for kind, number in counts.items()]
    parts += [f"{unread:,} could not be read"] if unread else []
    print(f"{', '.join(parts) or 'nothing to do'} in {seconds:.1f} s", file=sys.stderr)


def _number(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'s' * (count != 1)}"
