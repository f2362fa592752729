"""The translator's recipe on a toy: what is learned from, what is not, and a round trip to a folder that translates."""

import json
from pathlib import Path

import ctranslate2
import numpy as np
import pytest
import torch
from tokenizers import Tokenizer

from otherwords.text import OtherwordsError
from otherwords.train import made_from
from otherwords.train.translate import train_translator
from otherwords.train.translate_batches import Batches, Marks
from otherwords.train.translate_corpus import Corpus
from otherwords.train.translate_export import export
from otherwords.train.translate_fit import Settings, load, save
from otherwords.train.translate_model import Shape, TranslationModel
from otherwords.train.translate_prepare import prepare
from otherwords.translate import translator

RECIPE = """
languages = ["en", "fi"]
vocabulary = 330
longest = 60
test = ["test.*"]

[[source]]
name = "lines"
kind = "lines"
files = ["a.en", "a.fi"]

[[source]]
name = "paragraphs"
kind = "rows"
files = ["rows.jsonl"]
keys = ["en", "fi"]
split = true
group = "doc"

[[source]]
name = "questions"
kind = "rows"
files = ["rows.jsonl"]
keys = ["en", "fi"]
list = "questions"
times = 2

[[source]]
name = "tsv"
kind = "tsv"
files = ["t.tsv"]
times = 0.5

[[source]]
name = "verses"
kind = "verses"
files = ["v.en.jsonl", "v.fi.jsonl"]
keys = ["a", "b"]

[[source]]
name = "groups"
kind = "groups"
files = ["g.en.jsonl", "g.fi.jsonl"]
"""
SHAPE = {"width": 16, "inner": 32, "heads": 2, "encoder_layers": 2, "decoder_layers": 2}


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    numbers = range(40)
    (tmp_path / "a.en").write_text("".join(f"I have {i} cats.\n" for i in numbers))
    (tmp_path / "a.fi").write_text("".join(f"Minulla on {i} kissaa.\n" for i in numbers))
    rows = [
        {
            "doc": i,
            "en": f"House {i} is red. It is {i} years old." if i else "One sentence only.",
            "fi": f"Talo {i} on punainen. Se on {i} vuotta vanha." if i else "Tässä on kaksi. Ei yhtä.",
            "questions": [{"en": f"Who owns {i}?", "fi": f"Kuka omistaa {i}:n?"}],
        }
        for i in numbers
    ]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "t.tsv").write_text("".join(f"Day {i}\tPäivä {i}\tignored\n" for i in numbers) + "same\tother\n")
    for language, key in (("en", "a"), ("fi", "b")):
        verses = [
            {"doc_id": "Gen.1", key: [f"Verse {i} {language}" for i in range(9)]},
            {"doc_id": "Gen.2", key: ["one"] if language == "en" else ["yksi", "kaksi"]},
        ]
        (tmp_path / f"v.{language}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in verses))
    wordings = {"en": ["Three A", "Three B", "Three C"], "fi": ["Kolme A", "Kolme B"]}
    for language, texts in wordings.items():
        groups = [{"id": "only " + language, "texts": ["alone " + language]}, {"id": "both", "texts": texts}]
        (tmp_path / f"g.{language}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in groups))
    (tmp_path / "test.en").write_text("I HAVE 7 cats\n")
    (tmp_path / "test.fi").write_text("Minulla on 8 kissaa!\n")
    (tmp_path / "recipe.toml").write_text(RECIPE)
    return tmp_path


def learned(work: Path) -> list[tuple[str, str]]:
    corpus, tokenizer = Corpus.load(work / "train.npz"), Tokenizer.from_file(str(work / "tokenizer.json"))
    texts = np.split(corpus.tokens, corpus.starts[1:-1])
    words = [tokenizer.decode(ids.tolist()).strip() for ids in texts]
    pairs = zip(words[::2], words[1::2], strict=True)
    return [pair for pair, source in zip(pairs, corpus.sources, strict=True) if source >= 0]


def test_every_kind_is_read_and_no_test_sentence_is_learned(toy: Path):
    work = toy / "work"
    work.mkdir()
    prepare(toy / "recipe.toml", toy, work, lambda line: None)
    pairs = learned(work)
    for pair in [
        ("I have 9 cats.", "Minulla on 9 kissaa."),
        ("House 9 is red.", "Talo 9 on punainen."),
        ("It is 9 years old.", "Se on 9 vuotta vanha."),
        ("Who owns 9?", "Kuka omistaa 9:n?"),
        ("Day 9", "Päivä 9"),
        ("Verse 1 en", "Verse 1 fi"),
        ("Three A", "Kolme A"),
        ("Three B", "Kolme B"),
        ("Three C", "Kolme A"),
    ]:
        assert pair in pairs
    told = {text for pair in pairs for text in pair}
    assert not told & {"I have 7 cats.", "Minulla on 8 kissaa.", "One sentence only.", "one", "yksi", "alone en"}
    assert (work / "in_test" / "lines.en").read_text().splitlines() == ["I have 7 cats.", "I have 8 cats."]
    assert (work / "in_test" / "lines.fi").read_text().splitlines() == ["Minulla on 7 kissaa.", "Minulla on 8 kissaa."]
    kept_aside = {line for path in (work / "held_out").iterdir() for line in path.read_text().splitlines()}
    assert kept_aside
    assert not told & kept_aside


def test_a_round_takes_every_pair_both_ways(toy: Path):
    work = toy / "work"
    work.mkdir()
    prepare(toy / "recipe.toml", toy, work, lambda line: None)
    corpus = Corpus.load(work / "train.npz")
    ids = Tokenizer.from_file(str(work / "tokenizer.json")).get_vocab()
    batches = Batches(corpus, Marks(0, 1, (ids[">>en<<"], ids[">>fi<<"])), torch.device("cpu"))
    taken = batches._round(200, np.random.default_rng(0))
    sources = np.concatenate([one for one, _ in taken])
    counts = np.bincount(sources, minlength=len(corpus.starts) - 1).reshape(-1, 2)
    assert (counts[:, 0] == counts[:, 1]).all()
    assert set(counts[corpus.sources == 0, 0]) == {1}
    assert set(counts[corpus.sources == 2, 0]) == {2}
    assert set(counts[corpus.sources == 3, 0]) == {0, 1}
    assert set(counts[corpus.sources < 0, 0]) == {0}
    one = batches._gathered(*taken[0])
    assert one.source.numel() + one.expected.numel() <= 200 + 16 * len(one.source)
    assert (one.target[:, 1:] == one.expected[:, :-1]).all()
    assert set(one.source[:, 0].tolist()) <= {ids[">>en<<"], ids[">>fi<<"]}


def test_from_data_to_a_folder_that_translates(toy: Path):
    told: list[str] = []
    settings = Settings(steps=300, tokens=1500, warm_up=20, learning_rate=5e-3, dropout=0.0)
    work, out = toy / "work", toy / "out"

    def train() -> None:
        shape = Shape(330, width=64, inner=128, heads=2, encoder_layers=1, decoder_layers=1)
        train_translator(toy, out, toy / "recipe.toml", work, settings, told.append, shape)

    train()
    assert any(line.startswith("after 300 steps: ") for line in told)
    there = translator(str(out), "en", "fi").translate(["I have 33 cats.", "Who owns 21?"])
    assert [found[0].text for found in there] == ["Minulla on 33 kissaa.", "Kuka omistaa 21:n?"]
    back = translator(str(out), "fi", "en").translate(["Talo 25 on punainen."])
    assert back[0][0].text == "House 25 is red."
    told.clear()
    train()
    assert told == ["writing the weights out", f"the weights are in {out}"]
    assert translator(str(out), "en", "fi").translate(["I have 33 cats.", "Who owns 21?"]) == there
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["settings"] == {"pairs": [["en", "fi"], ["fi", "en"]], "max_length": 60}


def test_the_export_scores_as_the_network_does(toy: Path):
    """Also shows that CTranslate2 reckons positions as we do."""
    work = toy / "work"
    work.mkdir()
    prepare(toy / "recipe.toml", toy, work, lambda line: None)
    tokenizer = Tokenizer.from_file(str(work / "tokenizer.json"))
    torch.manual_seed(3)
    save(TranslationModel(Shape(tokenizer.get_vocab_size(), **SHAPE), 0.1), work / "m.safetensors")
    model = load(work / "m.safetensors")
    export(model, work / "tokenizer.json", toy / "out", {"max_length": 60}, bits=32)

    source = [">>fi<<", *tokenizer.encode("I have 3 cats.").tokens, "</s>"]
    target = [*tokenizer.encode("Minulla on 3 kissaa.").tokens, "</s>"]
    runtime = ctranslate2.Translator(str(toy / "out"), compute_type="float32")
    theirs = runtime.score_batch([source], [target[:-1]])[0].log_probs

    asked, said = (torch.tensor([[tokenizer.token_to_id(t) for t in side]]) for side in (source, ["<s>", *target]))
    with torch.no_grad():
        scores = model(asked, torch.ones_like(asked, dtype=torch.bool), said[:, :-1])
    ours = scores[0].log_softmax(-1).gather(1, said[0, 1:, None])[:, 0]
    np.testing.assert_allclose(theirs, ours, atol=1e-4)


def test_a_recipe_with_mistakes(toy: Path):
    work = toy / "work"
    work.mkdir()
    (toy / "recipe.toml").write_text(RECIPE.replace('kind = "tsv"', 'kind = "csv"'))
    with pytest.raises(OtherwordsError, match="kind 'csv'; kinds are tsv, lines, rows, verses, groups"):
        prepare(toy / "recipe.toml", toy, work, print)
    (toy / "recipe.toml").write_text(RECIPE.replace("t.tsv", "u.tsv"))
    with pytest.raises(OtherwordsError, match=r"u.tsv is not there; check --data"):
        prepare(toy / "recipe.toml", toy, work, print)
    (toy / "recipe.toml").write_text(RECIPE.replace("test.*", "nothing.*"))
    with pytest.raises(OtherwordsError, match="no test file"):
        prepare(toy / "recipe.toml", toy, work, print)
    (toy / "recipe.toml").write_text(RECIPE.replace("longest", "shortest"))
    with pytest.raises(OtherwordsError, match="lacks longest"):
        prepare(toy / "recipe.toml", toy, work, print)
    with pytest.raises(OtherwordsError, match="cannot read the recipe"):
        prepare(toy / "none.toml", toy, work, print)


def test_steps_that_were_done_with_another_recipe(toy: Path):
    work = toy / "work"
    work.mkdir()
    made_from.check(work, "prepare", work / "train.npz", made_from.contents([toy / "recipe.toml"]))
    (work / "train.npz").touch()
    (toy / "recipe.toml").write_text(RECIPE + "\n")
    with pytest.raises(OtherwordsError, match="use another --work"):
        train_translator(toy, toy / "out", toy / "recipe.toml", work, Settings(), print)
