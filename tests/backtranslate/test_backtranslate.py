"""``otherwords data backtranslate``, as a user runs it: the file, what is said, and a run that is stopped."""

import json
import signal
from pathlib import Path

import pytest

from otherwords.evaluate.spans import read_spans
from otherwords.translate.folder import SHIPPED

TEXTS = [
    "The boat was late. Nobody minded. They sang all day.",
    "A storm came. The harbour was closed.\n\nThe boat came back.",
    "Nobody came.\nThe storm was late.\nThe boat sang.",
    "They sang.",
    "",
    "A late boat. A late storm. Nobody minded the boat.",
    "The boat minded. The storm minded. They came late.",
]


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    path = tmp_path / "documents.jsonl"
    path.write_text("\n".join(json.dumps({"text": text}) for text in TEXTS))
    return path


@pytest.fixture
def backtranslate(run, there, back, documents: Path, monkeypatch):
    """The command, with translators of words; ``--from`` and ``--pivot`` given."""
    monkeypatch.setattr(
        "otherwords.backtranslate.route.translator", lambda spec, source, target: there if target == "en" else back
    )

    def backtranslate(output: Path, *arguments: object, source: object = documents):
        return run("data", "backtranslate", source, "-o", output, "--from", "fi", "--pivot", "en", *arguments)

    return backtranslate


def test_examples_and_summary(backtranslate, tmp_path: Path):
    output = tmp_path / "out.jsonl"
    outcome = backtranslate(output)
    examples = list(read_spans(output))
    assert outcome.code == 0
    assert len(examples) > 3
    assert all(example.gold and example.document in TEXTS for example in examples)
    done, summary = outcome.err.splitlines()
    assert done == f"7 documents done, {len(examples)} of them kept"
    assert summary.startswith(f"{output}: {len(examples)} examples, 0 of them nulls from 7 documents; left out ")
    assert "1 documents without a sentence to ask for" in summary
    assert "documents whose sentence came back identical" in summary


def test_every_example_again_without_its_target(backtranslate, tmp_path: Path):
    plain, doubled = tmp_path / "plain.jsonl", tmp_path / "doubled.jsonl.gz"
    backtranslate(plain, "--sample", "dissimilar")
    backtranslate(doubled, "--sample", "dissimilar", "--irretrievable")
    found = list(read_spans(doubled))
    assert [example for example in found if example.gold] == list(read_spans(plain))
    nulls = [example for example in found if example.gold is None]
    assert [f"{example.id}-removed" for example in read_spans(plain)] == [example.id for example in nulls]
    for example, null in zip(read_spans(plain), nulls, strict=True):
        assert example.gold
        start, end = example.gold
        assert null.query == example.query
        assert null.document.split() == (example.document[:start] + " " + example.document[end:]).split()
        assert "  " not in null.document
        assert null.document.count("\n\n") <= example.document.count("\n\n")
        assert null.document == null.document.strip()


def test_seeds_draw_different_sentences(backtranslate, tmp_path: Path):
    drawn = set()
    for seed in range(5):
        backtranslate(tmp_path / "out.jsonl", "--seed", seed)
        drawn.add((tmp_path / "out.jsonl").read_bytes())
    assert len(drawn) > 1


@pytest.mark.parametrize("sample", ["random", "similar", "dissimilar"])
@pytest.mark.parametrize("stop_at", [2, 3, 5, 7])
def test_a_run_that_was_stopped_goes_on(backtranslate, back, tmp_path: Path, sample: str, stop_at: int):
    whole, output = tmp_path / "whole.jsonl.gz", tmp_path / "out.jsonl.gz"
    options = ("--sample", sample, "--irretrievable")
    backtranslate(whole, *options)
    back.asked.clear()
    back.stop_at = stop_at
    assert backtranslate(output, *options, "--batch", 1).code == 130
    assert not output.exists()
    back.stop_at = 0
    assert backtranslate(output, *options, "--batch", 2).code == 0
    assert output.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["documents.jsonl", "out.jsonl.gz", "whole.jsonl.gz"]


