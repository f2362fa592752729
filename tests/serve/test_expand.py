"""What a server that has a mined table adds to a query."""

from pathlib import Path

from serving import serving

from otherwords.mine.table import Pair, write
from otherwords.serve.engine import Sources


def test_expand_leaves_out_what_is_unlikely(tmp_path: Path):
    table, near = tmp_path / "mined.parquet", ("to ⟨…⟩ the file in the",)
    pairs = [Pair("delete", "reset", 9, 0.5, near), Pair("delete", "remove", 9, 0.4, near)]
    write(pairs, table, {"anchor": "ngram"})
    with serving(Sources(table=table)) as running:
        assert running.post("/expand", {"query": "delete"}).json()["expanded"] == "(delete | remove)"
        everything = running.post("/expand", {"query": "delete", "min_probability": 0.0}).json()
    assert {one["text"] for one in everything["parts"][0]["wordings"]} == {"remove", "reset"}
