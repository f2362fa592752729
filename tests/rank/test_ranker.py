"""Our ranker and the ones beside it, on lists that can be learned."""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from sklearn.ensemble import GradientBoostingClassifier, GradientBoostingRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from small_lists import Letters, small_lists

from otherwords.evaluate.list_metrics import in_order, ndcg
from otherwords.evaluate.list_systems import ListSystem
from otherwords.evaluate.lists import ListExample
from otherwords.rank import blend, cosine, lambdarank, listwise
from otherwords.rank.cosine import Cosine
from otherwords.rank.fragments import CosineOfWords, ListwiseOfWords
from otherwords.rank.lambdarank import LambdaRank
from otherwords.rank.listwise import Listwise
from otherwords.rank.ranker import Ranker
from otherwords.text import OtherwordsError

TAUGHT, ASKED = small_lists(150), small_lists(30, seed=1)
EMPTY = ListExample("x", "a boat", ())


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The vectors of letters instead of an encoder's, for the systems that open one by its folder."""
    for module in (cosine, lambdarank, listwise):
        monkeypatch.setattr(module, "vectors_by", lambda model: Letters().vectors)


def mean_ndcg(system: ListSystem, examples: Sequence[ListExample] = ASKED) -> float:
    return float(np.mean([ndcg(in_order(example.labels, list(system.scores(example)))) for example in examples]))


@pytest.mark.parametrize("kind", [Listwise, ListwiseOfWords, CosineOfWords, LambdaRank])
def test_systems_that_learn(kind: type):
    if kind is LambdaRank:
        pytest.importorskip("lightgbm")
    one, other = kind(), kind()
    one.fit(TAUGHT)
    other.fit(ASKED)
    other.fit(TAUGHT)  # which forgets the first lessons
    assert mean_ndcg(one) > mean_ndcg(Cosine()) - 0.05
    assert [one.scores(example) for example in ASKED] == [other.scores(example) for example in ASKED]
    assert list(one.scores(EMPTY)) == []


def test_listwise_is_above_the_cosine_of_the_same_vectors():
    system = Listwise()
    system.fit(small_lists(300))
    assert mean_ndcg(system) > mean_ndcg(Cosine()) + 0.05
    assert list(system.scores_all(ASKED)) == [system.scores(example) for example in ASKED]


def test_the_ranker_orders_by_probability():
    ranked = Ranker(judge=Letters()).order("the boat left", ["a cook", "the boat left", "a boat", "the boat left"])
    assert [one.place for one in ranked] == [1, 3, 2, 0]
    assert all(0 <= one.probability <= 1 for one in ranked)
    assert Ranker(judge=Letters()).order("the boat", []) == []
    with pytest.raises(OtherwordsError, match="the query is empty"):
        Ranker(judge=Letters()).order(" ", ["a boat"])


def test_the_ranker_needs_no_training_and_is_better_with_it():
    ranker = Ranker(judge=Letters())
    assert ranker.gives_probabilities
    before = mean_ndcg(ranker)
    ranker.fit(TAUGHT)
    assert mean_ndcg(ranker) > max(before + 0.05, 0.95)
    assert not ranker.gives_probabilities
    assert ranker.scores(EMPTY) == []


def test_taught_with_yes_and_no_it_still_gives_probabilities():
    ranker = Ranker(judge=Letters())
    ranker.fit(small_lists(150, graded=False))
    assert ranker.gives_probabilities
    asked = small_lists(20, graded=False, seed=1)
    likely = [score for example in asked for score in ranker.scores(example)]
    labels = [label for example in asked for label in example.labels]
    assert all(0 <= one <= 1 for one in likely)
    assert np.mean([(one >= 0.5) == (label > 0) for one, label in zip(likely, labels, strict=True)]) > 0.9


@pytest.mark.parametrize("is_taught", [False, True])
def test_lists_asked_together_or_one_by_one_are_told_the_same(is_taught: bool):
    ranker = Ranker(judge=Letters())
    if is_taught:
        ranker.fit(TAUGHT)
    together = list(ranker.scores_all([*ASKED, EMPTY]))
    assert together == [pytest.approx(ranker.scores(example)) for example in [*ASKED, EMPTY]]


