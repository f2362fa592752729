"""``otherwords table``: look into a paraphrase table, search it, hand it on."""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from otherwords.cli.streams import complain
from otherwords.cli.word_lists import filter_of, read_antonyms
from otherwords.extras import needs
from otherwords.mine.export import FORMATS, SYNONYM_FORMATS
from otherwords.mine.filters import LIKELY
from otherwords.text import OtherwordsError, asked_text

if TYPE_CHECKING:
    from otherwords.mine.filters import Fault, Filter
    from otherwords.mine.table import Pair, Table, Wording

app = typer.Typer(help="Look into a paraphrase table, search it, hand it on.", no_args_is_help=True)

TablePath = Annotated[Path, typer.Argument(metavar="TABLE", help="A paraphrase table: .parquet or .duckdb.")]
MinScore = Annotated[float, typer.Option(metavar="S", min=0, max=1, help="Only pairs that score S or more.")]
MinProbability = Annotated[
    float,
    typer.Option(metavar="P", min=0, max=1, help="Of mined English pairs, only those as likely to mean the same."),
]
Unfiltered = Annotated[
    bool,
    typer.Option("--unfiltered", metavar="", help="Also antonyms, siblings, unlikely pairs; and say which they are."),
]
Language = Annotated[str | None, typer.Option(help="The table's language (en, fi, sv); else told from the table.")]
Antonyms = Annotated[Path | None, typer.Option(metavar="FILE", help="Further antonyms, two words a line.")]
AsJson = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON lines.")]

Item = TypeVar("Item", "Pair", "Wording")


@app.command()
def show(
    path: TablePath,
    top: Annotated[int, typer.Option(metavar="N", min=1, help="Show the N best pairs.")] = 20,
    min_score: MinScore = 0.0,
    min_probability: MinProbability = LIKELY,
    unfiltered: Unfiltered = False,
    language: Language = None,
    antonyms: Antonyms = None,
    as_json: AsJson = False,
) -> None:
    """The best pairs of a table, and last those of mere punctuation.

    Example: otherwords table show table.parquet --top 50
    """
    with _open(path) as table:
        left_out: Counter[str] = Counter()
        filter_ = filter_of(table, language, antonyms, min_probability)
        judged = filter_.judged(table.pairs(min_score=min_score))
        pairs = list(islice(_words_first(_kept(judged, unfiltered, left_out), top), top))
        if as_json:
            _print_json(
                {"left": pair.left, "right": pair.right, **_support(pair, fault, filter_)} for pair, fault in pairs
            )
        else:
            _print_rows([(f"{pair.left} / {pair.right}", pair, fault) for pair, fault in pairs], filter_)
            if not pairs:
                print(f"No pairs{' of this score' if min_score else ''}.")
    _tell(left_out)
    raise typer.Exit(0 if pairs else 1)


@app.command()
def search(
    path: TablePath,
    phrase: Annotated[str, typer.Argument(metavar="PHRASE", help="A word, or a few.")],
    top: Annotated[int, typer.Option(metavar="N", min=1, help="Show the N best wordings.")] = 20,
    min_score: MinScore = 0.0,
    min_probability: MinProbability = LIKELY,
    unfiltered: Unfiltered = False,
    language: Language = None,
    antonyms: Antonyms = None,
    as_json: AsJson = False,
) -> None:
    """Other wordings of a phrase. Exit codes are grep's: 0 found, 1 none, 2 error.

    Example: otherwords table search table.parquet "was founded"
    """
    from otherwords.mine.tokens import tokens

    words = " ".join(tokens(asked_text(phrase, "the phrase", "say what to look for")))
    if not words:
        raise OtherwordsError("the phrase is empty; say what to look for")
    with _open(path) as table:
        left_out: Counter[str] = Counter()
        wordings = (wording for wording in table.wordings(words) if wording.score >= min_score)
        filter_ = filter_of(table, language, antonyms, min_probability)
        found = list(islice(_kept(filter_.judged(wordings), unfiltered, left_out), top))
    if as_json:
        _print_json(
            {"phrase": item.phrase, "wording": item.text, **_support(item, fault, filter_)} for item, fault in found
        )
    else:
        _print_rows([(wording.text, wording, fault) for wording, fault in found], filter_)
        if not found:
            print(f"No other wording of “{words}”.")
    _tell(left_out)
    raise typer.Exit(0 if found else 1)


