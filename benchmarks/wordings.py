"""How good are the filters, and the choice of wordings by context?

    python benchmarks/wordings.py filters antonyms.txt synonyms.txt
    python benchmarks/wordings.py choice table.parquet aligned.tsv... [--phrases N]

`filters` counts how many pairs of each file the filters take away, by the word lists alone: of antonyms it should be
many, of synonyms few. A line holds two words.

`choice` takes phrases of aligned sentences (MultiMWA's files: the second and the fourth column are sentences that say
the same, the eighth is which words do) whose wording in the other sentence is among the 12 best of the table. In what
place does that wording come, by the table's score and by context? Shown are the mean of 1 / place, and how often it is
the first. A query is the phrase with up to four words on either side.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from otherwords.evaluate.files import read_lines
from otherwords.lexicon import lexicon_of
from otherwords.mine.context import CONSIDERED, ByContext, ByScore, Chooser
from otherwords.mine.filters import fault
from otherwords.mine.table import Table
from otherwords.text import Span

LONGEST = 3
AROUND = 4


def filters(files: Sequence[Path]) -> None:
    english = lexicon_of("en")
    for file in files:
        pairs = [(words[0], words[1]) for _, line in read_lines(file) if len(words := line.split()) == 2]
        found = Counter(str(fault(*pair, english)) for pair in pairs)
        kept = found.pop("None", 0)
        told = ", ".join(f"{number} {name}" for name, number in found.most_common())
        print(f"{file.name}: {len(pairs)} pairs, {100 * (1 - kept / len(pairs)):.1f} % taken away ({told})")


def aligned_phrases(file: Path) -> Iterator[tuple[list[str], int, int, str]]:
    """A sentence, where its phrase begins and ends, and the phrase's wording in the other sentence."""
    for _, line in read_lines(file):
        columns = line.rstrip("\n").split("\t")
        left, right = columns[1].split(), columns[3].split()
        links = [tuple(map(int, link.split("-"))) for link in columns[7].split()]
        for ours, theirs, pairs in ((left, right, links), (right, left, [(there, here) for here, there in links])):
            to, back = defaultdict(set), defaultdict(set)
            for here, there in pairs:
                to[here].add(there)
                back[there].add(here)
            for first in range(len(ours)):
                for end in range(first + 1, min(first + LONGEST, len(ours)) + 1):
                    inside = set(range(first, end))
                    said = set().union(*(to[place] for place in inside))
                    if not (to[first] and to[end - 1]) or any(back[place] - inside for place in said):
                        continue
                    if max(said) - min(said) + 1 == len(said) <= LONGEST:
                        wording = " ".join(theirs[min(said) : max(said) + 1])
                        if wording.casefold() != " ".join(ours[first:end]).casefold():
                            yield ours, first, end, wording


def choice(table: Table, files: Sequence[Path], number: int) -> None:
    phrases = [phrase for file in files for phrase in aligned_phrases(file)]
    Random(1).shuffle(phrases)
    known = table.wordings_of([" ".join(words[first:end]) for words, first, end, _ in phrases])
    english = lexicon_of("en").function_words
    choosers: dict[str, Chooser] = {"by score": ByScore(), "by context": ByContext()}
    places: dict[str, list[int]] = {name: [] for name in choosers}
    for words, first, end, wording in phrases:
        query, span = as_query(words, first, end)
        others = [other for other in known[span.text] if f" {span.text} " not in f" {other.text} "][:CONSIDERED]
        texts = [other.text for other in others]
        if wording in texts and len(texts) > 1 and not english.issuperset(span.text.casefold().split()):
            for name, chooser in choosers.items():
                chosen = [other.text for other in chooser.choose(span, query, others)]
                places[name].append(1 + chosen.index(wording))
            if len(places["by score"]) == number:
                break
    for name, found in places.items():
        reciprocal = sum(1 / place for place in found) / len(found)
        print(f"{name}: {len(found)} phrases, {reciprocal:.3f}, first {100 * found.count(1) / len(found):.1f} %")


def as_query(words: list[str], first: int, end: int) -> tuple[str, Span]:
    before = "".join(f"{word} " for word in words[max(0, first - AROUND) : first])
    phrase = " ".join(words[first:end])
    after = "".join(f" {word}" for word in words[end : end + AROUND])
    return before + phrase + after, Span(len(before), len(before + phrase), phrase)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    of_filters = commands.add_parser("filters")
    of_filters.add_argument("files", type=Path, nargs="+")
    of_choice = commands.add_parser("choice")
    of_choice.add_argument("table", type=Path)
    of_choice.add_argument("files", type=Path, nargs="+")
    of_choice.add_argument("--phrases", type=int, default=500)
    given = parser.parse_args()
    if given.command == "filters":
        filters(given.files)
    else:
        with Table.open(given.table) as table:
            choice(table, given.files, given.phrases)


if __name__ == "__main__":
    main()
