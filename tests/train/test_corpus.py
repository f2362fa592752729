"""From files of every kind to a corpus, to what is kept aside, and to the curve that is fitted on it."""

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tiny_models import WORDS, bert_tokenizer, write_bert
from tokenizers import Tokenizer

from otherwords.find.calibration import Calibration, Curve, Evidence
from otherwords.text import OtherwordsError, sentences
from otherwords.train.calibrate import Judged, calibration, logistic
from otherwords.train.corpus import TELLING_LENGTH, Corpus, HeldOut, prepare
from otherwords.train.held_out import span_examples
from otherwords.train.sources import READERS
from otherwords.train.tokenizer import with_line_breaks


def read(path: Path, kind: str, **entry: Any) -> list[tuple[str, Any]]:
    return list(READERS[kind](path, {"language": "en", **entry}))


def write_rows(path: Path, *rows: Any) -> Path:
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def test_versions(tmp_path: Path):
    row = {"doc_id": "Gen.1", "a": ["One.", " ", "Three."], "b": ["I.", "II.", "III."]}
    assert read(write_rows(tmp_path / "v.jsonl.gz", row), "versions") == [
        ("Gen.1", [("One.", "I."), ("Three.", "III.")])
    ]


def test_versions_of_unequal_length_are_an_error(tmp_path: Path):
    with pytest.raises(ValueError, match="zip"):
        read(write_rows(tmp_path / "v.jsonl", {"doc_id": "x", "a": ["One."], "b": []}), "versions")


def test_paragraphs(tmp_path: Path):
    same = {"title": "A", "orig": "It rained. We left.", "bt": "Rain fell. We went."}
    other = {"title": "B", "orig": "It rained. We left.", "bt": "Rain fell, and we went."}
    assert read(write_rows(tmp_path / "p.jsonl", same, other), "paragraphs") == [
        ("A", [("It rained.", "Rain fell."), ("We left.", "We went.")])
    ]


def test_groups(tmp_path: Path):
    rows = [{"texts": ["a", "b", "a", "c", "d"]}, {"texts": ["only"]}, {"texts": ["x", "y"]}]
    assert read(write_rows(tmp_path / "g.jsonl", *rows), "groups") == [
        ("g.jsonl:0", [("a", "b"), ("x", "y")]),
        ("g.jsonl:0", [("c", "d"), ("x", "y")]),
    ]
    many = read(write_rows(tmp_path / "g.jsonl", *([rows[2]] * 60)), "groups")
    assert [(key, len(document)) for key, document in many] == [
        ("g.jsonl:0", 25),
        ("g.jsonl:25", 25),
        ("g.jsonl:50", 10),
    ]


def test_pairs(tmp_path: Path):
    rows = [
        {"a": "The boat was late.", "b": "A ferry came too slowly.", "label": 1},
        {"a": "The boat was late.", "b": "A ferry came too slowly.", "label": "0"},
        {"a": "The boat was late.", "b": "The boat was late!", "label": 1},
    ]
    found = read(write_rows(tmp_path / "p.jsonl", *rows), "pairs")
    assert found == [("A ferry came too slowly.", [("The boat was late.", "A ferry came too slowly.")])]


def test_pairs_of_two_languages_or_of_other_columns(tmp_path: Path):
    write_rows(
        tmp_path / "n.jsonl", {"headline": "Rain came.", "lead": "It rained all day."}, {"headline": "", "lead": "x"}
    )
    assert read(tmp_path / "n.jsonl", "pairs", keys=["headline", "lead"]) == [
        ("It rained all day.", [("Rain came.", "It rained all day.")])
    ]
    (tmp_path / "t.tsv.gz").write_bytes(gzip.compress(b"Taxi!\tTaxi!\tx\nRain.\tRegn.\n"))
    pairs = [[("Taxi!", "Taxi!")], [("Rain.", "Regn.")]]
    assert [texts for _, texts in read(tmp_path / "t.tsv.gz", "pairs", language=["en", "sv"])] == pairs
    assert (
        read(tmp_path / "t.tsv.gz", "pairs", language="en", limit=1) == []
    )  # the same language: a copy teaches nothing


