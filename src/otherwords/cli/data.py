"""``otherwords data``: known data sets, turned into the files that the other commands read."""

import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from otherwords.cli import data_lists, data_questions, data_wordings
from otherwords.cli.data_lists import Output, left_out

if TYPE_CHECKING:
    from otherwords.evaluate.spans import Written

app = typer.Typer(help="Turn known data sets into files that the other commands read.", no_args_is_help=True)
app.add_typer(data_lists.app)
app.add_typer(data_questions.app)
app.add_typer(data_wordings.app)


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
def dialogue(
    source: Annotated[Path, typer.Argument(metavar="IN", help="JSON lines: turns of guest and host, with votes.")],
    output: Output,
) -> None:
    """Paraphrases in interviews, as spans: what of the guest's words the host says again.

    Example: otherwords data dialogue interviews.jsonl.gz -o dialogue.jsonl.gz
    """
    from otherwords.evaluate.importers.dialogue import read_dialogue
    from otherwords.evaluate.spans import write_spans

    skipped: Counter[str] = Counter()
    _tell(output, write_spans(output, read_dialogue(source, skipped)), skipped)


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


@app.command()
def irretrievable(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A spans file.")],
    output: Output,
) -> None:
    """Spans, each again as a null whose document has lost its target, to teach and to measure "not here".

    Example: otherwords data irretrievable dev.jsonl.gz -o dev-irretrievable.jsonl.gz
    """
    from otherwords.backtranslate import with_irretrievables
    from otherwords.evaluate.spans import read_spans, write_spans

    skipped: Counter[str] = Counter()
    _tell(output, write_spans(output, with_irretrievables(read_spans(source), skipped)), skipped)


@app.command()
def backtranslate(
    documents: Annotated[list[str], typer.Argument(metavar="DOCS", help="Files and folders; - is standard input.")],
    output: Output,
    language: Annotated[str, typer.Option("--from", metavar="LANGUAGE", help="The documents' language, such as fi.")],
    pivot: Annotated[str, typer.Option(metavar="LANGUAGE", help="The language to translate to and back from.")],
    translator: Annotated[
        str, typer.Option(metavar="NAME", help="otherwords (en and fi), apertium, apertium:MODE, or a model's folder.")
    ] = "otherwords",
    back: Annotated[
        str | None, typer.Option(metavar="NAME", help="The translator for the way back, where it is another one.")
    ] = None,
    sample: Annotated[
        str, typer.Option(help="Which sentence: random, similar (tf-idf from .35 to .66) or dissimilar.")
    ] = "random",
    candidates: Annotated[
        int, typer.Option(min=1, help="similar, dissimilar: translate this many sentences a document at most.")
    ] = 8,
    longest: Annotated[int, typer.Option(min=1, help="Drop queries of more subwords.")] = 380,
    with_nulls: Annotated[
        bool, typer.Option("--irretrievable", help="Each example again, as a null without its target.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Another seed draws other sentences.")] = 0,
    text_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of CSV, JSON lines or Parquet with the text.")
    ] = None,
    batch: Annotated[int, typer.Option(min=1, help="Documents that are translated together.")] = 32,
) -> None:
    """Documents, as spans: a sentence of each, translated to a pivot language and back, asks for itself.

    For languages without paraphrase data. A run that was stopped goes on when the command is given again.

    Example: otherwords data backtranslate news/ -o spans.jsonl.gz --from fi --pivot en --sample similar --irretrievable

    Example: otherwords data backtranslate - -o spans.jsonl --from sv --pivot en --translator sv-en/ --back en-sv/
    """
    from otherwords.backtranslate import Route, Sample, Settings, same_way_back, write_back_translations
    from otherwords.cli.sources import read_documents
    from otherwords.cli.streams import complain

    outcome = write_back_translations(
        output,
        read_documents(documents, text_column),
        Route(language, pivot, translator, back or same_way_back(translator)),
        Settings(Sample.named(sample), candidates, longest, seed, batch),
        irretrievable=with_nulls,
        on_error=complain,
        report=_Progress(),
    )
    _tell(output, outcome.written, outcome.left_out, f" from {outcome.documents} documents")


@app.command()
def nuggets(
    documents: Annotated[list[str], typer.Argument(metavar="DOCS", help="Files and folders; - is standard input.")],
    output: Output,
    text_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of CSV, JSON lines or Parquet with the text.")
    ] = None,
) -> None:
    """What English documents say of dates: fragments of sentences, each with a date from the same sentence.

    Example: otherwords data nuggets articles/ -o nuggets.jsonl

    Example: otherwords data nuggets squad.jsonl.gz --text-column document -o nuggets.jsonl
    """
    from otherwords.cli.sources import read_documents
    from otherwords.evaluate.nuggets.extraction import write_nuggets

    typer.echo(f"{output}: {write_nuggets(output, read_documents(documents, text_column))} nuggets", err=True)


@app.command()
def temporal(
    sources: Annotated[list[Path], typer.Argument(metavar="IN", help="SQuAD's JSON; TREC's questions, as .tsv.")],
    output: Output,
) -> None:
    """Questions that ask for a date, such as When and In what year, of SQuAD or TREC, with their answers.

    Example: otherwords data temporal dev-v1.1.json -o questions.jsonl
    """
    from otherwords.evaluate.importers.temporal import read_temporal
    from otherwords.evaluate.nuggets.questions import write_questions

    skipped: Counter[str] = Counter()
    count = write_questions(output, (question for source in sources for question in read_temporal(source, skipped)))
    typer.echo(f"{output}: {count} questions{left_out(skipped)}", err=True)


class _Progress:
    """A line on standard error at once, which also tells what an earlier run had done, and then now and again."""

    SECONDS = 30.0

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, documents: int, kept: int) -> None:
        if time.monotonic() >= self._next:
            typer.echo(f"{documents} documents done, {kept} of them kept", err=True)
            self._next = time.monotonic() + self.SECONDS


def _tell(output: Path, written: "Written", skipped: Counter[str] | None = None, origin: str = "") -> None:
    examples = f"{written.examples} examples, {written.nulls} of them nulls"
    typer.echo(f"{output}: {examples}{origin}{left_out(skipped)}", err=True)
