"""Does it pay to ask in other words? Questions for a date, put to nuggets with and without expansion.

    otherwords data squad dev-v1.1.json -o squad.jsonl.gz
    otherwords data nuggets squad.jsonl.gz --text-column document -o nuggets.jsonl
    otherwords data temporal dev-v1.1.json -o questions.jsonl
    python benchmarks/nuggets.py nuggets.jsonl questions.jsonl --table entity.parquet --table relative.parquet

The figures: the sum over all questions of 1 / rank of the first right date among the ten best, and how many questions
did better and worse than without expansion. `every word` is the rule of Paşca & Dienes (2005): a nugget must hold each
content word of the question, or another wording of it. `weighed` takes the nuggets that hold the largest share (see
`otherwords.evaluate.nuggets.matching`). `by score` takes the wordings of a phrase in the table's order, `in context`
those that fit the question.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from otherwords.evaluate.nuggets.expansion import expanded_terms
from otherwords.evaluate.nuggets.extraction import read_nuggets
from otherwords.evaluate.nuggets.matching import Repository, Term, plain_terms
from otherwords.evaluate.nuggets.questions import Question, asked_about, read_questions
from otherwords.evaluate.nuggets.scoring import compare, reciprocal_rank
from otherwords.mine.expand import Expander, Expansion
from otherwords.mine.table import Table

WORDINGS = (1, 2, 3, 4)
MATCHINGS = {"every word": True, "weighed": False}
CHOICES = {"by score": False, "in context": True}


def ranks(repository: Repository, questions: list[Question], asked: Iterable[list[Term]], every: bool) -> list[float]:
    pairs = zip(questions, asked, strict=True)
    return [reciprocal_rank(question, repository.dates(terms, every=every)) for question, terms in pairs]


def with_at_most(expansion: Expansion, wordings: int) -> Expansion:
    return replace(expansion, parts=tuple(replace(part, wordings=part.wordings[:wordings]) for part in expansion.parts))


def print_row(table: str, choice: str, matching: str, cells: Sequence[str]) -> None:
    print(f"{table:<24}{choice:<12}{matching:<12}" + "".join(f"{cell:>20}" for cell in cells), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nuggets", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--table", type=Path, action="append", required=True, help="may be given several times")
    options = parser.parse_args()
    repository = Repository(read_nuggets(options.nuggets))
    questions = list(read_questions(options.questions))
    abouts = [asked_about(question.question) for question in questions]
    plain = [plain_terms(about) for about in abouts]
    without = {name: ranks(repository, questions, plain, every) for name, every in MATCHINGS.items()}
    print(f"{len(questions)} questions, {len(repository)} nuggets\n")
    print_row("table", "wordings", "matching", [str(number) for number in WORDINGS])
    for name, found in without.items():
        print_row("without expansion", "", name, [f"{sum(found):.2f}"])
    for path in options.table:
        with Table.open(path) as table:
            for choice, in_context in CHOICES.items():
                # Without the judge: what is measured is the table.
                expander = Expander(table, max(WORDINGS), in_context, min_probability=0)
                expansions = [expander.expand(about) for about in abouts]
                for name, every in MATCHINGS.items():
                    cells = []
                    for number in WORDINGS:
                        terms = [expanded_terms(with_at_most(expansion, number)) for expansion in expansions]
                        result = compare(ranks(repository, questions, terms, every), without[name])
                        cells.append(f"{result.total:.2f} (+{result.better} −{result.worse})")
                    print_row(path.stem, choice, name, cells)


if __name__ == "__main__":
    main()