def test_pivots(tmp_path: Path):
    lines = ["Be quiet!\tTyst!", "It rains.\tDet regnar.", "Be quiet!\tHåll mun!", "Be quiet!\tTyst!!"]
    (tmp_path / "t.tsv").write_text("\n".join(lines), encoding="utf-8")
    assert read(tmp_path / "t.tsv", "pivots") == [
        ("Håll mun!", [("Tyst!", "Håll mun!")]),
        ("Håll mun!", [("Håll mun!", "Tyst!!")]),
    ]


def test_lines(tmp_path: Path):
    rows = [{"a": f"line {i}" if i else " ", "b": f"rad {i}"} for i in range(50)]
    found = read(write_rows(tmp_path / "s.jsonl", *rows), "lines", language=["en", "sv"])
    assert [(key, len(lines)) for key, lines in found] == [("s.jsonl:0", 40), ("s.jsonl:40", 9)]
    assert found[0][1][0] == ("line 1", "rad 1")


def test_crossed_versions(tmp_path: Path):
    ours = [{"doc_id": f"Gen.{i}", "a": [f"A{i}", f"B{i}"], "b": [f"C{i}", f"D{i}"]} for i in range(3)]
    theirs = [
        {"doc_id": "Gen.0", "a": ["x", "y"], "b": ["z", " "]},
        {"doc_id": "Gen.1", "a": ["only one"], "b": ["only one"]},  # as many verses, or they cannot be told apart
        {"doc_id": "Gen.9", "a": ["x", "y"], "b": ["z", "w"]},
    ]
    write_rows(tmp_path / "en.jsonl", *theirs)
    found = read(write_rows(tmp_path / "sv.jsonl", *ours), "crossed", **{"with": "en.jsonl"})
    assert found == [("Gen.0", [("A0", "x"), ("B0", "y")]), ("Gen.0", [("C0", "z")])]


def test_crossed_groups(tmp_path: Path):
    write_rows(tmp_path / "en.jsonl", {"id": 1, "texts": ["a", "b"]}, {"id": 2, "texts": ["c"]})
    write_rows(tmp_path / "sv.jsonl", {"id": 2, "texts": ["d", "e"]}, {"id": 3, "texts": ["f"]})
    found = read(tmp_path / "sv.jsonl", "crossed", **{"with": "en.jsonl"})
    assert [texts for _, texts in found] == [[("d", "c")], [("e", "c")]]


def test_turku(tmp_path: Path):
    rows = [{"label": label, "txt1": f"{label} yksi", "txt2": "kaksi"} for label in ("4", "3", "4<s", "2", "x")]
    (tmp_path / "t.json").write_text(json.dumps(rows))
    assert [key for key, _ in read(tmp_path / "t.json", "turku")] == ["4 yksi", "3 yksi", "4<s yksi"]


def test_questions(tmp_path: Path):
    text = "The boat was late. It rained. Nobody minded."

    def ask(question: str, answer: str) -> dict[str, Any]:
        return {"question": question, "answers": [{"answer_start": text.index(answer), "text": answer}]}

    asked = [
        ask("What came?", "boat"),
        ask("When?", "late"),
        ask("Who?", "Nobody"),
        {"question": "Why?", "answers": []},
    ]
    (tmp_path / "s.json").write_text(json.dumps({"data": [{"paragraphs": [{"context": text, "qas": asked}]}]}))
    turns = read(tmp_path / "s.json", "questions")
    assert {key for key, _ in turns} == {"s.json:0"}
    assert [document[0][0] for _, document in turns] == ["What came?", "When?"] * 2
    assert all([told for _, told in document] == [text[i:j] for i, j in sentences(text)] for _, document in turns)
    assert all([query for query, _ in document[1:]] == ["", "Who?"] for _, document in turns)


def test_context(tmp_path: Path):
    (tmp_path / "c.txt").write_text("one\n\n two \nthree\n")
    assert read(tmp_path / "c.txt", "context") == [("c.txt:0", [("one",), ("two",), ("three",)])]
    assert read(tmp_path / "c.txt", "context", limit=2) == [("c.txt:0", [("one",), ("two",)])]
    rows = [{"b": f"line {i}"} for i in range(90)]
    blocks = read(write_rows(tmp_path / "c.jsonl", *rows), "context", key="b")
    assert [(key, len(lines)) for key, lines in blocks] == [("c.jsonl:0", 40), ("c.jsonl:40", 40), ("c.jsonl:80", 10)]


