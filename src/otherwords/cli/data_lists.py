"""The commands of ``otherwords data`` that make lists and pairs: what is to be ordered, and what is to be judged."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()

Output = Annotated[Path, typer.Option("--output", "-o", help="The file to write; compressed when it ends in .gz.")]


@app.command()
def semeval(
    source: Annotated[Path, typer.Argument(metavar="IN", help="The XML of SemEval Task 3, subtask B.")],
    output: Output,
    relevancy: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The labels, where IN keeps them back (.relevancy).")
    ] = None,
) -> None:
    """SemEval's questions of a forum, as lists: ten related questions each, in the search engine's order.

    Example: otherwords data semeval SemEval2016-Task3-CQA-QL-dev.xml -o dev.jsonl.gz
    """
    from otherwords.evaluate.importers.semeval import read_semeval
    from otherwords.evaluate.lists import write_lists

    _tell_lists(output, *write_lists(output, read_semeval(source, relevancy)))


@app.command(name="semeval-lemmatised")
def semeval_lemmatised(
    source: Annotated[Path, typer.Argument(metavar="IN", help="Lines of: question EOS candidate, tab, label.")],
    output: Output,
    leave_out: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Lists that are not to be written: what is measured on. Repeatable."),
    ] = None,
) -> None:
    """SemEval's training questions of 2017 as lemmatised text, as lists. Its test of 2016 is in there: leave it out.

    Example: otherwords data semeval-lemmatised traindata.txt -o part1.jsonl --leave-out test2016.jsonl
    """
    from otherwords.evaluate.importers.semeval_lemmatised import read_semeval_lemmatised
    from otherwords.evaluate.lists import read_lists, write_lists

    left_out = [example for path in leave_out or () for example in read_lists(path)]
    _tell_lists(output, *write_lists(output, read_semeval_lemmatised(source, left_out)))


@app.command()
def wikiqa(
    source: Annotated[Path, typer.Argument(metavar="IN", help="WikiQA's .tsv, also .gz.")],
    output: Output,
) -> None:
    """WikiQA, as lists: the sentences of an article that may answer a question.

    Example: otherwords data wikiqa WikiQA-dev.tsv -o wikiqa.jsonl.gz
    """
    from otherwords.evaluate.importers.wikiqa import read_wikiqa
    from otherwords.evaluate.lists import write_lists

    _tell_lists(output, *write_lists(output, read_wikiqa(source)))


@app.command()
def trecqa(
    source: Annotated[Path, typer.Argument(metavar="IN", help="TREC's .xml, or a .csv with qtext, label, atext.")],
    output: Output,
) -> None:
    """TREC's answer sentences, as lists: sentences that may answer a question.

    Example: otherwords data trecqa DEV.xml -o trecqa.jsonl.gz
    """
    from otherwords.evaluate.importers.trecqa import read_trecqa
    from otherwords.evaluate.lists import write_lists

    _tell_lists(output, *write_lists(output, read_trecqa(source)))


@app.command()
def ppdb(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A pack of PPDB 2.0: lines with |||, also .gz.")],
    output: Output,
) -> None:
    """PPDB 2.0, as graded lists: a phrase and its five best paraphrases.

    Example: otherwords data ppdb ppdb-2.0-s-phrasal.gz -o ppdb.jsonl.gz
    """
    from otherwords.evaluate.importers.ppdb import read_ppdb
    from otherwords.evaluate.lists import write_lists

    skipped: Counter[str] = Counter()
    _tell_lists(output, *write_lists(output, read_ppdb(source, skipped)), skipped)


@app.command()
def msrp(
    source: Annotated[Path, typer.Argument(metavar="IN", help="msr_paraphrase_train.txt or _test.txt.")],
    output: Output,
) -> None:
    """The Microsoft Research Paraphrase Corpus, as pairs.

    Example: otherwords data msrp msr_paraphrase_test.txt -o msrp.jsonl.gz
    """
    from otherwords.evaluate.importers.msrp import read_msrp
    from otherwords.evaluate.pairs import write_pairs

    _tell_pairs(output, write_pairs(output, read_msrp(source)))


@app.command()
def qqp(
    source: Annotated[Path, typer.Argument(metavar="IN", help="Quora's question pairs, as .tsv.")],
    output: Output,
) -> None:
    """Quora's question pairs, as pairs: 1 is a duplicate.

    Example: otherwords data qqp quora_duplicate_questions.tsv -o qqp.jsonl.gz
    """
    from otherwords.evaluate.importers.qqp import read_qqp
    from otherwords.evaluate.pairs import write_pairs

    skipped: Counter[str] = Counter()
    _tell_pairs(output, write_pairs(output, read_qqp(source, skipped)), skipped)


@app.command()
def stsb(
    source: Annotated[Path, typer.Argument(metavar="IN", help="sts-train.csv and the like, or GLUE's .tsv.")],
    output: Output,
) -> None:
    """The STS Benchmark, as pairs with labels from 0 to 5.

    Example: otherwords data stsb sts-dev.csv -o stsb.jsonl.gz
    """
    from otherwords.evaluate.importers.stsb import read_stsb
    from otherwords.evaluate.pairs import write_pairs

    _tell_pairs(output, write_pairs(output, read_stsb(source)))


@app.command()
def sick(
    source: Annotated[Path, typer.Argument(metavar="IN", help="SICK.txt, or SICK_train.txt and the like.")],
    output: Output,
) -> None:
    """SICK, as pairs whose label is their relatedness, from 1 to 5.

    Example: otherwords data sick SICK.txt -o sick.jsonl.gz
    """
    from otherwords.evaluate.importers.sick import read_sick
    from otherwords.evaluate.pairs import write_pairs

    _tell_pairs(output, write_pairs(output, read_sick(source)))


def _tell_lists(output: Path, examples: int, candidates: int, skipped: Counter[str] | None = None) -> None:
    typer.echo(f"{output}: {examples} lists, {candidates} candidates{left_out(skipped)}", err=True)


def _tell_pairs(output: Path, pairs: int, skipped: Counter[str] | None = None) -> None:
    typer.echo(f"{output}: {pairs} pairs{left_out(skipped)}", err=True)


def left_out(skipped: Counter[str] | None) -> str:
    return "".join(f"; left out {count} {reason}" for reason, count in (skipped or {}).items())
