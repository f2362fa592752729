"""Importers of lists: counts, and the first, the tenth and the last, of small files in the sources' formats."""

import gzip
from collections import Counter
from pathlib import Path

import pytest

from otherwords.evaluate.importers.ppdb import read_ppdb
from otherwords.evaluate.importers.semeval import read_semeval
from otherwords.evaluate.importers.trecqa import read_trecqa
from otherwords.evaluate.importers.wikiqa import read_wikiqa
from otherwords.evaluate.lists import Candidate, ListExample
from otherwords.text import OtherwordsError

THREAD = """<OrgQuestion ORGQ_ID="{id}">
  <OrgQSubject>Subject {id} &amp; more</OrgQSubject> <OrgQBody>Body {id}</OrgQBody>
  <Thread THREAD_SEQUENCE="{id}_R{rank}">
    <RelQuestion RELQ_ID="{id}_R{rank}" RELQ_RANKING_ORDER="{rank}" RELQ_RELEVANCE2ORGQ="{label}">
      <RelQSubject>Related {rank}</RelQSubject> <RelQBody></RelQBody>
    </RelQuestion>
    <RelComment RELC_ID="{id}_R{rank}_C1"><RelCText>A comment</RelCText></RelComment>
    <RelComment RELC_ID="{id}_R{rank}_C2"><RelCText> </RelCText></RelComment>
  </Thread>
</OrgQuestion>
"""
LABELS = ["PerfectMatch", "Irrelevant", "Relevant"]


def semeval(tmp_path: Path, *labels: str, lists: int = 12) -> Path:
    threads = (
        THREAD.format(id=f"Q{q}", rank=2 * place + 1, label=label)
        for q in range(lists)
        for place, label in enumerate(labels)
    )
    path = tmp_path / "semeval.xml"
    path.write_text(f'<?xml version="1.0"?>\n<xml version="1.0">{"".join(threads)}</xml>')
    return path


def test_semeval(tmp_path: Path):
    examples = list(read_semeval(semeval(tmp_path, *LABELS)))
    assert len(examples) == 12
    first, tenth, last = examples[0], examples[9], examples[-1]
    assert (first.id, first.query) == ("Q0", "Subject Q0 & more\nBody Q0")
    assert (first.subject, first.body) == ("Subject Q0 & more", "Body Q0")
    assert first.candidates[0] == Candidate("Q0_R1", "Related 1", 1.0, 1, "Related 1", "", replies=("A comment",))
    assert [(one.label, one.rank) for one in first.candidates] == [(1, 1), (0, 3), (1, 5)]
    assert (tenth.id, last.id, last.candidates[-1].id) == ("Q9", "Q11", "Q11_R5")


def test_semeval_with_its_labels_in_another_file(tmp_path: Path):
    path = semeval(tmp_path, "?", "?", lists=1)
    with pytest.raises(OtherwordsError, match="--relevancy"):
        list(read_semeval(path))
    (tmp_path / "gold.relevancy").write_text("Q0\tQ0_R1\t1\t1\tfalse\nQ0\tQ0_R3\t3\t.3\ttrue\n")
    (example,) = read_semeval(path, tmp_path / "gold.relevancy")
    assert example.labels == [0, 1]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<xml><Thread/></xml>", "no OrgQuestion"),
        ("<xml><OrgQuestion>", "not valid XML"),
        (
            '<xml><OrgQuestion ORGQ_ID="Q1"><Thread><RelQuestion RELQ_ID="R"/></Thread></OrgQuestion></xml>',
            "RELQ_RELEV",
        ),
        ('<xml><OrgQuestion ORGQ_ID="Q1"><Thread/></OrgQuestion></xml>', "question Q1: missing or wrong 'RelQuestion'"),
    ],
)
def test_broken_semeval(tmp_path: Path, content: str, message: str):
    (tmp_path / "x.xml").write_text(content)
    with pytest.raises(OtherwordsError, match=message):
        list(read_semeval(tmp_path / "x.xml"))


def test_wikiqa(tmp_path: Path):
    header = "QuestionID\tQuestion\tDocumentID\tDocumentTitle\tSentenceID\tSentence\tLabel\n"
    rows = (
        f'Q{q}\tWhat is {q}?\tD{q}\tTitle\tD{q}-{s}\tA "sentence {s} .\t{s % 2}\n' for q in range(11) for s in range(2)
    )
    path = tmp_path / "wikiqa.tsv.gz"
    path.write_bytes(gzip.compress((header + "".join(rows)).encode()))
    examples = list(read_wikiqa(path))
    assert len(examples) == 11
    opening = 'A "sentence 0 .'
    candidates = tuple(Candidate(f"D0-{s}", f'A "sentence {s} .', float(s), opening=opening) for s in range(2))
    assert examples[0] == ListExample("Q0", "What is 0?", candidates)
    assert (examples[9].id, examples[10].id, examples[10].labels) == ("Q9", "Q10", [0, 1])


def test_wikiqa_without_its_columns(tmp_path: Path):
    (tmp_path / "x.tsv").write_text("Question\tLabel\n")
    with pytest.raises(OtherwordsError, match="no column QuestionID in the first line; found Question, Label"):
        list(read_wikiqa(tmp_path / "x.tsv"))


