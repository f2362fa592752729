"""PPDB 2.0, as graded lists: a phrase and its five best paraphrases.

The source's lines, of which a pack has up to hundreds of millions, in no order that helps::

    [NN] ||| car ||| automobile ||| PPDB2.0Score=5.53 PPDB1.0Score=… ||| 0-0 ||| Equivalence

The candidates of a phrase are those with the highest PPDB2.0Score, under whatever category they come. Their labels are
4, 3, 2, 1, 0 in that order, and equal for equal scores: with these grades the worst order has a mean NDCG@5 of 0.51, as
the paper's does. ``score`` and ``entailment`` go along. In a list, candidates stand in alphabetical order, so that the
order of the file tells nothing. Left out, and counted: phrases with only one paraphrase.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from otherwords.evaluate.lists import Candidate, ListExample
from otherwords.mine.parquet import literal
from otherwords.text import OtherwordsError

BEST = 5

# DuckDB groups on disk what does not fit in memory.
_LINES = """
    select trim(phrase) as phrase, trim(other) as other, trim(entailment) as entailment,
        try_cast(regexp_extract(features, '(?:^|\\s)PPDB2\\.0Score=(\\S+)', 1) as double) as score
    from read_csv(?, delim='|||', header=false, quote='', escape='', auto_detect=false, null_padding=true,
        columns={'lhs': 'varchar', 'phrase': 'varchar', 'other': 'varchar', 'features': 'varchar',
                 'alignment': 'varchar', 'entailment': 'varchar'})
"""
_BAD = "score is null or not isfinite(score) or phrase = '' or other = ''"
_CHECK = f"select count(*), count(*) filter ({_BAD}) from ({_LINES})"
_LISTS = f"""
    with best as (
        select phrase, other, max(score) as score, arg_max(entailment, score) as entailment
        from ({_LINES}) where phrase != other group by phrase, other
        qualify row_number() over (partition by phrase order by max(score) desc, other) <= {BEST}
    )
    select phrase, other, score, entailment, {BEST} - rank() over (partition by phrase order by score desc) as label
    from best order by phrase, other
"""


def read_ppdb(path: Path, skipped: Counter[str]) -> Iterator[ListExample]:
    """The lists in the alphabetical order of their phrases; ``skipped`` counts what was left out, by reason."""
    import duckdb

    if not path.is_file():
        raise OtherwordsError(f"cannot read {path}: there is no such file")
    with duckdb.connect() as connection:
        try:
            lines, bad = connection.execute(_CHECK, [literal(path)]).fetchone() or (0, 0)
            if bad or not lines:
                raise OtherwordsError(
                    f"{path}: {bad} of {lines} lines are not PPDB 2.0's, which are"
                    " category ||| phrase ||| paraphrase ||| features with PPDB2.0Score ||| alignment ||| entailment"
                )
            rows = connection.execute(_LISTS, [literal(path)])
            yield from _lists(iter(rows.fetchone, None), skipped)
        except duckdb.Error as error:
            raise OtherwordsError(f"{path}: not PPDB's ||| lines ({str(error).splitlines()[0]})") from None


def _lists(rows: Iterator[Any], skipped: Counter[str]) -> Iterator[ListExample]:
    for phrase, group in groupby(rows, key=lambda row: row[0]):
        candidates = tuple(
            Candidate(str(place), other, float(label), extra={"score": score, "entailment": entailment})
            for place, (_, other, score, entailment, label) in enumerate(group)
        )
        if len(candidates) > 1:
            yield ListExample(phrase, phrase, candidates)
        else:
            skipped["phrases with one paraphrase"] += 1
