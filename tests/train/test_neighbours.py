"""Sentences that share words, and chains of paraphrases, against brute force."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from otherwords.train.corpus import Corpus, Source
from otherwords.train.neighbours import Neighbours, kin

TEXTS = st.lists(st.lists(st.integers(1, 30), min_size=1, max_size=6), min_size=1, max_size=25)


def corpus_of(texts: list[list[int]]) -> Corpus:
    starts = np.cumsum([0] + [len(text) for text in texts])
    return Corpus(np.array([t for text in texts for t in text], dtype=np.uint16), starts, ())


@given(TEXTS, st.integers(0, 2**32))
def test_neighbours_share_a_word(texts: list[list[int]], seed: int):
    corpus = corpus_of(texts)
    order = np.random.default_rng(seed).permutation(len(texts))
    neighbours = Neighbours(corpus, order)
    for segment, text in enumerate(order):
        found = neighbours.of(corpus.text(text), np.random.default_rng(seed))
        assert len(found)
        assert all(set(texts[text]) & set(texts[order[other]]) for other in found)
        if len(texts[text]) == 1:  # whoever holds its one word may be found
            holders = {i for i, other in enumerate(order) if texts[text][0] in texts[other]}
            many = [neighbours.of(corpus.text(text), np.random.default_rng(i)) for i in range(200)]
            assert set(np.concatenate(many)) == holders
            assert segment in holders


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=40))
def test_kin_is_joined_by_chains(pairs: list[tuple[int, int]]):
    source = Source("made", ("en", "en"), 1.0, "loose", np.array(pairs), np.arange(len(pairs) + 1))
    families: list[set[int]] = []
    for pair in pairs:
        touching = [family for family in families if family & set(pair)]
        families = [family for family in families if family not in touching] + [set(pair).union(*touching)]
    found = kin(source)
    for (i, one), (j, other) in combinations(enumerate(pairs), 2):
        assert (found[i] == found[j]) == any({*one, *other} <= family for family in families)