def given(texts: dict[str, list[str]]) -> Tokenizer:
    return bert_tokenizer()


def recipe(tmp_path: Path, *entries: dict[str, Any]) -> Path:
    path = tmp_path / "recipe.toml"
    path.write_text(
        "\n".join("[[source]]\n" + "\n".join(f"{k} = {json.dumps(v)}" for k, v in entry.items()) for entry in entries)
    )
    return path


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A folder with a source of versions, one of pairs, and a recipe for them."""
    random = np.random.default_rng(0)

    def say(count: int) -> str:
        return " ".join(random.choice(WORDS, count))

    rows = [
        {"doc_id": f"{book}.{i}", "a": [say(9) for _ in range(30)], "b": [say(9) for _ in range(30)]}
        for book in ("Gen", "Ruth", "Jonah")
        for i in range(1, 5)
    ]
    write_rows(tmp_path / "v.jsonl.gz", *rows)
    write_rows(tmp_path / "p.jsonl", *({"a": say(6), "b": say(6), "label": 1} for _ in range(300)))
    (tmp_path / "c.txt").write_text("\n".join(say(7) for _ in range(50)))
    entries = [
        {"kind": "versions", "files": "v*.jsonl.gz", "language": "en", "share": 2},
        {"kind": "pairs", "files": "p.jsonl", "language": "en", "share": 1.5},
        {"kind": "context", "files": "c.txt", "language": "en", "share": 1},
    ]
    recipe(tmp_path, *entries)
    return tmp_path


def test_prepare(made: Path):
    tokenizer = bert_tokenizer()
    corpus, ngrams, held_out = prepare(made / "recipe.toml", made, lambda texts: tokenizer)
    assert [(s.name, s.share, s.kind) for s in corpus.sources] == [
        ("v*.jsonl.gz", 2, "ordered"),
        ("p.jsonl", 1.5, "loose"),
        ("c.txt", 1, "context"),
    ]
    versions = corpus.sources[0]
    with gzip.open(made / "v.jsonl.gz", "rt") as file:
        books = [json.loads(line) for line in file]
    kept = [row for row in books if row["doc_id"].startswith("Gen")]
    assert len(versions.starts) - 1 == len(kept)
    for document, row in enumerate(kept):
        segments = versions.segments[versions.starts[document] : versions.starts[document + 1]]
        for side, texts in enumerate((row["a"], row["b"])):
            for index, text in zip(segments[:, side], texts, strict=True):
                assert corpus.text(index).tolist() == tokenizer.encode(text, add_special_tokens=False).ids
    assert {key for key, _ in held_out[0].documents} == {f"{b}.{i}" for b in ("Ruth", "Jonah") for i in range(1, 5)}
    taught = len(corpus.sources[1].segments)
    assert taught + len(held_out[1].documents) == 300
    assert 0 < len(held_out[1].documents) < 30
    assert ngrams.shape == (1 << 18,)
    assert ngrams.sum() == pytest.approx(3, rel=1e-3)


def test_no_text_that_is_kept_aside_is_learned(made: Path):
    """The same sentence may stand beside other partners, in other files."""
    rows = [json.loads(line) for line in (made / "p.jsonl").read_text().splitlines()]
    write_rows(
        made / "p.jsonl", *rows, *({"a": row["a"], "b": f"{row['b']} again and again", "label": 1} for row in rows)
    )
    tokenizer = bert_tokenizer()
    corpus, _, held_out = prepare(made / "recipe.toml", made, lambda texts: tokenizer)
    learned = {corpus.text(i).tobytes() for source in corpus.sources for i in source.segments.ravel()}
    aside = [text for _, document in held_out[1].documents for segment in document for text in segment]
    telling = [text for text in aside if len(text) >= TELLING_LENGTH]
    assert telling
    for text in telling:
        ids = np.array(tokenizer.encode(text, add_special_tokens=False).ids, dtype=np.uint16)
        assert ids.tobytes() not in learned


def test_what_is_kept_aside_but_not_asked(made: Path):
    entries = [
        {"kind": "pairs", "files": "p.jsonl", "language": "en", "share": 1, "calibrate": False},
        {"kind": "pairs", "files": "p.jsonl", "language": ["en", "sv"], "share": 1},
        {"kind": "pairs", "files": "p.jsonl", "language": "sv", "share": 1},
        {"kind": "pairs", "files": "p.jsonl", "language": ["fi", "sv"], "share": 1, "calibrate": True},
    ]
    corpus, _, held_out = prepare(recipe(made, *entries), made, given)
    assert [source.languages for source in corpus.sources] == [("en", "en"), ("en", "sv"), ("sv", "sv"), ("fi", "sv")]
    assert len(held_out) == 2


def test_save_and_load(made: Path, tmp_path: Path):
    corpus, _, _ = prepare(made / "recipe.toml", made, given)
    corpus.save(tmp_path / "train.npz")
    again = Corpus.load(tmp_path / "train.npz")
    assert np.array_equal(again.tokens, corpus.tokens)
    assert again.tokens.dtype == np.uint16
    assert np.array_equal(again.starts, corpus.starts)
    for one, other in zip(again.sources, corpus.sources, strict=True):
        assert (one.name, one.languages, one.share, one.kind) == (other.name, other.languages, other.share, other.kind)
        assert np.array_equal(one.segments, other.segments)
        assert np.array_equal(one.starts, other.starts)
    assert not list(tmp_path.glob("*.part"))


def test_a_missing_file(made: Path):
    entry = {"kind": "pairs", "files": "none*.jsonl", "language": "en", "share": 1}
    with pytest.raises(OtherwordsError, match=r"no file matches none\*\.jsonl below"):
        prepare(recipe(made, entry), made, given)


def test_nothing_to_learn_from(made: Path):
    entry = {"kind": "context", "files": "c.txt", "language": "en", "share": 1}
    with pytest.raises(OtherwordsError, match="nothing to learn from"):
        prepare(recipe(made, entry), made, given)


def test_held_out_examples(made: Path):
    _, _, held_out = prepare(made / "recipe.toml", made, given)
    examples = list(span_examples(held_out))
    assert [e.id for e in examples] == [e.id for e in span_examples(held_out)]  # the same again
    nulls = [example for example in examples if example.gold is None]
    assert 0.25 < len(nulls) / len(examples) < 0.6
    versions = dict(held_out[0].documents)
    pairs = [pair for _, texts in held_out[1].documents for pair in texts]
    wordings = [(a, b) for texts in versions.values() for a, b in texts] + pairs
    other = dict(wordings) | {b: a for a, b in wordings}
    for example in examples:
        told = [text for text in other if text in example.query]
        assert told
        if example.gold is None:  # no wording of it stands in the document
            assert not any(text in example.document or other[text] in example.document for text in told)
        else:
            gold = example.document[slice(*example.gold)]
            assert gold == gold.strip()
            assert all(other[text] in gold for text in told)


def test_another_version_of_the_same_thing_is_no_null():
    documents = [("Ruth.1", [(f"a{i} in {v}", f"b{i} in {v}") for i in range(200)]) for v in range(4)]
    examples = list(span_examples([HeldOut("v", "versions", documents)]))  # type: ignore[arg-type]
    nulls = [example for example in examples if example.gold is None]
    assert 0 < len(nulls) < len(examples)
    for example in nulls:  # there is but one document, so its own sentence was taken out
        number = example.query.split()[0][1:]
        assert not any(f"{side}{number} in" in example.document for side in "ab")


def test_contexts_and_questions_are_not_asked_about():
    assert list(span_examples([HeldOut("c", "context", [("c:0", [("one",)])])])) == []
    assert list(span_examples([HeldOut("q", "questions", [("q:0", [("Who came?", "Ann came.")])])])) == []


@pytest.mark.parametrize("seed", range(3))
def test_both_curves_are_fitted(seed: int):
    """What is drawn from two curves, whether it is said and whether that is the place, gives the two curves back."""
    random = np.random.default_rng(seed)
    true = Calibration(Curve(-0.3, 0.5, -0.7, -0.8, 0.18, 6.0), Curve(0.2, intercept=1.0))
    found = []
    for _ in range(6000):
        asked, searched, line = np.exp(random.uniform(np.log([8, 150, 15]), np.log([350, 75_000, 200])))
        evidence = Evidence(random.normal(2, 8), int(asked), int(searched), float(line))
        assert true.place
        said, there = random.random(2) < (1 - true.absence(evidence), true.place.at(evidence))
        found.append(Judged("pairs", evidence, bool(said), bool(said and there)))
    got = calibration(found)
    for lead in (-10, 0, 10):
        for asked, searched, line in ((15, 500, 25), (100, 5_000, 150), (300, 50_000, 60)):
            evidence = Evidence(lead, asked, searched, line)
            assert got.probability(evidence) == pytest.approx(true.probability(evidence), abs=0.06)
            assert got.absence(evidence) == pytest.approx(true.absence(evidence), abs=0.06)


def test_every_kind_of_text_counts_alike():
    """Ten times as many files of one kind do not make it count for more."""
    random = np.random.default_rng(1)
    kinds: dict[str, list[Judged]] = {"plays": [], "news": []}
    for kind, found in kinds.items():
        for lead in random.normal(0, 6, 200):
            said, there = random.random(2) < (1 / (1 + np.exp(-lead)), 0.8 if kind == "news" else 0.4)
            found.append(Judged(kind, Evidence(lead, 50, 5000, 100), bool(said), bool(said and there)))
    few = calibration(kinds["plays"] + kinds["news"])
    many = calibration(kinds["plays"] + 10 * kinds["news"])
    for lead in (-5, 0, 5):
        evidence = Evidence(lead, 50, 5000, 100)
        assert many.probability(evidence) == pytest.approx(few.probability(evidence), abs=1e-3)
        assert many.absence(evidence) == pytest.approx(few.absence(evidence), abs=1e-3)


def test_nothing_kept_aside_leaves_the_defaults():
    assert calibration([]) == Calibration()
    assert calibration([Judged("pairs", Evidence(1, 20, 300, 80), False, False)]) == Calibration()


@pytest.mark.parametrize("seed", range(5))
def test_logistic_is_the_best_curve(seed: int):
    random = np.random.default_rng(seed)
    x = random.normal(0, (8, 3), (4000, 2))
    true = np.array([0.4 + 0.2 * seed, -0.3, 1.0 - seed])
    design = np.column_stack([x, np.ones(4000)])
    y = (random.uniform(size=4000) < 1 / (1 + np.exp(-design @ true))).astype(float)
    got = logistic(x, y)
    assert got == pytest.approx(true, rel=0.15, abs=0.25)
    p = 1 / (1 + np.exp(-design @ got))
    assert np.abs(design.T @ (p - y) + 1e-3 * got).max() < 1e-5


@pytest.mark.parametrize(
    ("x", "y"),
    [([-9.0, -8, 5, 6], [0, 0, 1, 1]), ([1.0, 2, 3], [1, 1, 1]), ([30.0, -30, 29], [0, 0, 0]), ([], [])],
)
def test_logistic_where_no_curve_fits(x: list[float], y: list[int]):
    slope, intercept = logistic(np.array(x).reshape(-1, 1), np.array(y, dtype=float))
    assert np.isfinite([slope, intercept]).all()
    likely = [slope * one + intercept > 0 for one in x]
    assert likely == [bool(one) for one in y]


def test_line_breaks_become_tokens(tmp_path: Path):
    base = write_bert(tmp_path)
    tokenizer = with_line_breaks(base)
    ids = tokenizer.encode("the dog\ncat\n", add_special_tokens=False).ids
    line_break = bert_tokenizer().token_to_id("[unused0]")
    assert [index == line_break for index in ids] == [False, False, True, False, True]
    assert tokenizer.get_vocab_size() == bert_tokenizer().get_vocab_size()
    assert tokenizer.encode("the dog").ids == bert_tokenizer().encode("the dog").ids


@pytest.mark.parametrize("name", ["tokenizer.json", "config.json", "model.safetensors"])
def test_a_base_that_is_not_whole(tmp_path: Path, name: str):
    (write_bert(tmp_path) / name).unlink()
    with pytest.raises(OtherwordsError, match=f"has no {name}"):
        with_line_breaks(tmp_path)


def test_a_base_without_room_for_line_breaks(tmp_path: Path):
    path = write_bert(tmp_path) / "tokenizer.json"
    path.write_text(path.read_text().replace("[unused0]", "[used]"))
    with pytest.raises(OtherwordsError, match=r"has no \[unused0\]"):
        with_line_breaks(tmp_path)
