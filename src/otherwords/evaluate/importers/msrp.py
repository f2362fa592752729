"""The Microsoft Research Paraphrase Corpus, as pairs.

The source is tab-separated, quotes and all; 1 is a paraphrase::

    Quality	#1 ID	#2 ID	#1 String	#2 String
    1	702876	702977	Amrozi accused his brother …	Referring to him as only "the witness", …
"""

from collections.abc import Iterator
from pathlib import Path

from otherwords.evaluate.importers.tables import read_table, to_number
from otherwords.evaluate.pairs import PairExample


def read_msrp(path: Path) -> Iterator[PairExample]:
    for number, (quality, a, b) in read_table(path, "Quality", "#1 String", "#2 String"):
        yield PairExample(a, b, to_number(path, number, quality))
