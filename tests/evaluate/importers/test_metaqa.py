from collections import Counter
from pathlib import Path

import pytest

from otherwords.evaluate.importers.metaqa import read_metaqa
from otherwords.evaluate.questions import QuestionExample, write_questions
from otherwords.text import OtherwordsError

WORDINGS = [f"in wording {i} who directed []" for i in range(23)]
LINES = [f"{wording.replace('[]', f'[Film {n}]')}\tA|B {n}" for n in range(3) for wording in WORDINGS]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "qa.txt"
    path.write_text("\n".join([*LINES, "who is this\tA"]))
    return path


def test_every_tenth_wording_is_kept_aside(source: Path):
    skipped: Counter[str] = Counter()
    rest = [*read_metaqa(source, skipped, held_out=False)]
    kept = [*read_metaqa(source, Counter(), held_out=True)]
    assert skipped == {"questions without one entity in brackets": 1}
    assert (len(rest), len(kept)) == (63, 6)
    assert rest[0] == QuestionExample("in wording 0 who directed [Film 0]", ("A", "B 0"))
    assert rest[-1] == QuestionExample("in wording 22 who directed [Film 2]", ("A", "B 2"))
    assert {question.question.split(" [")[0] for question in kept} == {
        "in wording 9 who directed",
        "in wording 19 who directed",
    }
    assert len([*read_metaqa(source, Counter(), held_out=True, every=5)]) == 12


def test_json_lines(source: Path, tmp_path: Path):
    write_questions(tmp_path / "qa.jsonl.gz", read_metaqa(source, Counter(), held_out=False))
    assert len([*read_metaqa(tmp_path / "qa.jsonl.gz", Counter(), held_out=False)]) == 57


def test_no_tab(tmp_path: Path):
    (tmp_path / "qa.txt").write_text("who [a]\tb\nwho [a]")
    with pytest.raises(OtherwordsError, match=r"qa\.txt:2: no tab"):
        list(read_metaqa(tmp_path / "qa.txt", Counter(), held_out=False))
