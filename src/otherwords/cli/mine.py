"""``otherwords mine``: phrases that mean the same, out of any pile of text."""

import json
import time
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from otherwords.cli.progress import progress
from otherwords.cli.spark import master_for
from otherwords.cli.streams import complain

if TYPE_CHECKING:
    from otherwords.mine.run import Job, Mined

app = typer.Typer()

_BEST = 10
_LOOKED_AT = 1000
"""Pairs among which the best are sought that are likely to be right, so that a large table is not searched whole."""


@app.command()
def mine(
    paths: Annotated[list[str], typer.Argument(metavar="PATH", help="Files and folders.", show_default=False)],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="TABLE", help="The table to write: .parquet or .duckdb.")
    ],
    anchor: Annotated[
        str,
        typer.Option(
            metavar="KIND",
            help="What two fragments must share: ngram (their ends), entity (also the names around them), "
            "relative (also the rest of their relative clause). The later, the fewer and better pairs.",
        ),
    ] = "ngram",
    engine: Annotated[str, typer.Option(metavar="NAME", help="duckdb, on this machine, or spark.")] = "duckdb",
    master: Annotated[
        str | None, typer.Option(metavar="URL", help="Spark's master, such as spark://HOST:PORT.", show_default=False)
    ] = None,
    memory: Annotated[str, typer.Option(metavar="SIZE", help="Memory for all processes together.")] = "2GB",
    ends: Annotated[int, typer.Option(metavar="N", min=1, help="Words that must be the same at either end.")] = 3,
    shortest: Annotated[int, typer.Option(metavar="N", min=1, help="Words of a phrase, at least.")] = 1,
    longest: Annotated[int, typer.Option(metavar="N", min=1, help="Words of a phrase, at most.")] = 4,
    least: Annotated[int, typer.Option(metavar="N", min=1, help="Drop pairs that fewer anchors support.")] = 5,
    tagger: Annotated[
        str, typer.Option(metavar="NAME", help="otherwords (English), none (any language), or spacy:MODEL.")
    ] = "otherwords",
    work: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where to keep unfinished work; else beside TABLE.", show_default=False),
    ] = None,
    keep_work: Annotated[
        bool, typer.Option("--keep-work", metavar="", help="Keep it, to mine the same texts with other settings.")
    ] = False,
    processes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Else as many as there are cores.", show_default=False)
    ] = None,
    text_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of CSV, JSON lines or Parquet with the text.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON object.")] = False,
) -> None:
    """Mine a pile of text for wordings that mean the same.

    Two fragments of sentences that begin and end with the same words probably say the same in between. Reads what find
    reads, and web archives (.warc.gz). A run that was stopped goes on when the command is given again. Exit codes are
    grep's: 0 pairs found, 1 none, 2 error.

    Example: otherwords mine manuals/ -o wordings.parquet

    Example: otherwords mine crawl.warc.gz -o wordings.duckdb --anchor entity --least 3 --memory 8GB

    Example: otherwords mine uutiset/ -o sanat.parquet --tagger none

    Example: otherwords mine hdfs://host/crawl -o wordings.parquet --engine spark --master spark://host:7077
    """
    from otherwords.cores import cores
    from otherwords.mine.run import Job
    from otherwords.mine.settings import AnchorKind, Settings

    settings = Settings(AnchorKind.named(anchor), ends, shortest, longest, least, memory=memory, tagger=tagger)
    job = Job(paths, output, settings, work, keep_work, processes or cores(), text_column)
    began = time.monotonic()
    mined = _mine(job, engine, master)
    seconds = time.monotonic() - began
    if as_json:
        print(json.dumps({**asdict(mined), "seconds": round(seconds, 1), "table": str(output)}))
    else:
        _show(job, mined, seconds)
    raise typer.Exit(0 if mined.pairs else 1)


def _mine(job: "Job", engine: str, master: str | None) -> "Mined":
    chosen = master_for(engine, master, here="duckdb")
    with progress(_rate, at_once=True) as report:
        if chosen is not None:
            from otherwords.mine.spark_run import mine_on_spark

            return mine_on_spark(job, chosen, complain, report)
        from otherwords.mine.run import mine

        return mine(job, complain, report)


def _show(job: "Job", mined: "Mined", seconds: float) -> None:
    from rich.table import Table as Grid
    from rich.text import Text

    from otherwords.cli.show import page
    from otherwords.mine.filters import LIKELY, Filter
    from otherwords.mine.table import Table

    console = page()
    unread = f"; {mined.unread:,} file{'s' * (mined.unread > 1)} could not be read" if mined.unread else ""
    seen = f"{mined.kept:,} sentences, {mined.sentences:,} of them different, {mined.rows:,} fragments"
    console.print(f"{seen}, {mined.pairs:,} pairs in {_clock(seconds)}{unread}", soft_wrap=True)
    if not mined.pairs:
        least = job.settings.least
        advice = "give more text, or a smaller --least" if least > 1 else "give more text"
        console.print(f"No pair has {least} anchor{'s' * (least > 1)}; {advice}.")
    if not mined.pairs or not Path(job.output).is_file():
        return
    grid = Grid("score", "anchors", "", "", box=None, pad_edge=False, show_edge=False)
    with Table(job.output) as table:
        judged = Filter.of(table, min_probability=LIKELY).judged(table.pairs(stop=_LOOKED_AT))
        for pair in islice((pair for pair, fault in judged if fault is None), _BEST):
            grid.add_row(f"{pair.score:.2f}", f"{pair.count:,}", Text(pair.left), Text(pair.right))
    if grid.row_count:
        console.print(grid)
    console.print(Text(f"more: otherwords table show {job.output}", "dim"), soft_wrap=True)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{minutes:.0f} min {rest:.0f} s" if minutes else f"{rest:.1f} s"


def _rate(step: str, speed: float) -> str:
    """Reading is counted in bytes, other steps in pieces of work that mean nothing to anyone."""
    from otherwords.mine.run import READING

    return f"{speed / 1e6:.1f} MB/s" if step == READING and speed else ""
