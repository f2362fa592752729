"""The Turku Paraphrase Corpus, in its own format."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from otherwords.evaluate.importers.turku import find_texts, read_turku
from otherwords.evaluate.spans import SpanExample
from otherwords.text import OtherwordsError

TEXTS = {
    "one": "Hej!\nGe mig nåt fint.\nDet under baren.\nDu ljuger.",
    "two": "Bra grejer. Nej,\nfrån under baren. Det är inte sant.",
}


def pair(label: str, first: str, second: str, **more: Any) -> dict[str, Any]:
    context = {"doc1": "one", "doc2": "two"}
    for number, said in (("1", first), ("2", second)):
        text = TEXTS[context["doc" + number]]
        context |= {"beg" + number: text.index(said), "end" + number: text.index(said) + len(said)}
    texts = {"txt1": first.replace("\n", " "), "txt2": second.replace("\n", " ")}
    return {"label": label, "context": context, "rewrites": [], "fold": 0, "goeswith": "film"} | texts | more


PAIRS = [
    pair("4<", "Ge mig nåt fint.\nDet under baren.", "Bra grejer. Nej,\nfrån under baren."),
    pair("3", "Hej!", "Bra grejer.", context=None),
    pair("x", "Hej!", "Bra grejer."),
    pair("2", "Hej!", "Bra grejer."),
    pair("2", "Du ljuger.", "Bra grejer."),
    pair("4i", "Du ljuger.", "Det är inte sant.", rewrites=[["Du ljuger för mig.", "Det är inte sant, det."]]),
]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "dev.json").write_text(json.dumps(PAIRS))
    with gzip.open(tmp_path / "texts.json.gz", "wt") as file:
        json.dump(TEXTS, file)
    return tmp_path / "dev.json"


def test_the_examples(corpus: Path):
    skipped: Counter[str] = Counter()
    examples = list(read_turku(corpus, find_texts(corpus), skipped))
    assert len(examples) == 7
    extra = {"label": "4<", "domain": "film"}
    first = SpanExample("dev-0-1", "Ge mig nåt fint. Det under baren.", TEXTS["two"], 0, 34, extra)
    assert examples[0] == first
    assert first.document[0:34] == "Bra grejer. Nej,\nfrån under baren."
    assert examples[1].query == "Bra grejer. Nej, från under baren."
    assert examples[1].document[slice(*examples[1].gold or ())] == "Ge mig nåt fint.\nDet under baren."
    last = SpanExample("dev-5-2", "Det är inte sant.", TEXTS["one"], 39, 49, {"label": "4i", "domain": "film"})
    assert examples[-1] == last


def test_what_is_left_out_is_counted(corpus: Path):
    skipped: Counter[str] = Counter()
    list(read_turku(corpus, find_texts(corpus), skipped))
    assert skipped == {
        "pairs without context": 1,
        "pairs labelled x": 1,
        "examples whose text another pair finds in the same document": 1,
    }


def test_pairs_that_are_no_paraphrases_are_nulls(corpus: Path):
    nulls = [example for example in read_turku(corpus, find_texts(corpus), Counter()) if example.gold is None]
    assert [(null.id, null.extra["label"]) for null in nulls] == [("dev-3-1", "2"), ("dev-3-2", "2"), ("dev-4-2", "2")]


def test_spans_that_were_rejected_for_a_text_go_with_it(corpus: Path):
    examples = {example.id: example for example in read_turku(corpus, find_texts(corpus), Counter())}
    # "Du ljuger." is said elsewhere in the document, and a pair labelled 2 says that "Bra grejer." is not it.
    assert (examples["dev-5-1"].gold, examples["dev-5-1"].extra["negatives"]) == ((35, 52), [[0, 11]])
    # "Bra grejer." was held against two passages of the other document.
    assert examples["dev-3-2"].extra["negatives"] == examples["dev-4-2"].extra["negatives"] == [[0, 4], [39, 49]]
    assert "negatives" not in examples["dev-0-1"].extra


@pytest.mark.parametrize(
    ("goeswith", "domain"), [("episode-158079", "episode"), ("news_12", "news"), ("12", None), (None, None)]
)
def test_the_domain_is_how_goeswith_begins(corpus: Path, goeswith: str | None, domain: str | None):
    corpus.write_text(json.dumps([PAIRS[0] | {"goeswith": goeswith}]))
    assert next(read_turku(corpus, find_texts(corpus), Counter())).extra.get("domain") == domain


def test_the_documents_are_looked_for_beside_the_pairs(corpus: Path, tmp_path: Path):
    own = tmp_path / "dev-texts.json"
    own.write_text("{}")
    assert find_texts(corpus) == own
    with pytest.raises(OtherwordsError, match="--texts"):
        find_texts(tmp_path / "elsewhere" / "dev.json")


@pytest.mark.parametrize(
    ("pairs", "complaint"),
    [
        ({"data": []}, "a JSON list of pairs"),
        ([{"label": "4"} | {"context": {"doc1": "one"}}], "lacks 'txt1'"),
        (["text"], "lacks"),
        ([PAIRS[0] | {"label": "7"}], 'unknown label "7"'),
        ([PAIRS[0] | {"context": PAIRS[0]["context"] | {"doc2": "three"}}], "lacks 'three'"),
        ([PAIRS[0] | {"context": PAIRS[0]["context"] | {"end2": 999}}], "dev-0-1: the span 0–999 is"),
    ],
)
def test_a_broken_corpus_is_one_clear_line(corpus: Path, pairs: Any, complaint: str):
    corpus.write_text(json.dumps(pairs))
    with pytest.raises(OtherwordsError, match=complaint) as caught:
        list(read_turku(corpus, find_texts(corpus), Counter()))
    assert "\n" not in str(caught.value)
