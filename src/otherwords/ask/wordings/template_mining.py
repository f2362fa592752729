"""Question templates out of clusters of questions that ask the same (Fader, Zettlemoyer and Etzioni).

Every question gives the templates that it can be cut into. Those in enough clusters are kept. Two of them ask the same
when often enough one cluster has both with the same filler; how much oftener than chance is their pointwise mutual
information. What there is to count lies on disk, so that clusters may outgrow memory.
"""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from otherwords.ask.wordings.normal import word_list
from otherwords.ask.wordings.templates import LONGEST_FILLER, TemplatePair, cuts
from otherwords.text import OtherwordsError

_BATCH = 20_000
_MEMORY = "1GB"

_COMMON = """
    CREATE TABLE common AS
    SELECT template, count(DISTINCT cluster) AS clusters FROM cuts GROUP BY template HAVING clusters >= $least
"""
_KEPT = "CREATE TABLE kept AS SELECT DISTINCT cuts.* FROM cuts SEMI JOIN common USING (template)"
_PAIRS = """
    SELECT one.template AS "left", other.template AS "right", count(DISTINCT one.cluster) AS shared,
        ln(shared * (SELECT count(DISTINCT cluster) FROM cuts)::DOUBLE
            / (any_value(ours.clusters) * any_value(theirs.clusters))) AS pmi
    FROM kept one JOIN kept other
        ON one.cluster = other.cluster AND one.filler = other.filler AND one.template < other.template
    JOIN common ours ON ours.template = one.template JOIN common theirs ON theirs.template = other.template
    GROUP BY 1, 2 HAVING shared > $more_than ORDER BY pmi DESC, shared DESC, 1, 2
"""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The paper's, as defaults."""

    min_clusters: int = 10
    """In how many a template occurs at least."""
    shared_more_than: int = 5
    """Clusters that two templates share, with the same filler."""
    longest_filler: int = LONGEST_FILLER
    """Words."""
    longest_question: int = 20
    """Words. Longer ones are passed over: no one else asks them with another filler."""


def mine_templates(clusters: Iterable[Sequence[str]], thresholds: Thresholds | None = None) -> Iterator[TemplatePair]:
    """The pairs of templates that ask the same, those that say the most about each other first."""
    import duckdb

    thresholds = thresholds or Thresholds()
    with tempfile.TemporaryDirectory() as folder:
        try:
            place = str(Path(folder) / "templates.duckdb")
            with duckdb.connect(place, config={"memory_limit": _MEMORY, "temp_directory": folder}) as connection:
                connection.execute("CREATE TABLE cuts (template VARCHAR, filler VARCHAR, cluster BIGINT)")
                rows = _rows(clusters, thresholds)
                while some := list(islice(rows, _BATCH)):
                    columns = [list(column) for column in zip(*some, strict=True)]
                    kinds = "unnest($1::VARCHAR[]), unnest($2::VARCHAR[]), unnest($3::BIGINT[])"
                    connection.execute(f"INSERT INTO cuts SELECT {kinds}", columns)
                connection.execute(_COMMON, {"least": thresholds.min_clusters})
                connection.execute(_KEPT)
                connection.execute(_PAIRS, {"more_than": thresholds.shared_more_than})
                while found := connection.fetchmany(_BATCH):
                    yield from (TemplatePair(*row) for row in found)
        except duckdb.Error as error:
            reason = str(error).splitlines()[0]
            raise OtherwordsError(f"templates cannot be counted ({reason}); is there room on the disk?") from error


def _rows(clusters: Iterable[Sequence[str]], thresholds: Thresholds) -> Iterator[tuple[str, str, int]]:
    """Template, filler and the number of the cluster, from 1."""
    for number, questions in enumerate(clusters, start=1):
        for words in sorted({tuple(word_list(question)) for question in questions}):
            if 0 < len(words) <= thresholds.longest_question:
                for cut in cuts(words, thresholds.longest_filler):
                    yield " ".join(cut.template), " ".join(words[slice(*cut.filler)]), number
