"""The plan of mining on Spark: from sentences to the paraphrase table, row for row as the other engine gives it.

Keys are 64 bits without a sign, and Spark's whole numbers have one: the same bits are read as a signed number. Equality
does not care; where the order counts, the sign is turned back.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from otherwords.mine.duckdb_engine import ALIGNING, CUTTING, LOOKING_UP, PRUNING
from otherwords.mine.fragments import candidate_text, context, fragments
from otherwords.mine.means import Report
from otherwords.mine.score import MILLIONTHS, score
from otherwords.mine.settings import Settings

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import Column, DataFrame

_ROW = ["anchor", "candidate"]
_SENTENCE = ["number", "number_too"]
"""Two hashes of 64 bits; one alone would be that of two sentences some day."""
_PAIR = ["one", "other"]
_SIGN = -(1 << 63)


@dataclass(frozen=True)
class Aligned:
    """What came of the sentences."""

    sentences: int
    """Different ones."""
    rows: int
    """Fragments."""
    pairs: int
    table: "DataFrame"
    """The table's rows, in no order."""


def aligned(sentences: "DataFrame", settings: Settings, report: Report) -> Aligned:
    """From sentences with the columns ``words`` and ``tags`` to the table."""
    from pyspark.sql import functions as f

    report(CUTTING, 0, 1)
    once = sentences.groupBy("words").agg(f.min("tags").alias("tags"))
    numbers = [f.xxhash64("words"), f.xxhash64(f.lit(0), "words")]
    sentences = kept_on_disk(once.withColumns(dict(zip(_SENTENCE, numbers, strict=True))))
    fragments = sentences.mapInArrow(partial(_keys, settings), "anchor long, candidate long")
    rows = kept_on_disk(fragments.groupBy(_ROW).agg(f.count("*").alias("fragments")))
    report(CUTTING, 1, 1)
    report(PRUNING, 0, 1)
    core = _weighed(_pruned(rows, settings.least))
    report(PRUNING, 1, 1)
    report(ALIGNING, 0, 1)
    together = _together(core)
    pairs = kept_on_disk(_pairs(together, core, settings.least))
    samples = kept_on_disk(_samples(together, pairs, settings.samples))
    report(ALIGNING, 1, 1)
    report(LOOKING_UP, 0, 1)
    texts = kept_on_disk(_texts(sentences, core, pairs, samples, settings))
    report(LOOKING_UP, 1, 1)
    ((number,),) = rows.agg(f.sum("fragments")).collect()
    return Aligned(sentences.count(), number or 0, pairs.count(), _table(pairs, samples, texts))


def pair_counts(rows: "DataFrame", least: int) -> "DataFrame":
    """The heart of the plan by itself, to measure it: from ``anchor`` and ``candidate`` to the pairs' counts."""
    from pyspark.sql import functions as f

    core = _pruned(kept_on_disk(rows.select(_ROW).distinct()), least)
    others = core.select("anchor", f.col("candidate").alias("other"))
    pairs = core.withColumnRenamed("candidate", "one").join(others, "anchor").where("one < other")
    return pairs.groupBy(_PAIR).agg(f.count("*").alias("count")).where(f.col("count") >= least)


