"""``otherwords data``: known data sets, turned into the files that the other commands read."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from otherwords.evaluate.spans import Written

app = typer.Typer(help="Turn known data sets into files that the other commands read.", no_args_is_help=True)

Output = Annotated[Path, typer.Option("--output", "-o", help="The file to write; compressed when it ends in .gz.")]


@app.command()
def turku(
    pairs: Annotated[Path, typer.Argument(metavar="IN", help="Pairs of the Turku Paraphrase Corpus (JSON).")],
    output: Output,
    texts: Annotated[Path | None, typer.Option(help="The corpus's documents; else looked for beside IN.")] = None,
) -> None:
    """The Turku Paraphrase Corpus, as spans: each pair gives two, one each way.

    Example: otherwords data turku dev.json --texts texts.json.gz -o dev.jsonl.gz
    """
    from otherwords.evaluate.importers.turku import find_texts, read_turku
    from otherwords.evaluate.spans import write_spans

    skipped: Counter[str] = Counter()
    _tell(output, write_spans(output, read_turku(pairs, texts or find_texts(pairs), skipped)), skipped)


@app.command()
def versions(
    source: Annotated[Path, typer.Argument(metavar="IN", help="JSON lines: doc_id, a[], b[]; a and b say the same.")],
    output: Output,
    words: Annotated[int, typer.Option(min=1, help="About how many words a document has.")] = 1000,
    queries: Annotated[int, typer.Option(min=1, help="Queries a document.")] = 1,
    nulls: Annotated[float, typer.Option(min=0, max=1, help="The share of queries out of a different document.")] = 0.0,
    seed: Annotated[int, typer.Option(help="Another seed draws other queries.")] = 0,
) -> None:
    """Two versions of the same documents, as spans: passages of a, sought in b.

    Example: otherwords data versions bible.jsonl.gz -o spans.jsonl.gz --queries 4 --nulls 0.2
    """
    from otherwords.evaluate.importers.versions import Sampling, read_versions
    from otherwords.evaluate.spans import write_spans

    _tell(output, write_spans(output, read_versions(source, Sampling(words, queries, nulls, seed))))


@app.command()
def squad(
    source: Annotated[Path, typer.Argument(metavar="IN", help="SQuAD's JSON, version 1.1 or 2.")],
    output: Output,
) -> None:
    """SQuAD, as spans: the question is the query, an impossible question a null.

    Example: otherwords data squad dev-v2.0.json -o squad.jsonl.gz
    """
    from otherwords.evaluate.importers.squad import read_squad
    from otherwords.evaluate.spans import write_spans

    skipped: Counter[str] = Counter()
    _tell(output, write_spans(output, read_squad(source, skipped)), skipped)


@app.command()
def to_squad(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A spans file.")],
    output: Output,
) -> None:
    """Spans, as SQuAD's JSON, version 2: what other tools for question answering read.

    Example: otherwords data to-squad dev.jsonl.gz -o dev.json
    """
    from otherwords.evaluate.importers.squad import write_squad
    from otherwords.evaluate.spans import read_spans

    _tell(output, write_squad(output, read_spans(source)))


@app.command()
def nulls(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A spans file.")],
    output: Output,
    share: Annotated[float, typer.Option(min=0, max=1, help="The share of queries put to another document.")] = 0.5,
    seed: Annotated[int, typer.Option(help="Another seed, another choice.")] = 1,
) -> None:
    """Spans, some of them asked of a document that does not hold them, to measure "not here".

    Example: otherwords data nulls dev.jsonl.gz -o dev-nulls.jsonl.gz
    """
    from otherwords.evaluate.nulls import with_nulls
    from otherwords.evaluate.spans import read_spans, write_spans

    _tell(output, write_spans(output, with_nulls(read_spans(source), share, seed)))


def _tell(output: Path, written: "Written", skipped: Counter[str] | None = None) -> None:
    left_out = "".join(f"; left out {count} {reason}" for reason, count in (skipped or {}).items())
    typer.echo(f"{output}: {written.examples} examples, {written.nulls} of them nulls{left_out}", err=True)
