"""``otherwords eval spans``."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from otherwords.cli.eval import app
from otherwords.evaluate.spans import SpanExample, write_spans
from otherwords.text import OtherwordsError

DOCUMENT = "The minister resigned on Monday. Heavy rain fell over the coast."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "spans.jsonl.gz"
    rows = [
        SpanExample("0", "The minister stepped down.", DOCUMENT, 4, 32),
        SpanExample("1", "It rained heavily at the coast.", DOCUMENT, None, None),
    ]
    write_spans(path, rows)
    return path


def test_one_json_object(file: Path):
    result = CliRunner().invoke(app, ["spans", str(file), "--system", "tfidf", "--json"])
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert list(report) == ["n", "em", "f1", "span_em", "null_precision", "null_recall", "seconds", "system"]
    assert (report["n"], report["em"], report["system"]) == (2, 0, "tfidf")
    assert result.stderr == ""


def test_options_reach_the_evaluation(file: Path):
    arguments = ["spans", str(file), "--system", "tfidf", "--json", "--always", "--limit", "1", "--scorer", "turku"]
    report = json.loads(CliRunner().invoke(app, [*arguments, "--train", str(file)]).stdout)
    assert (report["n"], report["em"]) == (1, 100)


def test_a_table_for_people(file: Path):
    result = CliRunner().invoke(app, ["spans", str(file), "--system", "oracle"])
    assert "null_recall" in result.stdout
    assert "100.0" in result.stdout


@pytest.mark.parametrize("wrong", [["--system", "magic"], ["--system", "oracle", "--scorer", "bleu"]])
def test_an_unknown_name_is_an_error_that_lists_the_known(file: Path, wrong: list[str]):
    with pytest.raises(OtherwordsError, match="choose from"):
        CliRunner().invoke(app, ["spans", str(file), *wrong], catch_exceptions=False)


def test_help_gives_an_example():
    assert "otherwords eval spans" in CliRunner().invoke(app, ["spans", "--help"]).stdout


def test_a_report_beside_the_figures(file: Path, tmp_path: Path):
    page, synonyms = tmp_path / "report.html", tmp_path / "synonyms.txt"
    synonyms.write_text("minister secretary\n")
    arguments = ["spans", str(file), "--system", "tfidf", "--json", "--language", "en", "--synonyms", str(synonyms)]
    result = CliRunner().invoke(app, [*arguments, "--report", str(page)], catch_exceptions=False)
    assert json.loads(result.stdout)["n"] == 2
    assert result.stderr == f"{page}: 2 mistakes in 2 answers\n"
    html = page.read_text(encoding="utf-8")
    assert "tfidf on spans.jsonl.gz" in html
    assert "It rained heavily at the coast." in html


def test_a_report_that_cannot_be_written_is_known_before_anything_is_asked(file: Path, tmp_path: Path):
    arguments = ["spans", str(file), "--system", "magic", "--report", str(tmp_path / "no" / "report.html")]
    with pytest.raises(OtherwordsError, match="cannot write"):
        CliRunner().invoke(app, arguments, catch_exceptions=False)


def test_an_evaluation_that_fails_leaves_no_report(file: Path, tmp_path: Path):
    page = tmp_path / "report.html"
    with pytest.raises(OtherwordsError, match="no system"):
        CliRunner().invoke(
            app, ["spans", str(file), "--system", "magic", "--report", str(page)], catch_exceptions=False
        )
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("option", [["--language", "en"], ["--synonyms", "synonyms.txt"]])
def test_options_of_the_report_need_one(file: Path, option: list[str]):
    with pytest.raises(OtherwordsError, match="add --report"):
        CliRunner().invoke(app, ["spans", str(file), "--system", "tfidf", *option], catch_exceptions=False)


@pytest.mark.parametrize("module", ["eval", "data"])
def test_the_command_loads_nothing_heavy(module: str):
    code = f"import sys, otherwords.cli.{module}; print({{'sklearn', 'numpy', 'rich.progress'}} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "set()"
