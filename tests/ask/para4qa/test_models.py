"""What is learned: gradients against differences, mixtures against sums by hand, and that learning helps at all."""

from pathlib import Path

import numpy as np
import pytest
from toy_texts import assert_gradients, drawn_vectors

from otherwords.ask.para4qa.fit import divided, fit
from otherwords.ask.para4qa.match_counts import MatchCounts
from otherwords.ask.para4qa.paraphrase_pairs import (
    PairJudge,
    PairLesson,
    learn_weights,
    open_weights,
    save_weights,
)
from otherwords.ask.para4qa.readers import EncoderReader, LstmReader
from otherwords.ask.para4qa.rmsprop import Recipe, RmsProp, drawn
from otherwords.ask.para4qa.sentences import SentenceLesson, SentenceModel
from otherwords.ask.para4qa.weigher import Weigher
from otherwords.ask.para4qa.word_table import WordTable
from otherwords.text import OtherwordsError

TEXTS = ["who wrote the book", "a book about cats was written by her", "cats", "who is its author", "the dogs bark"]
LESSONS = [
    SentenceLesson(
        ("who wrote the book", "who is its author", "book by whom"),
        ("a book about cats was written by her", "the dogs bark"),
        np.array([1.0, 0.0]),
    ),
    SentenceLesson(("who barks",), ("the dogs bark", "cats", "a book"), np.array([0.5, 0.5, 0.0])),
    SentenceLesson(("cats or dogs", "dogs"), ("cats", "bark"), np.array([0, 1.0]), np.array([0.3, 0.7])),
]


def table() -> WordTable:
    made = WordTable.learned(drawn_vectors, TEXTS, 3)
    made.rows = made.rows.astype(np.float64)
    return made


def wide(shapes: dict[str, tuple[int, ...]]) -> dict[str, np.ndarray]:
    made = drawn(shapes, 0.9, np.random.default_rng(5))
    return {name: value.astype(np.float64) for name, value in made.items()}


def sentence_model(weigher: str) -> SentenceModel:
    words = table()
    by = {"lstm": Weigher(LstmReader("weigh", words, 2)), "encoder": Weigher(EncoderReader(drawn_vectors))}
    return SentenceModel(LstmReader("answer", words, 2), by.get(weigher), MatchCounts.learned(TEXTS))


@pytest.mark.parametrize("weigher", ["none", "lstm", "encoder"])
def test_sentences_gradients(weigher: str):
    model = sentence_model(weigher)
    parameters = wide(model.shapes())
    lessons = LESSONS if weigher == "none" else LESSONS[:2]
    found = model.loss(parameters, lessons).gradients()
    assert_gradients(lambda some: model.loss(some, lessons).value, parameters, found)


def test_the_mixture_is_the_sum_over_wordings():
    model = sentence_model("lstm")
    parameters = wide(model.shapes())
    lesson = LESSONS[0]
    (weights,), _ = model.weigher.weights(parameters, [lesson.wordings])
    alone = [
        model.probabilities(parameters, SentenceLesson((wording,), lesson.sentences, lesson.target))
        for wording in lesson.wordings
    ]
    expected = sum(weight * p for weight, p in zip(weights, alone, strict=True))
    assert model.probabilities(parameters, lesson) == pytest.approx(expected)
    assert weights.sum() == pytest.approx(1)


def test_the_weights_are_a_softmax_of_the_papers_score():
    words = table()
    reader = LstmReader("weigh", words, 2)
    parameters = wide(Weigher(reader).shapes())
    group = ("who wrote the book", "who is its author", "cats")
    vectors = reader.read(parameters, group).vectors
    w = np.concatenate([parameters["weigh first"], parameters["weigh second"], parameters["weigh product"]])
    scores = [w @ np.concatenate([vectors[0], v, vectors[0] * v]) + parameters["weigh constant"][0] for v in vectors]
    odds = np.exp(scores)
    (found,), _ = Weigher(reader).weights(parameters, [group])
    assert found == pytest.approx(odds / odds.sum())


