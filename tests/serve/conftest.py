from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="pip install '.[serve]'")
from serving import Server, serving, write_table

from otherwords.serve.engine import Sources
from otherwords.serve.limits import Limits

KB = Path(__file__).parents[2] / "examples" / "kb" / "films.ttl"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With the shipped weights, a small table and a small knowledge base; patient, for the machine may be busy."""
    table = write_table(tmp_path_factory.mktemp("table") / "table.parquet")
    patient = Limits(workers=1, waiting=64, patience=600, timeout=600)
    with serving(Sources(table=table, kb=str(KB)), limits=patient) as running:
        yield running