GROUP = """<QApairs id='{id}'>
<question>
Who\tis\t{id}\t&\t?
WP\tVBZ\tNN\tCC\t.
</question>
<positive>
It\tis\t<num>\t.
PRP\tVBZ\tCD\t.
</positive>
<negative>
No\t.
UH\t.
</negative>
</QApairs>
"""


def test_trecqa(tmp_path: Path):
    path = tmp_path / "DEV.xml"
    path.write_text("".join(GROUP.format(id=f"{i}.4") for i in range(12)))
    examples = list(read_trecqa(path))
    assert len(examples) == 12
    wanted = (Candidate("0", "It is <num> .", 1.0), Candidate("1", "No .", 0.0))
    assert examples[0] == ListExample("0.4", "Who is 0.4 & ?", wanted)
    assert (examples[9].id, examples[11].id) == ("9.4", "11.4")


def test_trecqa_as_csv(tmp_path: Path):
    path = tmp_path / "dev.csv"
    rows = (f'"Who, {q} ?",{s},"He said ""{s}"" .\n"\n' for q in range(10) for s in (0, 1))
    path.write_text("qtext,label,atext\n" + "".join(rows))
    examples = list(read_trecqa(path))
    assert len(examples) == 10
    assert examples[0] == ListExample(
        "0", "Who, 0 ?", (Candidate("0", 'He said "0" .', 0.0), Candidate("1", 'He said "1" .', 1.0))
    )
    assert examples[9].query == "Who, 9 ?"


def test_a_long_sentence_of_trecqa(tmp_path: Path):
    (tmp_path / "x.csv").write_text("qtext,label,atext\nWho,1," + "he " * 50_000)
    (example,) = read_trecqa(tmp_path / "x.csv")
    assert len(example.candidates[0].text) == 149_999


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.xml", "<QApairs id='1'>\n<question>\nWho\n", "cut off within the group 1"),
        ("x.xml", "hello\n", "no <QApairs>"),
        ("x.xml", "<QApairs id='1'>\n</QApairs>\n", "no id or no question"),
        ("x.csv", "qtext,label\n", "no column atext"),
        ("x.csv", "qtext,label,atext\nWho,2,He\n", "label .0 or 1."),
    ],
)
def test_broken_trecqa(tmp_path: Path, name: str, content: str, message: str):
    (tmp_path / name).write_text(content)
    with pytest.raises(OtherwordsError, match=message):
        list(read_trecqa(tmp_path / name))


def line(phrase: str, other: str, score: float | str, lhs: str = "[NN]", entailment: str = "Equivalence") -> str:
    features = f"PPDB2.0Score={score} PPDB1.0Score=1.5 -logp(LHS|e1)=0.2"
    return f"{lhs} ||| {phrase} ||| {other} ||| {features} ||| 0-0 ||| {entailment}\n"


def test_ppdb(tmp_path: Path):
    path = tmp_path / "ppdb.gz"
    lines = [line(f"word {i:02}", f"other {j}", 6 - j / 2) for j in range(7) for i in range(12)]
    lines += [line("alone", "single", 3), line("zz", "a", 2.5), line("zz", "a", 3.5, "[NP]", "Exclusion")]
    lines += [line("zz", "b", 3.5), line("zz", 'the "c', 1), line("zz", "zz", 9)]
    path.write_bytes(gzip.compress("".join(lines).encode()))
    skipped: Counter[str] = Counter()
    examples = list(read_ppdb(path, skipped))
    assert (len(examples), skipped) == (13, {"phrases with one paraphrase": 1})
    assert [(one.text, one.label) for one in examples[0].candidates] == [(f"other {j}", 4 - j) for j in range(5)]
    assert examples[9].query == "word 09"
    last = examples[-1]
    assert [(one.text, one.label) for one in last.candidates] == [("a", 4), ("b", 4), ('the "c', 2)]
    assert last.candidates[0].extra == {"score": 3.5, "entailment": "Exclusion"}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "car automobile\n",
        "[NN] ||| car ||| auto ||| PPDB1.0Score=3 ||| 0-0 ||| x\n",
        line("car", "auto", "nan") + line("car", "truck", 3),
        line("car", "auto", "inf") + line("car", "truck", 3),
    ],
)
def test_what_is_not_ppdb(tmp_path: Path, content: str):
    (tmp_path / "x").write_text(content)
    with pytest.raises(OtherwordsError, match=r"PPDB"):
        list(read_ppdb(tmp_path / "x", Counter()))


def test_ppdb_of_a_name_that_looks_like_a_pattern(tmp_path: Path):
    for name, phrase in {"b[1]": "car", "b1": "truck", "b*": "ship"}.items():
        (tmp_path / name).write_text(line(phrase, "one", 3) + line(phrase, "two", 2))
    assert [example.query for example in read_ppdb(tmp_path / "b[1]", Counter())] == ["car"]
    assert [example.query for example in read_ppdb(tmp_path / "b*", Counter())] == ["ship"]


def test_ppdb_that_is_not_there(tmp_path: Path):
    with pytest.raises(OtherwordsError, match="no such file"):
        list(read_ppdb(tmp_path / "x", Counter()))