def test_pairs_gradients():
    judge = PairJudge(LstmReader("weigh", table(), 2))
    parameters = wide(judge.shapes())
    lessons = [PairLesson("who wrote the book", "who is its author", True), PairLesson("cats", "the dogs bark", False)]
    found = judge.loss(parameters, lessons).gradients()
    assert_gradients(lambda some: judge.loss(some, lessons).value, parameters, found)


def test_weights_learned_from_pairs_are_kept(tmp_path: Path):
    same = [(f"who made {x}", f"whose work is {x}") for x in "abcdefghijkl"]
    lessons = [PairLesson(a, b, True) for a, b in same]
    lessons += [PairLesson(a, f"where is {b[-1]} now", False) for a, b in same]
    recipe = Recipe(batch=8, epochs=30, patience=30, dropout=0.0)
    learned = learn_weights(lessons, drawn_vectors, recipe, dimensions=6, hidden=4)
    group = ["who made m", "whose work is m", "where is m now"]
    weights = learned.of(group)
    assert weights[1] > 2 * weights[2]
    save_weights(learned, tmp_path / "w")
    assert open_weights(tmp_path / "w", drawn_vectors).of(group) == pytest.approx(weights)
    with pytest.raises(OtherwordsError, match="does not hold"):
        open_weights(tmp_path, drawn_vectors)


def test_learning_tells_right_sentences_and_better_wordings():
    """Questions whose own words say nothing; of their wordings one always has the answer's word, the others never."""
    draw = np.random.default_rng(0)
    kinds = ["red", "blue", "green", "black"]
    lessons = []
    for number in range(120):
        right = int(draw.integers(4))
        wordings = (f"q{number % 7} which", f"z{number % 5} useless", f"colour {kinds[right]}")
        sentences = tuple(f"it is {kind}" for kind in kinds)
        lessons.append(SentenceLesson(wordings, sentences, np.eye(4)[right]))
    words = WordTable.learned(drawn_vectors, [t for one in lessons for t in (*one.wordings, *one.sentences)], 8)
    model = SentenceModel(LstmReader("answer", words, 6), Weigher(LstmReader("weigh", words, 6)), None)
    learned, held_out = divided(lessons)
    parameters = fit(model, learned, held_out, Recipe(batch=20, epochs=40, patience=40, dropout=0.1))
    assert model.loss(parameters, held_out).value < 0.3 < np.log(4)
    weights = model.loss(parameters, held_out).weights
    assert min(float(one[2]) for one in weights) > 0.8


def test_the_same_seed_learns_the_same():
    model = sentence_model("lstm")
    recipe = Recipe(batch=2, epochs=2)
    one, other = (fit(model, LESSONS[:2], LESSONS[:1], recipe) for _ in range(2))
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_a_long_gradient_is_cut():
    recipe = Recipe(rate=1.0, decay=0.0)
    parameters = {"a": np.zeros(2, dtype=np.float32)}
    RmsProp(parameters, recipe).step({"a": np.array([300.0, 400.0], dtype=np.float32)})
    assert parameters["a"] == pytest.approx([-1, -1], rel=1e-3)  # its own root mean square is what divides it
    slow = {"a": np.zeros(1, dtype=np.float32)}
    RmsProp(slow, Recipe(rate=0.1, decay=0.75)).step({"a": np.array([1000.0], dtype=np.float32)})
    assert slow["a"] == pytest.approx([-0.1 * 5 / (5 * 0.5)], rel=1e-3)


def test_counts():
    counts = MatchCounts.learned(["the cat sat", "a cat ran", "dogs run"])
    number, weighed = counts.of("did the cats run?", "The cat was running away")
    assert number == 2
    assert weighed == pytest.approx(np.log(3 / 2) + np.log(3))
    assert counts.of("who is that", "that is who") == (0, 0)
    assert counts.of("is it a zebra", "zebras") == (1, pytest.approx(np.log(3)))


def test_word_table_knows_new_words():
    words = WordTable.learned(drawn_vectors, TEXTS, 3)
    before = len(words.rows)
    (ids,) = words.ids(["cats sleep"])
    assert (ids[0], ids[-1]) == (0, 1)
    assert ids[2] == before
    expected = (drawn_vectors(["sleep"]) - words.midst) @ words.project
    assert words.rows[ids[2]] == pytest.approx(expected[0], abs=1e-5)
