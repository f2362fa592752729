"""The tagger's recipe on a toy corpus: what is learned from, what is held out, and weights that tag."""

import json
import zipfile
from pathlib import Path

import pytest
import torch

from otherwords.mine.tagger import FILE, Tagger
from otherwords.text import OtherwordsError
from otherwords.train.masc import TaggedSentence, read_masc, split, tagged
from otherwords.train.tagger import train_tagger
from otherwords.train.tagger_figures import measure
from otherwords.train.tagger_fit import Settings

NAMES = ["Anna", "Berlin", "Carol", "Denmark", "Emil", "Fiona", "Gary", "Helsinki"]
QUICK = Settings(rounds=3, batch=128, learning_rate=0.02, width=8, hidden=8)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "masc_tagged.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("masc_tagged/categories.txt", "".join(f"written/{i:02}.txt news\n" for i in range(20)))
        for i in range(20):
            lines = []
            for j in range(20):
                one, other = NAMES[(i + j) % 8], NAMES[(i * j) % 8]
                lines += [
                    f"She_PRP saw_VBD {one}_NNP in_IN {1900 + i}_CD ._.",
                    f"{one}_NNP does_VBZ n't_RB like_VB walking_VBG to_TO {other}_NNP ._.",
                    f"The_DT dog_NN can_MD see_VB {other}_NNP 's_POS house_NN ._.",
                ]
            archive.writestr(f"masc_tagged/written/{i:02}.txt", "\n\n".join(lines))
    return path


@pytest.fixture(scope="module")
def trained(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained") / "tagger"
    train_tagger(corpus, folder, QUICK, lambda line: None)
    return folder


def test_it_learns(trained: Path):
    tags = Tagger.load(trained).tag(
        [
            ["She", "saw", "Helsinki", "in", "1850", "."],
            ["Emil", "doesn't", "like", "walking", "to", "Anna", "."],
            ["The", "dog", "can", "see", "Gary's", "house", "."],
        ]
    )
    assert tags == ["PVEoN.", "EVVGoE.", "ooMVEo."]


def test_the_card_has_the_figures_of_the_held_out_documents(trained: Path):
    card = (trained / "README.md").read_text(encoding="utf-8")
    assert "| learned from | 17 | 1,020 |" in card
    assert "| held out | 3 | 180 |" in card
    assert "| rounds | 3 |" in card
    assert "100.00% have the right tag" in card


def test_it_is_the_same_every_time(corpus: Path, trained: Path, tmp_path: Path):
    said: list[str] = []
    train_tagger(corpus, tmp_path, QUICK, said.append)
    assert (tmp_path / FILE).read_bytes() == (trained / FILE).read_bytes()
    assert json.loads((tmp_path / "manifest.json").read_text())["sha256"].keys() == {FILE}
    assert said[-1].startswith("100.00% of ")


def test_every_eighth_document_is_held_out(corpus: Path):
    learned, held_out = split(read_masc(corpus))
    assert [document.name for document in held_out] == ["written/03.txt", "written/11.txt", "written/19.txt"]
    assert len(learned) == 17
    assert not {document.name for document in learned} & {document.name for document in held_out}


@pytest.mark.parametrize(
    ("line", "tokens", "tags"),
    [
        ("He_PRP is_VBZ n't_RB in_IN Paris_NNP ._.", "He isn't in Paris .", "PVoE."),
        ("You_PRP ca_MD n't_RB ,_, John_NNP 's_POS dog_NN 's_VBZ ill_JJ", "You can't , John's dog's ill", "PM.Eoo"),
        ("We_PRP ’_'' re_NN here_RB and_CC I_PRP 'd_MD go_VB", "We’re here and I'd go", "PooPV"),
        ("i_NNP cannot_NN say_VB it_PRP 's_VBZ hers_NN", "i cannot say it's hers", "PMVPP"),
        ("King_NNP George_NNP I_NNP saw_VBD two_CD ships_NNS", "King George I saw two ships", "EEEVNo"),
        ("the_DT dogs_NNS '_POS s_NN", "the dogs's", "oo"),
        ("1,000_NN /_NN 9/11_CD -_: AT&T_NNP", "1,000 / 9 / 11 - AT & T", "N.N.N.E.E"),
        ("'s_POS n't_RB", "' sn't", ".o"),
        ("word_ _TAG plain", "word", "o"),
    ],
)
def test_what_penn_took_apart_is_joined(line: str, tokens: str, tags: str):
    sentence = tagged(line.split())
    assert (" ".join(sentence.tokens), sentence.tags) == (tokens, tags)
    assert len(sentence.tokens) == len(sentence.penn) == len(sentence.tags)


def test_figures():
    figures = measure(["EVo.", "oo?", "G."], ["EoV.", "ooV", "GV"])
    assert (figures.words, figures.accuracy) == (8, 5 / 8)
    assert (figures.found["E"], figures.found["V"], figures.found["o"]) == (1, 0, 2 / 3)
    assert (figures.right["E"], figures.right["V"], figures.right["o"]) == (1, 0, 2 / 3)
    assert figures.verb == 1 / 3


def test_a_file_that_is_no_archive(run, tmp_path: Path):
    (tmp_path / "masc.zip").write_text("no archive")
    outcome = run("train", "tagger", "--data", tmp_path / "masc.zip", "-o", tmp_path / "out")
    assert outcome.code == 2
    assert "masc.zip (File is not a zip file); give NLTK's masc_tagged.zip" in outcome.err
    assert not (tmp_path / "out").exists()


def test_a_corpus_with_too_few_documents(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "few.zip", "w") as archive:
        archive.writestr("masc_tagged/written/a.txt", "A_DT")
    with pytest.raises(OtherwordsError, match="holds 1 documents, too few to hold one out"):
        read_masc(tmp_path / "few.zip")


def test_a_sentence_is_what_it_says():
    assert tagged([]) == TaggedSentence([], "", [])