def _keys(settings: Settings, batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    import pyarrow as pa

    for batch in batches:
        rows = fragments(batch["words"].to_pylist(), batch["tags"].to_pylist(), settings)
        yield pa.record_batch([rows.anchor.view(np.int64), rows.candidate.view(np.int64)], _ROW)


def _places(settings: Settings, batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    """The same rows, with what leads back to the texts."""
    import pyarrow as pa

    for batch in batches:
        rows = fragments(batch["words"].to_pylist(), batch["tags"].to_pylist(), settings)
        keys = [rows.anchor.view(np.int64), rows.candidate.view(np.int64)]
        numbers = [batch[name].to_numpy()[rows.sentence] for name in _SENTENCE]
        yield pa.record_batch([*keys, *numbers, rows.first, rows.length], [*_ROW, *_SENTENCE, "first", "length"])


def _pruned(rows: "DataFrame", least: int) -> "DataFrame":
    """Without candidates of too few anchors and anchors of one candidate, which cannot be in a pair that counts."""
    from pyspark.sql import functions as f

    def more_than(rows: "DataFrame", column: str, least: int) -> "DataFrame":
        wanted = rows.groupBy(column).agg(f.count("*").alias("count")).where(f.col("count") >= least)
        return rows.join(wanted, column, "left_semi")

    number = rows.count()
    while True:
        rest = kept_on_disk(more_than(more_than(rows, "candidate", least), "anchor", 2))
        before, number = number, rest.count()
        if number == before:
            return rest
        rows = rest


def _weighed(core: "DataFrame") -> "DataFrame":
    """Each row with the weight of its anchor: the function ``weight`` of the scores, in Spark's words."""
    from pyspark.sql import functions as f

    weight = f.expr(f"{MILLIONTHS} div (count(*) - 1)").alias("weight")
    return kept_on_disk(core.join(core.groupBy("anchor").agg(weight), "anchor"))


def _together(core: "DataFrame") -> "DataFrame":
    """Each two candidates of each anchor, once."""
    from pyspark.sql import functions as f

    one = core.withColumnRenamed("candidate", "one")
    other = core.select("anchor", f.col("candidate").alias("other"), f.col("fragments").alias("of_other"))
    fragments = (f.col("fragments") + f.col("of_other")).alias("fragments")
    return one.join(other, "anchor").where("one < other").select(*_PAIR, "anchor", "weight", fragments)


def _pairs(together: "DataFrame", core: "DataFrame", least: int) -> "DataFrame":
    from pyspark.sql import functions as f

    sums = [f.count("*").alias("count"), f.sum("weight").alias("shared"), f.sum("fragments").alias("sentences")]
    pairs = together.groupBy(_PAIR).agg(*sums).where(f.col("count") >= least)
    weights = core.groupBy("candidate").agg(f.sum("weight").alias("weight"))
    for name in _PAIR:
        pairs = pairs.join(weights.toDF(name, f"weight_of_{name}"), name)
    return pairs


def _samples(together: "DataFrame", pairs: "DataFrame", number: int) -> "DataFrame":
    """The first anchors of each pair."""
    from pyspark.sql import Window
    from pyspark.sql import functions as f

    place = f.row_number().over(Window.partitionBy(_PAIR).orderBy(_without_sign("anchor"))).alias("place")
    return together.join(pairs, _PAIR, "left_semi").select(*_PAIR, "anchor", place).where(f.col("place") <= number)


def _without_sign(key: str) -> "Column":
    from pyspark.sql import functions as f

    return f.col(key).bitwiseXOR(f.lit(_SIGN))


def _texts(
    sentences: "DataFrame", core: "DataFrame", pairs: "DataFrame", samples: "DataFrame", settings: Settings
) -> "DataFrame":
    """The texts of all candidates and anchors that the table shows, read where any one of their fragments stands."""
    from pyspark.sql import functions as f

    candidates = pairs.select(f.col("one").alias("candidate")).union(pairs.select("other")).distinct()
    of_candidates = core.join(candidates, "candidate", "left_semi").groupBy("candidate").agg(f.min("anchor"))
    of_anchors = core.join(samples, "anchor", "left_semi").groupBy("anchor").agg(f.min("candidate"))
    wanted = of_candidates.toDF("candidate", "anchor").select(_ROW).union(of_anchors.toDF(*_ROW)).distinct()

    places = sentences.mapInArrow(
        partial(_places, settings), "anchor long, candidate long, number long, number_too long, first long, length long"
    )
    one_each = places.join(wanted, _ROW, "left_semi").dropDuplicates(_ROW).join(sentences, _SENTENCE)
    return one_each.mapInArrow(partial(_read, settings), "anchor long, candidate long, text string, context string")


def _read(settings: Settings, batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    import pyarrow as pa

    for batch in batches:
        columns = (batch[name].to_pylist() for name in ("words", "tags", "first", "length"))
        places = list(zip(*columns, strict=True))
        texts = [candidate_text(words, first, length) for words, _, first, length in places]
        contexts = [context(words, tags, first, length, settings) for words, tags, first, length in places]
        yield pa.record_batch([batch["anchor"], batch["candidate"], texts, contexts], [*_ROW, "text", "context"])


def _table(pairs: "DataFrame", samples: "DataFrame", texts: "DataFrame") -> "DataFrame":
    from pyspark.sql import functions as f

    of_candidates = texts.groupBy("candidate").agg(f.min("text").alias("text"))
    of_anchors = texts.groupBy("anchor").agg(f.min("context").alias("context"))
    for name in _PAIR:
        pairs = pairs.join(of_candidates.toDF(name, f"text_of_{name}"), name)
    in_order = f.sort_array(f.collect_list(f.struct("place", "context")))["context"].alias("contexts")
    contexts = samples.join(of_anchors, "anchor").groupBy(_PAIR).agg(in_order)
    rows = pairs.join(contexts, _PAIR, "left").select(
        f.least("text_of_one", "text_of_other").alias("left"),
        f.greatest("text_of_one", "text_of_other").alias("right"),
        "count",
        "shared",
        "weight_of_one",
        "weight_of_other",
        f.coalesce("contexts", f.array().cast("array<string>")).alias("contexts"),
        "sentences",
    )
    return rows.mapInArrow(
        _scored, "left string, right string, count long, score double, contexts array<string>, sentences long"
    )


def _scored(batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    import pyarrow as pa

    for batch in batches:
        values = score(*(batch[name].to_numpy() for name in ("shared", "weight_of_one", "weight_of_other")))
        columns = {name: batch[name] for name in ("left", "right", "count")} | {"score": pa.array(values)}
        yield pa.record_batch(columns | {name: batch[name] for name in ("contexts", "sentences")})


def kept_on_disk(rows: "DataFrame") -> "DataFrame":
    """Computed once, here, and read from disk ever after; without it, each use would double what Spark has to plan.

    On the workers' disks, whose loss then is the run's; where Spark has been given a folder for checkpoints, in that.
    """
    from pyspark import StorageLevel

    if rows.sparkSession.sparkContext.getCheckpointDir() is not None:
        return rows.checkpoint()
    return rows.localCheckpoint(storageLevel=StorageLevel.DISK_ONLY)
