"""The lemmatised text of SemEval's questions: what is read of it, and that nothing that is left out can stay in."""

from pathlib import Path

import pytest

from otherwords.evaluate.importers.semeval_lemmatised import read_semeval_lemmatised
from otherwords.evaluate.lists import Candidate, ListExample, read_lists, write_lists
from otherwords.text import OtherwordsError

JOBS = "it job in qatar how hard be it to get a decent pay job in qatar"
CHURCH = "american church i need help to contact american or baptist church in doha"
BANK = "good bank which be a good bank a per your experience in doha"
CHURCH_AS_ASKED = ListExample(
    "Q301", "American churches\nI need help to contact American or Baptist Churches in Doha", ()
)


def source(tmp_path: Path, *queries: str) -> Path:
    labels = ("PerfectMatch", "Irrelevant", "Relevant")
    path = tmp_path / "source.txt"
    path.write_text(
        "".join(
            f"{query} EOS candidate {k} of {query} \t __label__{label} \n"
            for query in queries
            for k, label in enumerate(labels)
        )
    )
    return path


def test_lists_and_the_ranks_that_their_candidates_will_have_had(tmp_path: Path):
    first, second = read_semeval_lemmatised(source(tmp_path, JOBS, CHURCH))
    assert (first.id, first.query, second.query) == ("lemmatised-1", JOBS, CHURCH)
    assert (first.subject, first.body) == (None, None)
    assert first.candidates[0] == Candidate("lemmatised-1-1", f"candidate 0 of {JOBS}", 1.0, 4)
    assert [(one.id, one.label, one.rank) for one in second.candidates] == [
        ("lemmatised-2-1", 1, 4),
        ("lemmatised-2-2", 0, 9),
        ("lemmatised-2-3", 1, 14),
    ]


@pytest.mark.parametrize("place", range(3))
def test_what_stands_in_other_lists_is_left_out_wherever_it_stands(tmp_path: Path, place: int):
    queries = [JOBS, BANK]
    queries.insert(place, CHURCH)
    path = source(tmp_path, *queries)
    assert [one.query for one in read_semeval_lemmatised(path, [CHURCH_AS_ASKED])] == [JOBS, BANK]


def test_a_question_that_stands_there_twice_is_left_out_twice(tmp_path: Path):
    path = source(tmp_path, CHURCH, JOBS, CHURCH)
    assert [one.query for one in read_semeval_lemmatised(path, [CHURCH_AS_ASKED])] == [JOBS]


def test_what_cannot_be_recognised_is_an_error_and_nothing_is_given(tmp_path: Path):
    given = read_semeval_lemmatised(source(tmp_path, JOBS, BANK), [CHURCH_AS_ASKED])
    with pytest.raises(OtherwordsError, match='"Q301" is not in it, or not to be recognised'):
        next(given)
    blank = ListExample("Q1", "?!", ())
    with pytest.raises(OtherwordsError, match='"Q1" is not in it'):
        next(read_semeval_lemmatised(source(tmp_path, JOBS), [blank]))


@pytest.mark.parametrize("line", ["one EOS two", "one EOS two\t__label__Maybe", "one two\t__label__Relevant"])
def test_a_broken_line_is_named(tmp_path: Path, line: str):
    path = source(tmp_path, JOBS)
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(OtherwordsError, match=r"source\.txt:4: not a question, EOS"):
        list(read_semeval_lemmatised(path))


def test_an_empty_file(tmp_path: Path):
    with pytest.raises(OtherwordsError, match="no questions"):
        list(read_semeval_lemmatised(source(tmp_path)))


def test_the_command(run, tmp_path: Path):
    path, output = source(tmp_path, JOBS, CHURCH, BANK), tmp_path / "part1.jsonl"
    test, dev = tmp_path / "test.jsonl", tmp_path / "dev.jsonl"
    write_lists(test, [CHURCH_AS_ASKED])
    write_lists(dev, [ListExample("Q268", BANK.replace(" be ", " is "), ())])
    outcome = run("data", "semeval-lemmatised", path, "-o", output, "--leave-out", test, "--leave-out", dev)
    assert (outcome.code, outcome.err) == (0, f"{output}: 1 lists, 3 candidates\n")
    assert [one.query for one in read_lists(output)] == [JOBS]


def test_the_command_writes_nothing_where_a_list_is_not_to_be_found(run, tmp_path: Path):
    path, output, test = source(tmp_path, JOBS), tmp_path / "part1.jsonl", tmp_path / "test.jsonl"
    write_lists(test, [CHURCH_AS_ASKED])
    outcome = run("data", "semeval-lemmatised", path, "-o", output, "--leave-out", test)
    assert (outcome.code, output.exists()) == (2, False)
    assert '"Q301" is not in it' in outcome.err
