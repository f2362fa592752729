import tempfile
from pathlib import Path

import pytest
from engines import check, mined_by_duckdb
from generated import drawn, sentences, templates
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.mine.settings import AnchorKind, Settings

SETTINGS = st.builds(
    lambda anchor, ends, longest, least, samples: Settings(
        anchor=anchor, ends=ends, longest=longest, least=least, samples=samples
    ),
    st.sampled_from(list(AnchorKind)),
    st.integers(1, 3),
    st.integers(1, 3),
    st.integers(1, 4),
    st.integers(0, 5),
)


@settings(max_examples=15)
@given(templates(100) | sentences(), SETTINGS, st.sampled_from([1, 2, 5]))
def test_the_table_is_that_of_brute_force(batch: list[tuple[str, str]], chosen: Settings, shards: int):
    if batch:
        with tempfile.TemporaryDirectory() as folder:
            check(mined_by_duckdb(batch, chosen, Path(folder), shards), batch, chosen)


@pytest.mark.parametrize("anchor", list(AnchorKind))
def test_pairs_come_about_with_all_anchors(tmp_path: Path, anchor: AnchorKind):
    chosen = Settings(anchor=anchor, ends=2, least=4)
    batch = drawn(1, 600)
    pairs = mined_by_duckdb(batch, chosen, tmp_path, number=3, processes=2 if anchor is AnchorKind.NGRAM else 1)
    check(pairs, batch, chosen)
    assert len(pairs) > 3
