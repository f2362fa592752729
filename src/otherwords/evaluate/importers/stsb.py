"""The STS Benchmark, as pairs whose label is their similarity, 0 to 5.

The source, ``sts-train.csv``, is tab-separated all the same, without names for its columns, and some rows end in the
sources of the sentences::

    main-captions	MSRvid	2012test	0001	5.000	A plane is taking off.	An air plane is taking off.

GLUE's ``train.tsv`` has the same with names (sentence1, sentence2, score).
"""

from collections.abc import Iterator
from pathlib import Path

from otherwords.evaluate.files import read_lines
from otherwords.evaluate.importers.tables import read_table, to_number
from otherwords.evaluate.pairs import PairExample
from otherwords.text import OtherwordsError


def read_stsb(path: Path) -> Iterator[PairExample]:
    first = next(read_lines(path), (1, ""))[1]
    if "sentence1" in first.split("\t"):
        for number, (a, b, score) in read_table(path, "sentence1", "sentence2", "score"):
            yield PairExample(a, b, to_number(path, number, score))
        return
    for number, line in read_lines(path):
        cells = [cell.strip() for cell in line.rstrip("\r\n").split("\t")]
        if len(cells) < 7:
            raise OtherwordsError(
                f"{path}:{number}: {len(cells)} columns; a row is genre, file, year, number, score and two sentences"
            )
        yield PairExample(cells[5], cells[6], to_number(path, number, cells[4]), {"genre": cells[0]})
