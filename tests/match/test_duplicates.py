"""Every group of duplicates: right, the same whatever came before, and nothing computed twice."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from word_pairs import WordPairs

from otherwords.match.duplicates import Duplicates
from otherwords.match.groups import PATIENCE
from otherwords.match.matcher import Matcher
from otherwords.match.neighbours import KEPT
from otherwords.match.questions import Question
from otherwords.match.store import Store, identity
from otherwords.text import OtherwordsError

TEXTS = (
    "how do i reset my password",
    "is the truck large",
    "How do I change my passcode?",
    "where is the station",
    "is the lorry big",
    "how do i reset my PASSWORD",
    "when does the museum open",
)


def questions(texts) -> list[Question]:
    return [Question(f"q{line}", text, line) for line, text in enumerate(texts, start=1)]


def groups(found: Duplicates) -> list[list[tuple[str, float]]]:
    return [[(q.id, wording.probability) for wording in group.wordings for q in wording.questions] for group in found]


def test_groups_with_their_copies(matcher: Matcher, asked):
    found = Duplicates(matcher, asked(*TEXTS))
    assert groups(found) == [[("q1", 1.0), ("q6", 1.0), ("q3", 1.0)], [("q2", 1.0), ("q5", 1.0)]]
    assert [(group.size, group.probability) for group in found] == [(3, 1.0), (2, 1.0)]
    assert (found.seen.questions, found.seen.wordings) == (7, 6)


def test_nothing_alike(matcher: Matcher, asked):
    assert list(Duplicates(matcher, asked("a b c", "d e f"))) == []
    assert list(Duplicates(matcher, asked("a b c"))) == []
    assert len(Duplicates(matcher, [])) == 0


def test_members_match_the_centre_and_no_chain_leads_further(matcher: Matcher, asked):
    """Each text differs from the one before by a word: single links would put all of them into one group."""
    words = [f"w{i}" for i in range(40)]
    texts = [" ".join(words[start : start + 8]) for start in range(30)]
    found = list(Duplicates(matcher, asked(*texts), min_probability=0.6, floor=0.3))
    assert len(found) > 4
    for group in found:
        for wording in group.wordings[1:]:
            (read,) = WordPairs().probabilities([(group.centre.text, wording.text)])
            assert wording.probability == pytest.approx(read)
            assert wording.probability >= 0.6
    members = [q.id for group in found for wording in group.wordings for q in wording.questions]
    assert len(members) == len(set(members))


def test_ten_thousand_copies(matcher: Matcher, model: WordPairs, asked):
    found = list(Duplicates(matcher, asked(*["Is it open?"] * 10_000, "is  IT open?", "who is there")))
    assert [group.size for group in found] == [10_001]
    assert len(found[0].wordings) == 1
    assert len(model.encoded) == 2
    assert not model.read


def test_a_group_far_larger_than_the_neighbours_that_are_kept(matcher: Matcher, model: WordPairs, asked):
    texts = [f"please tell me how do i reset my password for ticket n{i}" for i in range(40 * KEPT)]
    (group,) = Duplicates(matcher, asked(*texts), min_probability=0.7)
    assert group.size == 40 * KEPT
    assert len(model.read) < 3 * len(texts)


def test_thousands_that_are_near_and_none_the_same_cost_a_few_readings_each(matcher: Matcher, model: WordPairs, asked):
    texts = [f"please tell me what is the capital of n{i}" for i in range(600)]
    assert not list(Duplicates(matcher, asked(*texts), min_probability=0.99))
    assert len(model.read) <= PATIENCE * len(texts)


def fresh(texts, **settings) -> list[list[tuple[str, float]]]:
    return groups(Duplicates(Matcher(WordPairs(), "words"), questions(texts), **settings))


WORDS = st.sampled_from(
    ["reset", "change", "password", "passcode", "my", "the", "truck", "lorry", "big", "large", "is"]
)
ASKED = st.lists(st.lists(WORDS, min_size=1, max_size=5).map(" ".join), max_size=40)


@settings(max_examples=25)
@given(ASKED, st.integers(0, 40), st.integers(0, 40))
def test_what_was_kept_has_no_say_in_what_comes_out(tmp_path_factory, texts: list[str], first: int, second: int):
    """Part of the questions before, other ones before, in another order: the groups are those of a fresh start."""
    work = tmp_path_factory.mktemp("work")
    for earlier in (texts[:first], texts[::-1][:second]):
        Duplicates(Matcher(WordPairs(), "words"), questions(earlier), work=work, floor=0.3)
    again = Duplicates(Matcher(WordPairs(), "words"), questions(texts), work=work, floor=0.3)
    assert groups(again) == fresh(texts, floor=0.3)


def test_adding_questions_does_not_start_over(tmp_path: Path, asked):
    texts = [f"w{i} w{i + 1} w{i // 3} is it open" for i in range(200)]
    Duplicates(Matcher(WordPairs(), "words"), asked(*texts), work=tmp_path / "w")
    model = WordPairs()
    matcher = Matcher(model, "words")
    model.encoded.clear()
    more = Duplicates(matcher, asked(*texts, "w1 w2 w0 is it open again"), work=tmp_path / "w")
    assert model.encoded == ["w1 w2 w0 is it open again"]
    assert all("again" in a + b or _is_near(a, b) for a, b in model.read)
    assert len(model.read) < 30
    assert groups(more) == fresh([*texts, "w1 w2 w0 is it open again"])


def _is_near(a: str, b: str) -> bool:
    """To what is new: only there may other wordings become centres."""
    return bool({"w1", "w2", "w0"} & {*a.split(), *b.split()})


def test_other_weights_never_meet_what_was_kept(tmp_path: Path, asked):
    words, others = identity("words", {}), identity("others", {})
    Duplicates(Matcher(WordPairs(), words), asked(*TEXTS), work=tmp_path / "w")
    precious = [tmp_path / "w" / name for name in ("notes.txt", "keys-backup.txt", f"vectors-{words}.old")]
    for path in precious:
        path.write_text("precious")
    folders = [tmp_path / "w" / name for name in ("vectors-old", "readings-0123456789abcdef")]
    for folder in folders:
        folder.mkdir()
    model = WordPairs()
    Duplicates(Matcher(model, others), asked(*TEXTS), work=tmp_path / "w")
    assert len(model.encoded) == 1 + 6
    left = {path for path in (tmp_path / "w").iterdir() if others not in path.name}
    assert left == {*precious, *folders, tmp_path / "w" / "otherwords-match"}


KILLED = """
import os, sys
sys.path.insert(0, sys.argv[3])
from pathlib import Path
from word_pairs import WordPairs
from otherwords.match.duplicates import Duplicates
from otherwords.match.matcher import Matcher
from otherwords.match.questions import Question

