from collections import Counter
from itertools import pairwise

import brute_force
import numpy as np
import pytest
from generated import sentences, tagged, templates
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.mine.fragments import Rows, candidate_text, context, fragments
from otherwords.mine.settings import AnchorKind, Settings

KINDS = st.sampled_from(list(AnchorKind))
SETTINGS = st.builds(
    lambda anchor, ends, shortest, more: Settings(anchor=anchor, ends=ends, shortest=shortest, longest=shortest + more),
    KINDS,
    st.integers(1, 3),
    st.integers(1, 2),
    st.integers(0, 3),
)


def rows_of(batch: list[tuple[str, str]], chosen: Settings) -> Rows:
    return fragments([words for words, _ in batch], [tags for _, tags in batch], chosen)


@settings(max_examples=200)
@given(sentences(30) | templates(30), SETTINGS)
def test_fragments_are_those_of_brute_force(batch: list[tuple[str, str]], chosen: Settings):
    rows = rows_of(batch, chosen)
    found = Counter()
    for number, first, length in zip(rows.sentence, rows.first, rows.length, strict=True):
        words, tags = batch[number]
        found[number, context(words, tags, first, length, chosen), candidate_text(words, first, length)] += 1
    expected = Counter(
        (number, brute_force.context(anchor, chosen), candidate)
        for number, sentence in enumerate(batch)
        for anchor, candidate in brute_force.fragments(*sentence, chosen)
    )
    assert found == expected


@settings(max_examples=200)
@given(sentences(30) | templates(30), SETTINGS)
def test_keys_are_equal_where_texts_are(batch: list[tuple[str, str]], chosen: Settings):
    rows = rows_of(batch, chosen)
    of_brute_force = [list(brute_force.fragments(*sentence, chosen)) for sentence in batch]
    in_order = np.lexsort((rows.first + rows.length, rows.first, rows.sentence))  # as brute force goes
    texts = [row for some in of_brute_force for row in some]
    anchors = [int(key) for key in rows.anchor[in_order]]
    candidates = [int(key) for key in rows.candidate[in_order]]
    for keys, wordings in ((anchors, [anchor for anchor, _ in texts]), (candidates, [middle for _, middle in texts])):
        assert len(set(zip(keys, wordings, strict=True))) == len(set(keys)) == len(set(wordings))


@given(templates(), SETTINGS, st.lists(st.integers(0, 200), max_size=5))
def test_batches_of_any_size_give_the_same_keys(batch: list[tuple[str, str]], chosen: Settings, cuts: list[int]):
    whole = rows_of(batch, chosen)
    bounds = sorted({0, len(batch), *(cut for cut in cuts if cut < len(batch))})
    parts = [rows_of(batch[first:end], chosen) for first, end in pairwise(bounds)]
    in_parts = Counter(row for part in parts for row in zip(part.anchor.tolist(), part.candidate.tolist(), strict=True))
    assert in_parts == Counter(zip(whole.anchor.tolist(), whole.candidate.tolist(), strict=True))


def test_no_sentences_have_no_fragments():
    for kind in AnchorKind:
        assert len(fragments([], [], Settings(anchor=kind))) == 0


@pytest.mark.parametrize(
    ("first", "second"),
    [("a b c x d e f", "c b a x d e f"), ("a b c x d e f", "d e f x a b c"), ("a b c x d e f", "a b c d x e f")],
)
def test_order_makes_another_anchor(first: str, second: str):
    one = Settings(longest=1)
    assert rows_of([tagged(first)], one).anchor[0] != rows_of([tagged(second)], one).anchor[0]


def test_an_entity_that_reaches_into_the_fragment_counts_whole():
    chosen = Settings(anchor="entity", ends=1, longest=1)
    words = "Ada Oslo fell fast to Oslo Ada"
    rows = rows_of([(words, "EEoooEE")], chosen)
    contexts = {
        context(words, "EEoooEE", int(first), 1, chosen): candidate_text(words, int(first), 1) for first in rows.first
    }
    assert contexts == {
        "Ada Oslo … Oslo ⟨…⟩ fast … Oslo Ada": "fell",
        "Ada Oslo … fell ⟨…⟩ to … Oslo Ada": "fast",
        "Ada Oslo … fast ⟨…⟩ Oslo … Oslo Ada": "to",
    }