@pytest.fixture
def stopped_run(backtranslate, there, tmp_path: Path) -> Path:
    """The output of a run that did three documents of seven."""
    there.stop_at = 5  # the first call tries the translator
    assert backtranslate(tmp_path / "out.jsonl", "--batch", 1).code == 130
    there.stop_at = 0
    return tmp_path / "out.jsonl"


def test_what_is_done_is_not_translated_again(backtranslate, there, stopped_run: Path):
    done = there.asked[1:-1]
    there.asked.clear()
    assert backtranslate(stopped_run, "--batch", 1).err.startswith("3 documents done, ")
    assert len(done) == 3
    assert not [texts for texts in there.asked if texts in done]


def test_a_killed_process_goes_on(run_apart, documents: Path, tmp_path: Path):
    """Killed while it writes: the last line of what is done is cut off."""
    languages = ("--from", "fi", "--pivot", "en")
    command = ["data", "backtranslate", documents, *languages, "--batch", 1, "--irretrievable", "-o"]
    fake = f"""
import os, signal
from otherwords.translate import Translation
import otherwords.backtranslate.route as route

class Fake:
    left = LEFT
    def translate(self, texts, *options, **settings):
        Fake.left -= 1
        if Fake.left == 0:
            with open({str(tmp_path / "out.jsonl.part")!r}, "a") as file:
                file.write('{{"id": "half')
            os.kill(os.getpid(), signal.SIGKILL)
        return [(Translation(text.replace("o", "oo"), 0.0),) for text in texts]

route.translator = lambda *names: Fake()
"""
    whole = run_apart(*command, tmp_path / "whole.jsonl", first=fake.replace("LEFT", "-1"))
    killed = run_apart(*command, tmp_path / "out.jsonl", first=fake.replace("LEFT", "7"))
    resumed = run_apart(*command, tmp_path / "out.jsonl", first=fake.replace("LEFT", "-1"))
    assert (whole.code, killed.code, resumed.code) == (0, -signal.SIGKILL, 0)
    assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not (tmp_path / "out.jsonl.part").exists()


def test_unfinished_work_with_other_settings_is_kept(backtranslate, stopped_run: Path):
    part = stopped_run.with_name("out.jsonl.part")
    before = part.read_bytes()
    outcome = backtranslate(stopped_run, "--seed", 5)
    assert outcome.code == 2
    assert "seed was 0" in outcome.err
    assert "delete it" in outcome.err
    assert part.read_bytes() == before


@pytest.mark.parametrize("content", ["half of a download", "half\nof a download", "[1]\n"])
def test_a_strangers_file_is_not_touched(backtranslate, tmp_path: Path, content: str):
    (tmp_path / "out.jsonl.part").write_text(content)
    outcome = backtranslate(tmp_path / "out.jsonl")
    assert outcome.code == 2
    assert "out.jsonl.part is in the way" in outcome.err
    assert (tmp_path / "out.jsonl.part").read_text() == content


@pytest.mark.parametrize("size", [0, 10])
def test_killed_before_the_settings_were_written(backtranslate, stopped_run: Path, tmp_path: Path, size: int):
    part = stopped_run.with_name("out.jsonl.part")
    part.write_bytes(part.read_bytes()[:size])
    backtranslate(tmp_path / "whole.jsonl")
    assert backtranslate(stopped_run).code == 0
    assert stopped_run.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_documents_that_have_changed_are_told(backtranslate, stopped_run: Path, documents: Path):
    documents.write_text(documents.read_text().replace("late", "early"))
    outcome = backtranslate(stopped_run)
    assert outcome.code == 2
    assert "documents.jsonl#1 has changed, moved or gone" in outcome.err


