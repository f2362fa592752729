"""Learning which paths questions mean from their answers alone, on a world that tells nothing by its words."""

import json
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from small_kb import made_triples, write_tsv

from otherwords.ask.combine import given
from otherwords.ask.kb.answerer import KbAnswerer
from otherwords.ask.kb.features import Vectors
from otherwords.ask.kb.graph import Graph, Step
from otherwords.ask.kb.graph import Path as GraphPath
from otherwords.ask.kb.heads import head_log_probabilities, ngrams
from otherwords.ask.kb.learn import Lesson, find_lessons, fit_heads, learn
from otherwords.ask.kb.load import load
from otherwords.ask.kb.model import open_model, save
from otherwords.ask.kb.terms import entity, plain_name, relation
from otherwords.text import OtherwordsError

# Relations whose names say nothing, so that only what is learned can tell them apart.
RENAMED = {"directed by": "r1", "starred actors": "r2", "release year": "r3"}
TRIPLES = [(first, RENAMED[between], second) for first, between, second in made_triples(40)]


def step(name: str) -> Step:
    return Step(relation(name[1:]), name[0] == "+")


MEANT: dict[GraphPath, list[str]] = {
    (step("+r1"),): [
        "who directed []",
        "who is the director of []",
        "[] was directed by who",
        "name the director of []",
    ],
    (step("+r2"),): ["who stars in []", "who acted in []", "the stars of [] are who", "which actors are in []"],
    (step("+r3"),): ["when was [] released", "what year is [] from", "the release year of [] is what", "[] is how old"],
    (step("-r1"),): [
        "what did [] direct",
        "which films were directed by []",
        "[] directed what",
        "films by director []",
    ],
    (step("-r1"), step("+r3")): [
        "when were the films directed by [] released",
        "which years are films by director [] from",
        "what did [] direct and in what year",
        "release years of what [] directed",
    ],
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory):
    return load(write_tsv(tmp_path_factory.mktemp("kb") / "kb.tsv", TRIPLES))


def questions(kb, wordings: slice) -> list[tuple[str, list[str]]]:
    graph, made = Graph(kb), []
    for path, texts in MEANT.items():
        for text in texts[wordings]:
            for name in [f"Film {i}" for i in range(6)] + [f"Person {c}" for c in "ABCD"]:
                ends = graph.ends(entity(name), path)
                if ends:
                    made.append((text.replace("[]", f"[{name}]"), [plain_name(end.term) for end in ends]))
    return made


def test_paths_are_found_by_their_ends(kb):
    lessons = find_lessons(kb, questions(kb, slice(None)), lambda line: None)
    found = {lesson.wording: lesson.path for lesson in lessons}
    assert found == {text: path for path, texts in MEANT.items() for text in texts}


def test_many_wordings_take_little_memory():
    lessons = [Lesson(" ".join(f"w{i}x{j}" for j in range(8)) + " []", (), (step("+r1"),)) for i in range(2000)]
    tracemalloc.start()
    try:
        heads = fit_heads(lessons, Vectors(None))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(heads.vocabulary) > 16_000
    assert peak < 128 << 20  # with all zeros, 256 MB more


def test_the_answers_tell_what_a_question_speaks_of(kb, tmp_path: Path):
    """Names in no brackets, and each is the name of two: one that stands first, and one that has the answers."""
    more = [("Sample", "r9", "Nothing"), ("Film 1", "r9", "Something")]
    both = load(write_tsv(tmp_path / "kb.tsv", [*TRIPLES, *more]))
    truth = [plain_name(end.term) for end in Graph(both).ends(entity("Film 1"), (step("+r1"),))]
    (lesson,) = find_lessons(both, [("who made the Sample Film 1", truth)], lambda line: None)
    assert lesson.wording == "who made the Sample []"
    assert lesson.things == (entity("Film 1"),)
    assert len(lesson.asked[0].links) > 1


def test_of_paths_that_lead_to_the_same_the_common_one_is_meant(tmp_path: Path):
    rows = [(f"X{i}", relation, f"Y{i}") for i in range(4) for relation in ("b", "a" if i == 0 else "c")]
    kb = load(write_tsv(tmp_path / "kb.tsv", rows))
    questions = [(f"{word} [X{i}]", [f"Y{i}"]) for i, word in enumerate(("who", "what", "which", "where"))]
    lessons = {lesson.wording: lesson for lesson in find_lessons(kb, questions, lambda line: None)}
    assert {lesson.path for lesson in lessons.values()} == {(step("+b"),)}
    assert lessons["who []"].also == {(step("+a"),), (step("+b"),)}


