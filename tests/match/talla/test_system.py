"""The whole system on made questions: it learns an order, whatever is left out, and stands what lists may hold."""

from pathlib import Path

import pytest

from otherwords.evaluate.list_systems import Trainable, build_list_system
from otherwords.evaluate.lists import Candidate, ListExample
from otherwords.match.talla.features import FEATURE_GROUPS, Features
from otherwords.match.talla.system import Talla
from otherwords.text import OtherwordsError

VECTORS = "car 1 0 0\nvehicle 0.9 0.1 0\nvisa 0 1 0\npermit 0 0.9 0.1\nwife 0 0 1\nspouse 0 0.1 0.9\n"
TOPICS = [("car", "vehicle"), ("visa", "permit"), ("wife", "spouse")]


def example(number: int) -> ListExample:
    """The right candidates name the topic, once in the same word and once in another."""
    (word, synonym), *others = TOPICS[number % 3 :] + TOPICS[: number % 3]
    texts = [
        (f"a {synonym} again", f"I need a {word} in town {number}", 1),
        (f"the {others[0][0]}", f"can I buy a {others[0][1]} here", 0),
        (f"my {word}", f"where is a cheap {synonym}", 1),
        (f"the {others[1][1]}", "nothing of the kind", 0),
    ]
    candidates = [
        Candidate(str(place), f"{subject}\n{body}", label, place, subject, body)
        for place, (subject, body, label) in enumerate(texts, start=1)
    ]
    subject, body = f"a {word}", f"where can I buy a {word}?"
    return ListExample(str(number), f"{subject}\n{body}", tuple(candidates), subject, body)


SIZE = 40
"""Two thousand trees take their time, and decide no differently here."""

EXAMPLES = [example(number) for number in range(9)]


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("OTHERWORDS_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("vectors") / "words.txt"
    path.write_text(VECTORS)
    return path


@pytest.mark.parametrize("without", [(), *((group,) for group in FEATURE_GROUPS), ("trees", "tf-kld", "rank")])
def test_the_right_ones_come_first(vectors: Path, pipeline: str, without: tuple[str, ...]):
    system = Talla(vectors, pipeline, without, SIZE)
    system.fit(EXAMPLES)
    assert system.name == "-without-".join(["talla", *without])
    for number in (20, 21, 22):
        scores = system.scores(example(number))
        assert min(scores[0], scores[2]) > max(scores[1], scores[3])


def test_the_features_have_their_places(vectors: Path, pipeline: str):
    features = Features(vectors, pipeline)
    features.fit(EXAMPLES)
    assert features.rows(EXAMPLES[0]).shape == (4, 2 + 1 + 24 + 1)
    assert features.rows(EXAMPLES[0])[:, -1] == pytest.approx([1, 1 / 2, 1 / 3, 1 / 4])


def undivided(one: ListExample) -> ListExample:
    return ListExample(one.id, one.query, tuple(Candidate(c.id, c.text, c.label, c.rank) for c in one.candidates))


def test_whole_texts_are_compared_where_only_some_lists_are_divided(vectors: Path):
    features = Features(vectors, without=["trees", "tf-kld", "rank"])
    for groups in (EXAMPLES, [undivided(one) for one in EXAMPLES]):
        features.fit(groups)
        assert features.rows(groups[0]).shape == (4, 24)
    features.fit([*EXAMPLES[:5], *(undivided(one) for one in EXAMPLES[5:])])
    divided, whole = features.rows(EXAMPLES[0]), features.rows(undivided(EXAMPLES[0]))
    assert divided.shape == whole.shape == (4, 36)
    assert divided[:, 24:] == pytest.approx(whole[:, 24:])
    assert whole[:, 24:] == pytest.approx(whole[:, 12:24])
    assert not whole[:, :12].any()
    assert divided[:, 12:24] != pytest.approx(divided[:, 24:])
    features.fit([*EXAMPLES, ListExample("none", "no candidates", ())])
    assert features.rows(EXAMPLES[0]).shape == (4, 24)


def test_what_was_learned_of_undivided_lists_holds_for_divided_ones(vectors: Path):
    system = Talla(vectors, without=["trees", "tf-kld", "rank"], size=SIZE)
    system.fit([EXAMPLES[0], *(undivided(one) for one in EXAMPLES[1:])])
    for number in (20, 21, 22):
        scores = system.scores(example(number))
        assert min(scores[0], scores[2]) > max(scores[1], scores[3])


def test_the_same_scores_in_every_run_and_in_any_order_of_questions(vectors: Path, pipeline: str):
    first, second = Talla(vectors, pipeline, size=SIZE), Talla(vectors, pipeline, size=SIZE)
    for system in (first, second):
        system.fit(EXAMPLES)
    new = [example(number) for number in (30, 31)]
    assert [first.scores(one) for one in new] == [second.scores(one) for one in reversed(new)][::-1]


def test_fit_starts_anew(vectors: Path, pipeline: str):
    again, once = Talla(vectors, pipeline, size=SIZE), Talla(vectors, pipeline, size=SIZE)
    again.fit(EXAMPLES[5:])
    again.fit(EXAMPLES[:5])
    once.fit(EXAMPLES[:5])
    assert again.scores(EXAMPLES[7]) == once.scores(EXAMPLES[7])


def test_lists_without_parts_or_ranks_and_empty_ones(vectors: Path, pipeline: str):
    system = Talla(vectors, pipeline, size=SIZE)
    plain = [
        ListExample(one.id, one.query, tuple(Candidate(c.id, c.text, c.label) for c in one.candidates))
        for one in EXAMPLES
    ]
    system.fit([*plain, ListExample("none", "car?", ()), ListExample("odd", "?!", (Candidate("0", "", 0),))])
    scores = system.scores(plain[0])
    assert min(scores[0], scores[2]) > max(scores[1], scores[3])
    assert system.scores(ListExample("none", "car?", ())) == []
    assert len(system.scores(ListExample("odd", "?!", (Candidate("0", "", 0), Candidate("1", "…", 0))))) == 2


def test_nothing_to_learn_and_nothing_to_learn_with(vectors: Path):
    right = ListExample("one", "a car?", (Candidate("0", "my car", 1), Candidate("1", "the car", 1)))
    with pytest.raises(OtherwordsError, match="both a right and a wrong"):
        Talla(vectors, without=["trees"]).fit([right])
    with pytest.raises(OtherwordsError, match="keep some"):
        Talla(vectors, without=FEATURE_GROUPS)
    with pytest.raises(OtherwordsError, match='no features "verbs"; choose from trees'):
        Talla(vectors, without=["verbs"])


@pytest.mark.parametrize("group", FEATURE_GROUPS)
def test_the_evaluation_knows_each_ablation(vectors: Path, pipeline: str, group: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OTHERWORDS_PIPELINE", pipeline)
    system = build_list_system(f"talla-without-{group}", vectors)
    assert isinstance(system, Trainable)
    assert system.name == f"talla-without-{group}"