def test_a_bad_document_stops_no_other(backtranslate, documents: Path, tmp_path: Path):
    documents.write_text(documents.read_text() + '\n{"text": 3}\nnot JSON\n')
    outcome = backtranslate(tmp_path / "out.jsonl", tmp_path / "missing.txt")
    assert outcome.code == 0
    assert "line 8 has no text" in outcome.err
    assert "line 9 is not JSON" in outcome.err
    assert "missing.txt: does not exist" in outcome.err
    assert list(read_spans(tmp_path / "out.jsonl"))


def test_no_example_is_an_error_that_says_why(backtranslate, tmp_path: Path):
    (tmp_path / "same.txt").write_text("They sang.")
    outcome = backtranslate(tmp_path / "out.jsonl", source=tmp_path / "same.txt")
    assert outcome.code == 2
    assert "no document gave an example (1 documents whose sentence came back identical)" in outcome.err
    assert [path.name for path in tmp_path.glob("out*")] == []


@pytest.mark.parametrize("sample", ["random", "similar"])
def test_documents_without_a_sentence(backtranslate, tmp_path: Path, sample: str):
    (tmp_path / "blank.txt").write_text(" \n ")
    outcome = backtranslate(tmp_path / "out.jsonl", "--sample", sample, source=tmp_path / "blank.txt")
    assert outcome.code == 2
    assert "1 documents without a sentence to ask for" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--pivot", "fi"], "the pivot must be another language"),
        (["--sample", "all"], 'no sample "all"; choose from random, similar, dissimilar'),
        (["--candidates", "0"], "--candidates"),
        (["--translator", "fi-en/"], "--back (fi-en/ again, if it translates both ways)"),
    ],
)
def test_mistakes_are_told(backtranslate, tmp_path: Path, arguments: list[str], message: str):
    outcome = backtranslate(tmp_path / "out.jsonl", *arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert not list(tmp_path.glob("out*"))


@pytest.mark.parametrize(
    ("options", "opened"),
    [
        ([], [("otherwords", "fi", "en"), ("otherwords", "en", "fi")]),
        (["--translator", "apertium"], [("apertium", "fi", "en"), ("apertium", "en", "fi")]),
        (["--translator", "apertium:fin-eng"], [("apertium:fin-eng", "fi", "en"), ("apertium:eng-fin", "en", "fi")]),
        (["--translator", "a/", "--back", "b/"], [("a/", "fi", "en"), ("b/", "en", "fi")]),
    ],
)
def test_which_translators(run, documents: Path, tmp_path: Path, there, back, monkeypatch, options, opened):
    asked = []

    def translator(*names: str):
        asked.append(names)
        return there if names[-1] == "en" else back

    monkeypatch.setattr("otherwords.backtranslate.route.translator", translator)
    languages = ("--from", "fi", "--pivot", "en")
    assert run("data", "backtranslate", documents, "-o", tmp_path / "out.jsonl", *languages, *options).code == 0
    assert asked == opened


@pytest.mark.skipif(not SHIPPED.is_dir(), reason="the shipped translator's weights are not here")
def test_the_shipped_translator(run, tmp_path: Path):
    text = (
        "Lautta myöhästyi eilen illalla kaksi tuntia kovan tuulen vuoksi. Matkustajat odottivat satamassa ja joivat "
        "kahvia. Kukaan ei kuitenkaan valittanut, koska kaikki ymmärsivät tilanteen."
    )
    (tmp_path / "lautta.txt").write_text(text, encoding="utf-8")
    output = tmp_path / "out.jsonl"
    command = ["data", "backtranslate", tmp_path / "lautta.txt", "--from", "fi", "--pivot", "en", "-o", output]
    assert run(*command, "--sample", "dissimilar", "--irretrievable").code == 0
    example, null = read_spans(output)
    assert example.gold
    assert example.document == text
    assert example.query not in text
    assert text[slice(*example.gold)] not in null.document
    outcome = run(*command, "--pivot", "xx")
    assert outcome.code == 2
    assert "xx" in outcome.err
