"""SICK, sentences involving compositional knowledge, as pairs whose label is their relatedness, 1 to 5.

The source is tab-separated: SICK.txt, or the parts of SemEval-2014, whose columns have other names and another order::

    pair_ID	sentence_A	sentence_B	relatedness_score	entailment_judgment
    1	A group of kids is playing in a yard …	A group of boys in a yard is playing …	4.5	NEUTRAL

``id`` and ``entailment`` go along; so does ``part`` (TRAIN, TRIAL, TEST), which SICK.txt names.
"""

from collections.abc import Iterator
from pathlib import Path

from otherwords.evaluate.files import read_lines
from otherwords.evaluate.importers.tables import read_table, to_number
from otherwords.evaluate.pairs import PairExample

_COLUMNS = ("pair_ID", "sentence_A", "sentence_B", "relatedness_score", "entailment_judgment|entailment_label")
_PART = "SemEval_set"


def read_sick(path: Path) -> Iterator[PairExample]:
    header = next(read_lines(path), (1, ""))[1]
    columns = (*_COLUMNS, _PART) if _PART in header else _COLUMNS
    for number, (id, a, b, score, entailment, *part) in read_table(path, *columns):
        extra = {"id": id, "entailment": entailment} | ({"part": part[0]} if part else {})
        yield PairExample(a, b, to_number(path, number, score), extra)
