"""The table in forms that other programs read: synonym files for search engines, lines like PPDB's, and CSV."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice

from otherwords.lexicon import has_word
from otherwords.mine.filters import Fault
from otherwords.mine.table import Pair, Wording

SYNONYM_FORMATS = ("solr", "elasticsearch", "lucene")
"""Three names for one form: all of them read Solr's synonym files."""
FORMATS = (*SYNONYM_FORMATS, "ppdb", "csv")

HIGHEST_OF_PPDB = 6.0
"""The score in PPDB 2.0 that counts as 1 here; its own go little further."""

_SPECIAL_TO_SOLR = re.compile(r"[\\,=>#]")


def synonym_lines(wordings: Iterable[Wording], most: int, unwritable: Counter[str]) -> Iterator[str]:
    """``company => company, firm, corporation``: for each phrase itself and its best wordings.

    Which of its wordings a phrase may be replaced by is said for every phrase anew, for paraphrase is not transitive: a
    line ``bank, shore, lender`` would make a lender of every shore. Wordings come phrase after phrase.
    """
    for phrase, group in groupby(wordings, key=lambda wording: wording.phrase):
        own = _searched(phrase)
        kept: dict[tuple[str, ...], str] = {}
        for wording in group:
            words = _searched(wording.text)
            # A search engine refuses a file with a rule that its analysis leaves nothing of, such as a comma.
            if not (own and words):
                unwritable["without a word"] += 1
            elif words == own:
                unwritable["of the same words"] += 1
            else:
                kept.setdefault(words, wording.text)
        if kept:
            yield f"{_for_solr(phrase)} => {', '.join(map(_for_solr, (phrase, *islice(kept.values(), most))))}\n"


def _searched(phrase: str) -> tuple[str, ...]:
    """What a search engine makes of it: no punctuation, no case, one kind of apostrophe."""
    return tuple(word for word in phrase.replace("’", "'").casefold().split() if has_word(word))


def _for_solr(text: str) -> str:
    return _SPECIAL_TO_SOLR.sub(r"\\\g<0>", text)


def ppdb_lines(pairs: Iterable[tuple[Pair, Fault | None]], unwritable: Counter[str]) -> Iterator[str]:
    """``[X] ||| left ||| right ||| features ||| alignment ||| relation``, for each direction a line, as in PPDB 2.0."""
    for pair, found in pairs:
        if "|||" in pair.left + pair.right:
            unwritable["with ||| in them"] += 1
            continue
        features = f"PPDB2.0Score={HIGHEST_OF_PPDB * pair.score:.6f} Count={pair.count} Sentences={pair.sentences}"
        relation = "Equivalence" if found is None else "Exclusion"
        for one, other in ((pair.left, pair.right), (pair.right, pair.left)):
            alignment = _alignment(one.split(), other.split())
            yield " ||| ".join(("[X]", one, other, features, alignment, relation)) + "\n"


def _alignment(ours: list[str], theirs: list[str]) -> str:
    """``0-0 2-1``: the places of words that both sides have, and of the two words of a pair of single words."""
    if len(ours) == len(theirs) == 1:
        return "0-0"
    places: dict[str, list[int]] = {}
    for place, word in enumerate(theirs):
        places.setdefault(word.casefold(), []).append(place)
    return " ".join(
        f"{place}-{places[word.casefold()].pop(0)}" for place, word in enumerate(ours) if places.get(word.casefold())
    )


def csv_lines(
    pairs: Iterable[tuple[Pair, Fault | None]], probability_of: Callable[[Pair], float | None]
) -> Iterator[str]:
    """With a heading; contexts are parted by " | ", and ``fault`` is what the filters object to, if anything."""
    yield _csv_line(("left", "right", "count", "score", "probability", "sentences", "fault", "contexts"))
    for pair, found in pairs:
        probability = probability_of(pair)
        yield _csv_line(
            (
                pair.left,
                pair.right,
                pair.count,
                f"{pair.score:.6f}",
                "" if probability is None else f"{probability:.3f}",
                pair.sentences,
                found or "",
                " | ".join(pair.contexts),
            )
        )


def _csv_line(fields: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(fields)
    return line.getvalue()
