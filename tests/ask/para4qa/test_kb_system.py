"""The paper's systems over a small knowledge base: features, gradients, what is learned, and what is kept."""

from pathlib import Path

import numpy as np
import pytest
from small_kb import made_triples, write_tsv
from toy_texts import assert_gradients, drawn_vectors

from otherwords.ask.kb.graph import Graph, Step
from otherwords.ask.kb.load import load
from otherwords.ask.kb.terms import relation
from otherwords.ask.para4qa.kb_system import learn_paths, open_paths, para4qa_asker, prepare_lessons, save_paths
from otherwords.ask.para4qa.paraphrase_pairs import PairLesson, learn_weights
from otherwords.ask.para4qa.path_features import PATH_FEATURES, PathFeatures, question_word
from otherwords.ask.para4qa.path_lessons import divided_by_wording
from otherwords.ask.para4qa.readers import LstmReader
from otherwords.ask.para4qa.relations import PathLesson, PathModel, last_relations
from otherwords.ask.para4qa.rmsprop import Recipe, drawn
from otherwords.ask.para4qa.systems import plan_of
from otherwords.ask.para4qa.weigher import Weigher
from otherwords.ask.para4qa.word_table import WordTable
from otherwords.ask.wording import Wording
from otherwords.ask.wordings.stored import Stored
from otherwords.text import OtherwordsError

TRIPLES = made_triples(40)
FILMS = sorted({first for first, _, _ in TRIPLES})
ASKED = {
    "directed by": ["what directed []", "[] was directed by what", "what helm had []", "what called the shots on []"],
    "starred actors": ["what starred in []", "what actors starred in []", "what is seen in []", "what faces had []"],
    "release year": ["what release year had []", "what is the release of []", "what age has []", "what is [] from"],
}
"""The first two of each say the relation's words; the others do not, and only a wording can bridge that."""
BRIDGES = {
    "directed by": "what directed []",
    "starred actors": "what actors starred in []",
    "release year": "what release year had []",
}
KNOWN = {
    wording: [Wording("tell me of []", "pivots", 0.5), Wording(BRIDGES[name], "rules", 0.5)]
    for name, wordings in ASKED.items()
    for wording in wordings
}
PAIRS = [PairLesson(f"{word} is it", f"{other} is it", word == other) for word in "abcde" for other in "abcde"]


def step(name: str) -> Step:
    return Step(relation(name[1:]), name[0] == "+")


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory):
    return load(write_tsv(tmp_path_factory.mktemp("kb") / "kb.tsv", TRIPLES))


@pytest.fixture(scope="module")
def questions() -> list[tuple[str, list[str]]]:
    return [
        (
            wording.replace("[]", f"[{film}]"),
            [third for first, name, third in TRIPLES if (first, name) == (film, asked)],
        )
        for asked, wordings in ASKED.items()
        for wording in wordings
        for film in FILMS[:6]
    ]


@pytest.fixture(scope="module")
def prepared(kb, questions):
    return prepare_lessons(kb, questions, lambda line: None)


def test_features(kb):
    paths = ((step("+directed by"),), (step("+starred actors"), step("-starred actors")))
    rows = PathFeatures(Graph(kb)).rows("who directed the films of [] actors", paths)
    found = [dict(zip(PATH_FEATURES, row.tolist(), strict=True)) for row in rows]
    assert found[0]["relations said"] == 1
    assert found[0]["question covered"] == pytest.approx(1 / 3)
    assert found[1]["relations said"] == 0.5
    assert (found[1]["there and back"], found[1]["two relations"], found[1]["backwards"]) == (1, 1, 0.5)


@pytest.mark.parametrize(
    ("wording", "expected"),
    [
        ("who starred in what [] directed", 1.0),
        ("what was directed by who starred in []", -1.0),
        ("tell me of []", 0.0),
    ],
)
def test_relations_are_said_in_order_from_the_entity(kb, wording: str, expected: float):
    path = (step("-directed by"), step("+starred actors"))
    row = PathFeatures(Graph(kb)).rows(wording, (path,))[0]
    assert row[PATH_FEATURES.index("in order")] == expected


def test_question_words():
    assert question_word("in which year did who do it") == question_word("Which?")
    assert question_word("name it") == question_word("") != question_word("who")


