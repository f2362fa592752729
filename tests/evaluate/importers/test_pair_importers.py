"""Importers of pairs: counts, and the first, the tenth and the last, of small files in the sources' formats."""

from collections import Counter
from pathlib import Path

import pytest

from otherwords.evaluate.importers.msrp import read_msrp
from otherwords.evaluate.importers.qqp import read_qqp
from otherwords.evaluate.importers.sick import read_sick
from otherwords.evaluate.importers.stsb import read_stsb
from otherwords.evaluate.pairs import PairExample
from otherwords.text import OtherwordsError


def written(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "source.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_msrp(tmp_path: Path):
    rows = (f'{i % 2}\t{i}\t{i}\t"Quoted {i}, he said\tHe said "{i}"' for i in range(11))
    examples = list(read_msrp(written(tmp_path, "\ufeffQuality\t#1 ID\t#2 ID\t#1 String\t#2 String", *rows)))
    assert len(examples) == 11
    assert examples[0] == PairExample('"Quoted 0, he said', 'He said "0"', 0.0)
    assert examples[9] == PairExample('"Quoted 9, he said', 'He said "9"', 1.0)
    assert examples[10].label == 0


HEADER = "id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate"


def test_qqp(tmp_path: Path):
    rows = [f"{i}\t{i}\t{i}\tWhat is {i}?\tWho is {i}?\t{i % 2}" for i in range(9)]
    rows += ['9\t1\t2\t"What is ""it""?"\t"Why\nso?"\t1', '10\t1\t2\t"Open?\tShut?\t0', "11\t1\t2\t\tWho?\t0"]
    skipped: Counter[str] = Counter()
    examples = list(read_qqp(written(tmp_path, HEADER, *rows), skipped))
    assert (len(examples), skipped) == (11, {"pairs with an empty question": 1})
    assert examples[0] == PairExample("What is 0?", "Who is 0?", 0.0)
    assert examples[9] == PairExample('What is "it"?', "Why so?", 1.0)
    assert examples[10] == PairExample('"Open?', "Shut?", 0.0)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["id,question1"], "the first line must name the columns"),
        ([HEADER, "0\t1\t2\tWhat?\tWho?\tyes"], '2: is_duplicate is 0 or 1, not "yes"'),
        ([HEADER, "0\t1\t2\tWhat?\tWho?"], ":2: 5 columns, where there should be 6"),
    ],
)
def test_broken_qqp(tmp_path: Path, lines: list[str], message: str):
    with pytest.raises(OtherwordsError, match=message):
        list(read_qqp(written(tmp_path, *lines), Counter()))


def test_stsb(tmp_path: Path):
    rows = [f'main-news\tMSRvid\t2012test\t{i:04}\t{i / 4:.3f}\tA "plane {i}.\tAn air plane.' for i in range(11)]
    examples = list(read_stsb(written(tmp_path, *rows, rows[0] + "\thttp://source\t")))
    assert len(examples) == 12
    assert examples[0] == PairExample('A "plane 0.', "An air plane.", 0.0, {"genre": "main-news"})
    assert examples[9].label == 2.25
    assert examples[11] == examples[0]


def test_stsb_of_glue(tmp_path: Path):
    (example,) = read_stsb(written(tmp_path, "index\tsentence1\tsentence2\tscore", "0\tA plane.\tA jet.\t4.500"))
    assert example == PairExample("A plane.", "A jet.", 4.5)


def test_broken_stsb(tmp_path: Path):
    with pytest.raises(OtherwordsError, match=":1: 2 columns; a row is genre"):
        list(read_stsb(written(tmp_path, "a\tb")))
    for score in ("x", "nan", "-inf", "1e999"):
        with pytest.raises(OtherwordsError, match=f':1: "{score}" stands where a number should'):
            list(read_stsb(written(tmp_path, f"g\tf\ty\t1\t{score}\ta\tb")))


def test_sick(tmp_path: Path):
    header = "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment"
    rows = (f"{i}\tA dog {i}\tA cat\t{1 + i / 10}\tNEUTRAL" for i in range(11))
    examples = list(read_sick(written(tmp_path, header, *rows)))
    assert len(examples) == 11
    assert examples[0] == PairExample("A dog 0", "A cat", 1.0, {"id": "0", "entailment": "NEUTRAL"})
    assert examples[9].label == 1.9
    assert examples[10].extra["id"] == "10"


def test_the_whole_of_sick_names_its_columns_otherwise(tmp_path: Path):
    header = "pair_ID\tsentence_A\tsentence_B\tentailment_label\trelatedness_score\tentailment_AB\tSemEval_set"
    (example,) = read_sick(written(tmp_path, header, "1\tA\tB\tENTAILMENT\t4.5\tA_entails_B\tTRIAL"))
    assert example == PairExample("A", "B", 4.5, {"id": "1", "entailment": "ENTAILMENT", "part": "TRIAL"})


def test_a_row_with_a_column_too_few(tmp_path: Path):
    with pytest.raises(OtherwordsError, match=":2: 3 columns, where the first line has 5"):
        list(read_msrp(written(tmp_path, "Quality\t#1 ID\t#2 ID\t#1 String\t#2 String", "1\t2\t3")))