def right(answerer: KbAnswerer, examples: list[tuple[str, list[str]]]) -> float:
    return float(np.mean([{a.text for a in given(answerer.answers(q))} == {*answers} for q, answers in examples]))


def test_wordings_never_seen(kb, tmp_path: Path):
    seen, unseen = questions(kb, slice(0, 3)), questions(kb, slice(3, 4))
    model = learn(kb, seen, None)
    assert right(KbAnswerer(kb, model), seen) > 0.95
    assert right(KbAnswerer(kb, model), unseen) > right(KbAnswerer(kb), unseen) + 0.2
    save(model, tmp_path / "model")
    again = open_model(tmp_path / "model")
    for question, _ in unseen[::5]:
        ours, theirs = (KbAnswerer(kb, one).answers(question) for one in (model, again))
        assert [a.text for a in ours] == [a.text for a in theirs]
        assert np.allclose([a.probability for a in ours], [a.probability for a in theirs], atol=1e-3)


def test_what_it_is_worth_is_told_by_wordings_held_out(kb):
    """A word that all wordings of a path have can be learned; what only one has tells nothing of another."""
    alike, unlike = [], []
    for path, texts in MEANT.items():
        for name in [f"Film {i}" for i in range(6)] + [f"Person {c}" for c in "ABCD"]:
            answers = [plain_name(end.term) for end in Graph(kb).ends(entity(name), path)]
            for i in range(len(texts) if answers else 0):
                alike.append((f"w{i} {texts[0].replace('[]', f'[{name}]')}", answers))
                unlike.append((f"w{i}of{[*MEANT].index(path)} [{name}]", answers))
    told, by_heart = (learn(kb, some, None) for some in (alike, unlike))
    assert told.figures["held out"] > 0.9
    assert by_heart.figures["held out"] < 0.6


def test_the_same_questions_give_the_same_model(kb):
    one, other = (learn(kb, questions(kb, slice(0, 3)), None) for _ in range(2))
    assert np.array_equal(one.weights, other.weights)


def test_what_was_learned_elsewhere_does_no_harm(kb, tmp_path: Path):
    model = learn(kb, questions(kb, slice(0, 3)), None)
    other = load(write_tsv(tmp_path / "other.tsv", [("Oslo", "capital of", "Norway"), ("Oslo", "mayor", "Someone")]))
    assert KbAnswerer(other, model).answers("the mayor of [Oslo]") == KbAnswerer(other).answers("the mayor of [Oslo]")


def test_head_probabilities_sum_to_one(kb):
    model = learn(kb, questions(kb, slice(0, 3)), None)
    firsts = [(Step.parse(name),) for name in model.heads.heads["first"].classes]
    for wording in ("who directed []", "something never heard of []", "[]"):
        assert np.exp(head_log_probabilities(model.heads, wording, None, firsts)[:, 0]).sum() == pytest.approx(
            1, abs=1e-3
        )


def test_ngrams():
    assert ngrams("Who is []?") == {
        "who", "is", "[]", "^ who", "who is", "is []", "[] $", "^ who is", "who is []", "is [] $",
    }  # fmt: skip


def test_nothing_to_learn(kb):
    with pytest.raises(OtherwordsError, match="do the names in the questions and answers occur there"):
        learn(kb, [("who is [Nobody]", ["None"])], None)
    directed = [one for one in questions(kb, slice(0, 3)) if one[0].startswith(("who directed", "who is the director"))]
    with pytest.raises(OtherwordsError, match=r'say "who directed \[\]"; give some in other wordings'):
        learn(kb, [one for one in directed if one[0].startswith("who directed")], None)
    with pytest.raises(OtherwordsError, match="the same path answers all 2 wordings"):
        learn(kb, directed, None)


def test_a_folder_that_is_no_model(kb, tmp_path: Path):
    with pytest.raises(OtherwordsError, match="otherwords train ask"):
        open_model(tmp_path)
    save(learn(kb, questions(kb, slice(0, 3)), None), tmp_path)
    for damaged in ("model.json", "weights.npz"):
        whole = (tmp_path / damaged).read_bytes()
        for size in (50, 0):
            (tmp_path / damaged).write_bytes(whole[:size])
            with pytest.raises(OtherwordsError, match="does not hold otherwords ask"):
                open_model(tmp_path)
        (tmp_path / damaged).write_bytes(whole)
    facts = json.loads((tmp_path / "model.json").read_text())
    (tmp_path / "model.json").write_text(json.dumps(facts | {"features": ["another"]}))
    with pytest.raises(OtherwordsError, match="another version"):
        open_model(tmp_path)