def test_gradients(kb):
    paths = ((step("+directed by"),), (step("+starred actors"),), (step("-directed by"), step("+release year")))
    lessons = [
        PathLesson(("who directed []", "tell me of []", "whose film is []"), paths, np.array([0.8, 0.2, 0.0])),
        PathLesson(("when is [] from",), paths[1:], np.array([0.0, 1.0])),
    ]
    table = WordTable.learned(drawn_vectors, ["who directed this", "tell me of", "whose film is"], 3)
    table.rows = table.rows.astype(np.float64)
    model = PathModel(PathFeatures(Graph(kb)), last_relations(lessons), Weigher(LstmReader("weigh", table, 2)))
    made = drawn(model.shapes(), 0.9, np.random.default_rng(0))
    parameters = {name: value.astype(np.float64) for name, value in made.items()}
    found = model.loss(parameters, lessons).gradients()
    assert_gradients(lambda some: model.loss(some, lessons).value, parameters, found)


def test_every_path_counts_by_its_f1(prepared):
    lessons, known = prepared
    assert known == ()
    for lesson in lessons:
        assert lesson.target.sum() == pytest.approx(1)
    asked = next(one for one in lessons if one.wordings[0] == "what is seen in []")
    assert asked.target[asked.paths.index((step("+starred actors"),))] == asked.target.max()


def test_held_out_wordings_are_not_learned_from(prepared):
    learned, held_out = divided_by_wording(prepared[0], every=4)
    assert {one.wordings[0] for one in learned}.isdisjoint(one.wordings[0] for one in held_out)
    assert held_out


@pytest.mark.parametrize(
    "system", ["base", "avgpara", "dataugment", "para4qa", "para4qa-without-rules", "para4qa-encoder", "para4qa-pairs"]
)
def test_wordings_bridge_what_words_do_not_say(kb, questions, prepared, system: str, tmp_path: Path):
    plan, stored = plan_of(system), Stored(KNOWN)
    recipe = Recipe(epochs=60, patience=60, batch=12, dropout=0.1)
    pairs = learn_weights(PAIRS, drawn_vectors, Recipe(epochs=2), dimensions=8) if plan.needs_pairs else None
    learned = learn_paths(plan, kb, prepared, stored, drawn_vectors, pairs, recipe)
    asker = para4qa_asker(kb, learned, [stored])
    right = [asker.ask(question).answers[0].text in answers for question, answers in questions]
    bridged = np.mean(right)
    if system in ("para4qa", "para4qa-encoder", "para4qa-pairs"):
        assert bridged > 0.9
    elif system in ("base", "para4qa-without-rules"):
        assert bridged < 0.8
    save_paths(learned, tmp_path / "model")
    again = para4qa_asker(kb, open_paths(tmp_path / "model", system, kb, drawn_vectors), [stored])
    for question, _ in questions[::7]:
        ours, theirs = asker.ask(question), again.ask(question)
        assert [one.text for one in theirs.answers] == [one.text for one in ours.answers]
        # In 32 bits, and with other sums on other processors, a weight of a hundred-thousandth has five sure digits.
        assert [one.weight for one in theirs.heard] == pytest.approx([one.weight for one in ours.heard], rel=1e-4)


def test_the_question_need_not_be_marked(kb, prepared):
    recipe = Recipe(epochs=3, batch=12)
    learned = learn_paths(plan_of("para4qa"), kb, prepared, Stored(KNOWN), drawn_vectors, recipe=recipe)
    asker = para4qa_asker(kb, learned, [Stored(KNOWN)])
    marked, plain = asker.ask("what directed [Film 3]"), asker.ask("what directed Film 3")
    assert [one.wording.source for one in marked.heard] == ["question", "pivots"]  # the other is the question again
    assert plain.entities[0] == marked.entities[0] == "Film 3"


def test_learned_as_another_system(kb, prepared, tmp_path: Path):
    recipe = Recipe(epochs=1)
    save_paths(learn_paths(plan_of("base"), kb, prepared, None, drawn_vectors, recipe=recipe), tmp_path)
    with pytest.raises(OtherwordsError, match="was learned as base; ask it as --system base"):
        open_paths(tmp_path, "para4qa", kb, drawn_vectors)


def test_nothing_to_learn_from(kb):
    with pytest.raises(OtherwordsError, match="too little to learn from"):
        prepare_lessons(kb, [("who wrote [Film 1]", ["Nobody At All"])], lambda line: None)
