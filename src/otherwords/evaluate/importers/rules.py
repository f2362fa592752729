"""Paraphrases of words and phrases that others have collected, as a paraphrase table.

- PPDB's lines, ``[NN] ||| car ||| automobile ||| PPDB2.0Score=5.53 … ||| 0-0 ||| Equivalence``: of those that say what
  the two are to each other, only equivalences. A score of 6 counts as 1.
- Lists with a word and its synonyms a line, separated by tabs, or by spaces where a line has neither tabs nor commas.
- Solr's synonym files: ``i-pod, ipod, i pod`` all mean the same, ``tv => television`` only across the arrow; a line
  that begins with ``#`` is a remark. A comma inside a number separates nothing.
- WordNet's folder, or METEOR's copy of it (``english.synsets``: a word in one line, the numbers of its sets in the
  next): words that stand in one set of synonyms.

Where the source has no score, it is the higher, the fewer other words either of the two could be replaced by.
"""

import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, islice, product
from pathlib import Path

from otherwords.evaluate.files import read_lines
from otherwords.mine.export import HIGHEST_OF_PPDB
from otherwords.mine.filters import LANGUAGE
from otherwords.mine.table import check_output, write
from otherwords.mine.wordnet import WordNet
from otherwords.text import OtherwordsError

Rule = tuple[str, str, float | None]

_SCORE = re.compile(r"(?:^|\s)PPDB2\.0Score=(\S+)")
_EQUIVALENCE = "Equivalence"
_RELATIONS = {_EQUIVALENCE, "ForwardEntailment", "ReverseEntailment", "Exclusion", "Independent", "OtherRelated"}
_BATCH = 10_000
_METEOR = ".synsets"
_ARROW = re.compile(r"(?<!\\)=>")
_COMMA = re.compile(r"(?<!\\)(?:(?<!\d),|,(?!\d))")
_ESCAPED = re.compile(r"\\(.)")

_TABLE = """
    WITH pairs AS (
        SELECT least(one, other) AS "left", greatest(one, other) AS "right", max(score) AS score
        FROM rules WHERE one != other AND one != '' AND other != '' GROUP BY ALL
    ),
    choices AS (
        SELECT word, count(*) AS number FROM (SELECT "left" AS word FROM pairs UNION ALL SELECT "right" FROM pairs)
        GROUP BY word
    )
    SELECT "left", "right", 1 AS "count", coalesce(score, 1 / sqrt(ours.number * theirs.number)) AS score,
        []::VARCHAR[] AS contexts, 0 AS sentences
    FROM pairs JOIN choices ours ON ours.word = "left" JOIN choices theirs ON theirs.word = "right"
"""


def write_rules(source: Path, output: Path, skipped: Counter[str], language: str = "en") -> int:
    """Writes the table, and returns how many pairs it has; ``skipped`` counts what was left out, by reason."""
    import duckdb

    check_output(output)
    with (
        tempfile.TemporaryDirectory() as folder,
        # On disk: a pack of PPDB does not fit in memory.
        duckdb.connect(str(Path(folder) / "rules.duckdb"), config={"memory_limit": "1GB"}) as connection,
    ):
        connection.execute("CREATE TABLE rules (one VARCHAR, other VARCHAR, score DOUBLE)")
        rules = _rules(source, skipped)
        kinds = "unnest($1::VARCHAR[]), unnest($2::VARCHAR[]), unnest($3::DOUBLE[])"
        while some := list(islice(rules, _BATCH)):
            columns = [list(column) for column in zip(*some, strict=True)]
            connection.execute(f"INSERT INTO rules SELECT {kinds}", columns)
        return write(connection.sql(_TABLE), output, {"rules of": source.name, LANGUAGE: language})


def _rules(source: Path, skipped: Counter[str]) -> Iterator[Rule]:
    meteor = _meteor_file(source)
    if meteor is not None or source.is_dir():
        for group in _meteor_groups(meteor) if meteor else WordNet(source).synonyms():
            yield from ((one, other, None) for one in group for other in group if one < other)
        return
    is_empty = True
    for number, line in read_lines(source):
        if "|||" in line:
            found = _of_ppdb(line, f"{source}:{number}", skipped)
        elif line.startswith("#"):
            skipped["remarks"] += 1
            continue
        else:
            found = _of_list(line)
        is_empty = is_empty and not found
        yield from found
    if is_empty:
        raise OtherwordsError(
            f"{source}: no rule in any line; a line is PPDB's (|||), Solr's, or a word and its synonyms"
        )


def _meteor_file(source: Path) -> Path | None:
    """The file itself, or the one of its folder; the folder of WordNet's own has none."""
    if source.suffix == _METEOR:
        return source
    return next(iter(sorted(source.glob(f"*{_METEOR}"))), None) if source.is_dir() else None


def _meteor_groups(path: Path) -> Iterable[list[str]]:
    members: dict[str, list[str]] = defaultdict(list)
    lines = read_lines(path)
    for _, word in lines:
        number, numbers = next(lines, (0, ""))
        if not numbers.split() or not all(one.isdigit() for one in numbers.split()):
            place = f"{path}:{number}" if number else str(path)
            raise OtherwordsError(f"{place}: the line after “{word.strip()}” is to hold the numbers of its sets")
        for one in dict.fromkeys(numbers.split()):
            members[one].append(" ".join(word.casefold().replace("_", " ").split()))
    return [sorted(set(group)) for group in members.values()]


def _of_ppdb(line: str, place: str, skipped: Counter[str]) -> list[Rule]:
    fields = [field.strip() for field in line.split("|||")]
    if len(fields) < 4:
        raise OtherwordsError(f"{place}: not PPDB's, which is category ||| phrase ||| paraphrase ||| features ||| …")
    relation = fields[-1] if fields[-1] in _RELATIONS else None
    if relation not in (None, _EQUIVALENCE):
        skipped["pairs that are no equivalences"] += 1
        return []
    told = _SCORE.search(fields[3])
    try:
        score = min(1.0, max(0.0, float(told[1]) / HIGHEST_OF_PPDB)) if told else None
    except ValueError:
        raise OtherwordsError(f"{place}: PPDB2.0Score is no number") from None
    return [(fields[1].casefold(), fields[2].casefold(), score)]


def _of_list(line: str) -> list[Rule]:
    if "\t" not in line and (_ARROW.search(line) or _COMMA.search(line)):
        sides = [_of_solr(side) for side in _ARROW.split(line)]
        pairs = combinations(sides[0], 2) if len(sides) == 1 else product(sides[0], sides[1])
    else:
        first, *others = map(_phrase, line.split("\t") if "\t" in line else line.split())
        pairs = product([first], others)
    return [(one, other, None) for one, other in pairs]


def _of_solr(side: str) -> list[str]:
    return [_phrase(_ESCAPED.sub(r"\1", entry)) for entry in _COMMA.split(side)]


def _phrase(text: str) -> str:
    return " ".join(text.casefold().split())