@app.command()
def export(
    path: TablePath,
    form: Annotated[str, typer.Option("--format", "-f", help=f"What to write: {', '.join(FORMATS)}.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file to write, compressed when it ends in .gz; else printed."),
    ] = None,
    wordings: Annotated[
        int, typer.Option(metavar="N", min=1, help="Synonym files: the N best wordings of a phrase.")
    ] = 5,
    top: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only of the table's N best pairs.")] = None,
    min_score: MinScore = 0.0,
    min_probability: MinProbability = LIKELY,
    unfiltered: Unfiltered = False,
    language: Language = None,
    antonyms: Antonyms = None,
) -> None:
    """The table for other programs: a synonym file for Solr, Elasticsearch or Lucene, PPDB's lines, or CSV.

    Example: otherwords table export table.parquet --format solr -o synonyms.txt
    """
    if form not in FORMATS:
        raise OtherwordsError(f"there is no format {form}; choose from {', '.join(FORMATS)}")
    from otherwords.evaluate.files import writing
    from otherwords.mine.export import csv_lines, ppdb_lines, synonym_lines

    left_out: Counter[str] = Counter()
    unwritable: Counter[str] = Counter()
    with _open(path) as table:
        filter_ = filter_of(table, language, antonyms, min_probability)
        if form in SYNONYM_FORMATS:
            kept = _kept(filter_.judged(table.by_phrase(top, min_score)), unfiltered, left_out)
            lines = synonym_lines((wording for wording, _ in kept), wordings, unwritable)
        else:
            pairs = _kept(filter_.judged(table.pairs(stop=top, min_score=min_score)), unfiltered, left_out)
            lines = ppdb_lines(pairs, unwritable) if form == "ppdb" else csv_lines(pairs, filter_.probability)
        with writing(output) if output else nullcontext(sys.stdout) as file:
            file.writelines(lines)
    if form in SYNONYM_FORMATS:  # which are made of both directions of every pair
        left_out, unwritable = (Counter({k: n // 2 for k, n in both.items()}) for both in (left_out, unwritable))
    _tell(left_out)
    if unwritable:
        complain(f"not written as {form}: {_listed(unwritable)}")


@app.command()
def report(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="TABLE...", help="The table; and, to see it grow, tables of parts of its input."),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The HTML page to write.")],
    pairs: Annotated[int, typer.Option(metavar="N", min=1, help="Pairs of the top, the middle, the bottom.")] = 100,
    synonyms: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Words that mean the same, a line each; PPDB's ||| lines too.")
    ] = None,
    wordnet: Annotated[
        Path | None, typer.Option(metavar="DIR", help="WordNet's files, such as /usr/share/wordnet (data.noun …).")
    ] = None,
    language: Language = None,
    antonyms: Antonyms = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print the counts as one JSON object.")] = False,
) -> None:
    """The classes of pairs at the top, in the middle and at the bottom, and the growth curve, as a page.

    Example: otherwords table report table.parquet half.parquet quarter.parquet -o report.html
    """
    from contextlib import ExitStack

    from otherwords.evaluate.files import writing
    from otherwords.evaluate.synonyms import read_synonyms
    from otherwords.evaluate.table_page import table_page
    from otherwords.mine.classes import Sorter
    from otherwords.mine.filters import Filter
    from otherwords.mine.report import growth, slices
    from otherwords.mine.wordnet import WordNet

    with ExitStack() as stack:
        tables = [stack.enter_context(_open(path)) for path in paths]
        table = tables[0]
        sizes = growth(tables) if len(tables) > 1 else []
        net = WordNet(wordnet) if wordnet else None
        opposites = [*read_antonyms(antonyms), *(net.antonyms() if net else ())]
        filter_ = Filter.of(table, language, opposites)
        listed = read_synonyms(synonyms).are_synonyms if synonyms else None
        found = slices(table, filter_, Sorter(filter_.lexicon, listed, net), pairs)
        facts = {"pairs": len(table), **table.about}
    notes = _notes(filter_, has_thesaurus=bool(synonyms or wordnet))
    with writing(output) as page:
        page.write(table_page(f"The paraphrase table {paths[0].name}", facts, found, sizes, notes))
    if as_json:
        classes = {slice_.name: {str(kind): number for kind, number in slice_.classes.items()} for slice_ in found}
        grown = [{"table": size.name, "sentences": size.sentences, "pairs": size.pairs} for size in sizes]
        print(json.dumps({"pairs": facts["pairs"], "classes": classes, "growth": grown}))
    complain(f"wrote {output}")


def _open(path: Path) -> "Table":
    from otherwords.mine.table import Table

    return Table.open(path)


def _kept(
    judged: "Iterable[tuple[Item, Fault | None]]", unfiltered: bool, left_out: Counter[str]
) -> "Iterator[tuple[Item, Fault | None]]":
    for item, fault in judged:
        if fault is None or unfiltered:
            yield item, fault
        else:
            left_out[fault] += 1


def _words_first(judged: "Iterable[tuple[Pair, Fault | None]]", most: int) -> "Iterator[tuple[Pair, Fault | None]]":
    """Pairs of words, and then so many of those with a side of mere punctuation, which score high and tell little."""
    from otherwords.lexicon import has_word

    bare: list[tuple[Pair, Fault | None]] = []
    for pair, fault in judged:
        if has_word(pair.left) and has_word(pair.right):
            yield pair, fault
        elif len(bare) < most:
            bare.append((pair, fault))
    yield from bare


def _tell(left_out: Counter[str]) -> None:
    if left_out:
        complain(f"left out {_listed(left_out)}; --unfiltered takes them in")


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{number:,} {name}" for name, number in counts.most_common())


def _notes(filter_: "Filter", *, has_thesaurus: bool) -> list[str]:
    from otherwords.mine.classes import has_lemmas

    lexicon = filter_.lexicon
    notes = ["Sorted by rules and word lists; what they cannot decide is unsorted, and may be right or wrong."]
    if lexicon.language is None:
        notes.append("No word lists for this language: antonyms, siblings and stop words are hardly told.")
    else:
        notes.append(f"Word lists: {lexicon.language}.")
    if not has_lemmas():
        notes.append(f"Words are compared as they stand: {needs('telling morphology', 'report', 'simplemma')}.")
    if not has_thesaurus:
        notes.append("Synonyms and entailment are not looked at: give --synonyms FILE or --wordnet DIR.")
    return notes


def _support(item: "Pair | Wording", fault: "Fault | None", filter_: "Filter") -> dict[str, Any]:
    probability = filter_.probability(item)
    fields = {
        "score": round(item.score, 6),
        "probability": None if probability is None else round(probability, 3),
        "count": item.count,
        "sentences": item.sentences,
    }
    return {**fields, "contexts": list(item.contexts), "fault": fault and str(fault)}


def _print_json(rows: Iterable[dict[str, Any]]) -> None:
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))


def _print_rows(rows: "list[tuple[str, Pair | Wording, Fault | None]]", filter_: "Filter") -> None:
    """A line each, never broken: score, places, probability if it is known, phrases, and one of the places."""
    from rich.text import Text

    from otherwords.cli.show import page, percent

    console = page()
    width = min(40, max((len(told) for told, *_ in rows), default=0))
    for told, item, fault in rows:
        probability = filter_.probability(item)
        likely = "" if probability is None else f"{percent(probability):>6}  "
        line = Text(f"{item.score:.3f} {item.count:>6,}  {likely}").append(f"{_one_line(told):{width}}", "bold")
        if fault:
            line.append(f"  ({fault})", "red")
        if item.contexts:
            line.append(f"  {_one_line(item.contexts[0])}", "dim")
        console.print(line, soft_wrap=True)


def _one_line(text: str) -> str:
    """Nothing that could steer a terminal."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f]", "�", text)