class Killed(WordPairs):
    def probabilities(self, pairs, cosines=None):
        if len(self.read) >= int(sys.argv[2]):
            os.kill(os.getpid(), 9)
        return super().probabilities(pairs)

    def vectors(self, texts):
        if len(self.encoded) > 3 * int(sys.argv[2]):
            os.kill(os.getpid(), 9)
        return super().vectors(texts)

texts = [f"w{i % 40} w{i} w{i // 3} is it open" for i in range(2500)]
questions = [Question(f"q{line}", text, line) for line, text in enumerate(texts, start=1)]
Duplicates(Matcher(Killed(), "words"), questions, work=Path(sys.argv[1]))
"""


@pytest.mark.parametrize("after", [300, 1500])
def test_a_run_that_was_killed_goes_on(tmp_path: Path, after: int):
    folder = str(Path(sys.modules["word_pairs"].__file__).parent)
    command = [sys.executable, "-c", KILLED, str(tmp_path / "w"), str(after), folder]
    assert subprocess.run(command, check=False).returncode == -9
    texts = [f"w{i % 40} w{i} w{i // 3} is it open" for i in range(2500)]
    model = WordPairs()
    found = Duplicates(Matcher(model, "words"), questions(texts), work=tmp_path / "w")
    assert len(model.encoded) < 2500
    assert groups(found) == fresh(texts)


@pytest.mark.parametrize("kind", ["vectors", "keys", "readings", "neighbours"])
def test_half_written_files_are_mended(tmp_path: Path, kind: str, asked):
    Duplicates(Matcher(WordPairs(), "words"), asked(*TEXTS[:5]), work=tmp_path / "w")
    path = tmp_path / "w" / f"{kind}-words"
    path.write_bytes(path.read_bytes()[:-3])
    assert groups(Duplicates(Matcher(WordPairs(), "words"), asked(*TEXTS), work=tmp_path / "w")) == fresh(TEXTS)


@pytest.mark.parametrize("damage", [0.0, np.nan, np.inf, 1e30, 0.9])
def test_damaged_vectors_are_made_again(tmp_path: Path, damage: float, asked):
    Duplicates(Matcher(WordPairs(), "words"), asked(*TEXTS), work=tmp_path / "w")
    path = tmp_path / "w" / "vectors-words"
    vectors = np.fromfile(path, dtype="<f4").reshape(6, -1)
    vectors[0] *= damage
    vectors.tofile(path)
    model = WordPairs()
    assert groups(Duplicates(Matcher(model, "words"), asked(*TEXTS), work=tmp_path / "w")) == fresh(TEXTS)
    assert len(model.encoded) == 1 + 6
    assert not model.read  # readings are of the texts


def test_a_folder_in_the_way(tmp_path: Path, matcher: Matcher, asked):
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(OtherwordsError, match="is in the way"):
        Duplicates(matcher, asked(*TEXTS), work=tmp_path)
    assert (tmp_path / "mine.txt").read_text() == "precious"


def test_two_runs_do_not_share_a_folder(tmp_path: Path, matcher: Matcher, asked):
    with Store(tmp_path / "w", "words", 64), pytest.raises(OtherwordsError, match="another run"):
        Duplicates(matcher, asked(*TEXTS), work=tmp_path / "w")


def test_vectors_that_are_no_numbers(asked):
    class Broken(WordPairs):
        def vectors(self, texts):
            return np.full((len(texts), 8), np.nan, dtype=np.float32)

    with pytest.raises(OtherwordsError, match="weights are damaged"):
        Duplicates(Matcher(Broken(), "broken"), asked(*TEXTS))


def test_readings_that_are_no_numbers_match_nothing(asked):
    class Broken(WordPairs):
        def probabilities(self, pairs, cosines=None):
            return np.full(len(pairs), np.nan, dtype=np.float32)

    found = Duplicates(Matcher(Broken(), "broken"), asked(*TEXTS))
    assert groups(found) == [[("q1", 1.0), ("q6", 1.0)]]