@pytest.mark.parametrize("kind", [Ranker, LambdaRank])
def test_nothing_to_learn_from_is_said(kind: type):
    system = kind(judge=Letters()) if kind is Ranker else kind()
    with pytest.raises(OtherwordsError, match="no candidates to learn from"):
        system.fit([EMPTY])


def test_own_vectors_take_no_folder():
    with pytest.raises(OtherwordsError, match="leave out --model"):
        CosineOfWords(Path())


def test_a_missing_extra_is_one_sentence_with_the_command(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    with pytest.raises(OtherwordsError, match=r"^lambdarank needs lightgbm; .*pip install '\.\[rank\]'$"):
        LambdaRank().fit(TAUGHT)


def test_with_a_pair_model_of_its_own(tmp_path: Path):
    """The real thing, its weights left to chance: fitted and asked through the same calls."""
    from tiny_models import write_pairs

    ranker = Ranker(write_pairs(tmp_path / "pairs"))
    ordered = ranker.order("the boat was late", ["dog", "the boat was late", "the ferry did not arrive on time"])
    assert [one.probability for one in ordered] == sorted((one.probability for one in ordered), reverse=True)
    ranker.fit(TAUGHT[:40])
    assert len(ranker.scores(ASKED[0])) == len(ASKED[0].candidates)


@pytest.mark.parametrize("graded", [True, False])
def test_a_blend_says_what_the_models_it_was_grown_from_say(graded: bool):
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(301, 7))
    labels = (rows[:, 0] + rows[:, 1] ** 2 > 0.5).astype(float) * (rng.integers(1, 4, 301) if graded else 1)
    trees = GradientBoostingRegressor if graded else GradientBoostingClassifier
    models = [trees(**blend._TREES, random_state=seed).fit(rows, labels) for seed in range(blend._FORESTS)]
    line = Ridge(30.0) if graded else LogisticRegression(C=0.1, max_iter=1000)
    models.append(make_pipeline(StandardScaler(), line).fit(rows, labels))
    asked = rng.normal(size=(53, 7))
    told = [model.predict(asked) if graded else model.predict_proba(asked)[:, 1] for model in models]
    grown = blend.grow(rows, labels)
    assert grown.gives_probabilities is not graded
    np.testing.assert_allclose(grown.scores(asked), np.mean(told, axis=0), rtol=1e-9)


@pytest.mark.parametrize("graded", [True, False])
def test_what_was_taught_is_kept(tmp_path: Path, graded: bool):
    taught = Ranker(judge=Letters())
    taught.fit(small_lists(60, graded=graded))
    taught.save(tmp_path / "ranker")
    opened = Ranker(tmp_path / "ranker", judge=Letters())
    assert list(opened.scores_all(ASKED)) == list(taught.scores_all(ASKED))
    one = ASKED[0]
    texts = [candidate.text for candidate in one.candidates]
    ranked = opened.order(one.query, texts)
    scores = opened.scores(one)
    assert [scores[place.place] for place in ranked] == sorted(scores, reverse=True)
    chances = scores if not graded else list(map(float, Letters().probabilities([(one.query, text) for text in texts])))
    assert [chances[place.place] for place in ranked] == [place.probability for place in ranked]


def test_a_ranker_that_does_not_fit_is_refused(tmp_path: Path):
    taught = Ranker(judge=Letters())
    taught.fit(small_lists(20))
    taught.save(tmp_path)
    other = Letters()
    other.identity = "others"
    with pytest.raises(OtherwordsError, match="make one with otherwords train rank"):
        Ranker(tmp_path, judge=other)
    (tmp_path / "weights.npz").write_bytes(b"PK")
    with pytest.raises(OtherwordsError, match="make one with otherwords train rank"):
        Ranker(tmp_path, judge=Letters())
