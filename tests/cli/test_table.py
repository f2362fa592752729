"""``otherwords table``: show, search, export, report."""

import csv
import gzip
import io
import json
from pathlib import Path

import pytest

from otherwords.mine.filters import LIKELY
from otherwords.mine.table import Pair, Table, write

PAIRS = [
    Pair("company", "firm", 30, 0.6, ("the ⟨…⟩ was sold to",), 41),
    Pair("established", "founded", 25, 0.5, ("it was ⟨…⟩ in 1937",), 33),
    Pair("French", "Welsh", 20, 0.45, ("the ⟨…⟩ language is spoken",), 30),
    Pair("one hour", "two hours", 20, 0.4, ("it takes ⟨…⟩ to",), 30),
    Pair("company", "corporation", 20, 0.3, ("a [bold]⟨…⟩ \x1b[31mred",), 22),
    Pair(",", "and", 20, 0.2),
]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.parquet"
    write(PAIRS, path, {"anchor": "entity", "sentences": 1000})
    return path


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def phrases(line: str) -> str:
    """Of a line for people, what stands between the figures and the context."""
    return line[22:].split("  ")[0]


def test_show_gives_the_best_and_says_what_it_left_out(run, table: Path):
    outcome = run("table", "show", table)
    assert outcome.code == 0
    shown = outcome.out.splitlines()
    assert [phrases(line) for line in shown[:2]] == ["company / firm", "established / founded"]
    (best,) = lines(run("table", "show", table, "--top", 1, "--json").out)
    assert shown[0].startswith(f"0.600     30    {best['probability']:.0%}".replace("%", " %  company / firm"))
    assert "the ⟨…⟩ was sold to" in shown[0]
    assert outcome.err == "otherwords: left out 1 siblings, 1 numbers; --unfiltered takes them in\n"
    assert "\x1b" not in outcome.out
    assert "[bold]" in outcome.out


def test_punctuation_comes_last(run, tmp_path: Path):
    path = tmp_path / "table.parquet"
    write([Pair(",", ";", 9, 0.9), Pair("(", "( only", 9, 0.8), *PAIRS], path, {"anchor": "entity"})
    shown = [(one["left"], one["right"]) for one in lines(run("table", "show", path, "--json", "--unfiltered").out)]
    assert shown == [*((one.left, one.right) for one in PAIRS[:-1]), (",", ";"), ("(", "( only"), (",", "and")]
    assert [phrases(one) for one in run("table", "show", path, "--top", 1).out.splitlines()] == ["company / firm"]


def test_show_all_and_why(run, table: Path):
    outcome = run("table", "show", table, "--unfiltered", "--top", 4)
    assert len(outcome.out.splitlines()) == 4
    assert "(siblings)" in outcome.out
    assert "(numbers)" in outcome.out
    assert outcome.err == ""


def test_show_as_json(run, table: Path):
    rows = lines(run("table", "show", table, "--json", "--unfiltered").out)
    assert [row["fault"] for row in rows] == [None, None, "siblings", "numbers", None, None]
    assert LIKELY < rows[0].pop("probability") < 1
    assert rows[0] == {
        "left": "company",
        "right": "firm",
        "score": 0.6,
        "count": 30,
        "sentences": 41,
        "contexts": ["the ⟨…⟩ was sold to"],
        "fault": None,
    }


def test_unlikely_pairs_are_left_out_unless_asked_for(run, tmp_path: Path):
    path = tmp_path / "table.parquet"
    write([Pair("company", "firm", 30, 0.6), Pair("collection", "list", 30, 0.5)], path, {"anchor": "entity"})
    outcome = run("table", "show", path, "--language", "en")
    assert [phrases(line) for line in outcome.out.splitlines()] == ["company / firm"]
    assert outcome.err == "otherwords: left out 1 unlikely; --unfiltered takes them in\n"
    assert "(unlikely)" in run("table", "show", path, "--language", "en", "--unfiltered").out
    everything = run("table", "show", path, "--language", "en", "--min-probability", "0").out.splitlines()
    assert [phrases(line).strip() for line in everything] == ["company / firm", "collection / list"]
    assert "list" not in run("table", "search", path, "collection", "--language", "en").out
    exported = run("table", "export", path, "-f", "solr", "--language", "en").out
    assert exported == "company => company, firm\nfirm => firm, company\n"


def test_nothing_to_show_is_no_error(run, table: Path):
    outcome = run("table", "show", table, "--min-score", "0.9")
    assert (outcome.code, outcome.out, outcome.err) == (1, "No pairs of this score.\n", "")
    assert run("table", "show", table, "--min-score", "0.9", "--json").out == ""


def test_search(run, table: Path):
    outcome = run("table", "search", table, "Company")
    assert outcome.code == 0
    assert [*map(phrases, outcome.out.splitlines())] == ["firm", "corporation"]
    (row,) = lines(run("table", "search", table, "company", "--top", 1, "--json").out)
    assert (row["phrase"], row["wording"], row["score"]) == ("company", "firm", 0.6)


def test_search_that_finds_nothing(run, table: Path):
    outcome = run("table", "search", table, "unheard of")
    assert (outcome.code, outcome.out) == (1, "No other wording of “unheard of”.\n")
    outcome = run("table", "search", table, "French", "--json")
    assert (outcome.code, outcome.out) == (1, "")
    assert "left out 1 siblings" in outcome.err
    assert run("table", "search", table, "French", "--unfiltered").code == 0
    assert run("table", "search", table, " ").code == 2
    assert "the phrase is not text" in run("table", "search", table, "caf\udce9").err


def test_a_search_is_cut_into_words_as_the_table_is(run, tmp_path: Path):
    path = tmp_path / "t.duckdb"
    write([Pair("it , too", "that", 5, 0.5)], path, {})
    assert run("table", "search", path, "it, too").code == 0


def test_export_for_search_engines(run, table: Path, tmp_path: Path):
    outcome = run("table", "export", table, "--format", "solr", "--wordings", 1)
    assert outcome.code == 0
    assert outcome.out.splitlines() == [
        "company => company, firm",
        "corporation => corporation, company",
        "established => established, founded",
        "firm => firm, company",
        "founded => founded, established",
    ]
    assert "left out 1 siblings, 1 numbers" in outcome.err
    assert "not written as solr: 1 without a word" in outcome.err
    same = {run("table", "export", table, "-f", name, "--wordings", 1).out for name in ("elasticsearch", "lucene")}
    assert same == {outcome.out}
    packed = tmp_path / "synonyms.txt.gz"
    written = run("table", "export", table, "-f", "solr", "--wordings", 1, "-o", packed)
    assert (written.code, written.out) == (0, "")
    assert gzip.decompress(packed.read_bytes()).decode() == outcome.out


def test_export_as_lines_of_ppdb(run, table: Path):
    outcome = run("table", "export", table, "-f", "ppdb", "--top", 3, "--unfiltered")
    rows = [line.split(" ||| ") for line in outcome.out.splitlines()]
    assert [row[1:3] for row in rows[::2]] == [["company", "firm"], ["established", "founded"], ["French", "Welsh"]]
    assert [row[5] for row in rows] == 4 * ["Equivalence"] + 2 * ["Exclusion"]


def test_lines_of_ppdb_are_read_back_by_both_importers(run, table: Path, tmp_path: Path):
    lines, lists, back = tmp_path / "table.ppdb", tmp_path / "lists.jsonl", tmp_path / "back.parquet"
    assert run("table", "export", table, "-f", "ppdb", "-o", lines).code == 0
    assert run("data", "ppdb", lines, "-o", lists).code == 0
    (company,) = (json.loads(line) for line in lists.read_text().splitlines())
    graded = {one["text"]: (one["label"], one["score"]) for one in company["candidates"]}
    assert (company["query"], graded) == ("company", {"firm": (4, 3.6), "corporation": (3, 1.8)})
    assert run("data", "rules", lines, "-o", back).code == 0
    with Table.open(back) as opened:
        pairs = [(pair.left, pair.right, round(pair.score, 6)) for pair in opened]
    assert pairs[:3] == [("company", "firm", 0.6), ("established", "founded", 0.5), ("company", "corporation", 0.3)]


def test_export_as_csv(run, table: Path):
    rows = list(csv.DictReader(io.StringIO(run("table", "export", table, "-f", "csv", "--min-score", "0.25").out)))
    assert [(row["left"], row["right"]) for row in rows] == [
        ("company", "firm"),
        ("established", "founded"),
        ("company", "corporation"),
    ]
    shown = lines(run("table", "show", table, "--min-score", "0.25", "--json").out)
    assert [float(row["probability"]) for row in rows] == [row["probability"] for row in shown]


def test_probabilities_are_shown_where_there_are_any(run, tmp_path: Path):
    write(PAIRS, tmp_path / "imported.parquet", {"language": "en"})
    shown = run("table", "show", tmp_path / "imported.parquet").out.splitlines()
    assert shown[0].startswith("0.600     30  company / firm")
    exported = run("table", "export", tmp_path / "imported.parquet", "-f", "csv").out
    assert {row["probability"] for row in csv.DictReader(io.StringIO(exported))} == {""}


def test_an_export_that_cannot_be_written(run, table: Path, tmp_path: Path):
    outcome = run("table", "export", table, "-f", "csv", "-o", tmp_path / "no" / "table.csv")
    assert outcome.code == 2
    assert "cannot write" in outcome.err


def test_report(run, table: Path, tmp_path: Path):
    half, page = tmp_path / "half.parquet", tmp_path / "report.html"
    write(PAIRS[:3], half, {"sentences": 500})
    synonyms = tmp_path / "synonyms.txt"
    synonyms.write_text("company firm\n")
    outcome = run("table", "report", table, half, "-o", page, "--pairs", 2, "--synonyms", synonyms, "--json")
    assert outcome.code == 0
    assert json.loads(outcome.out) == {
        "pairs": 6,
        "classes": {
            "top": {"synonyms": 1, "unsorted": 1},
            "middle": {"siblings": 2},
            "bottom": {"unsorted": 2},
        },
        "growth": [
            {"table": "half.parquet", "sentences": 500, "pairs": 3},
            {"table": "table.parquet", "sentences": 1000, "pairs": 6},
        ],
    }
    html = page.read_text(encoding="utf-8")
    assert "<script" not in html
    assert "company / firm" in html
    assert "half.parquet: 3 pairs of 500 sentences" in html
    assert "a [bold]⟨…⟩ �[31mred" in html


def test_a_report_on_one_table_says_what_is_missing(run, table: Path, tmp_path: Path):
    assert run("table", "report", table, "-o", tmp_path / "report.html").code == 0
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "give tables mined from smaller parts" in html
    assert "--wordnet DIR" in html


def test_a_report_on_an_empty_table(run, tmp_path: Path):
    write([], tmp_path / "empty.parquet", {})
    assert run("table", "report", tmp_path / "empty.parquet", "-o", tmp_path / "report.html").code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "none.parquet"], "there is no paraphrase table none.parquet; otherwords mine makes one"),
        (["search", "company", "table.parquet"], "company: a paraphrase table's name ends in .parquet or .duckdb"),
        (["export", "table.parquet", "-f", "word"], "there is no format word; choose from solr"),
        (["show", "TABLE", "--language", "xx"], "no word lists for the language xx"),
        (["show", "TABLE", "--antonyms", "BAD"], "BAD:1: not two words"),
        (["report", "TABLE", "-o", "r.html", "--wordnet", "."], "cannot read WordNet in ."),
    ],
)
def test_errors_are_one_line(
    run, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
):
    monkeypatch.chdir(tmp_path)
    Path("BAD").write_text("one two three\n")
    outcome = run("table", *(table if argument == "TABLE" else argument for argument in arguments))
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


def test_further_antonyms(run, table: Path, tmp_path: Path):
    (tmp_path / "antonyms.txt").write_text("company firm\n")
    outcome = run("table", "search", table, "company", "--antonyms", tmp_path / "antonyms.txt")
    assert "corporation" in outcome.out
    assert "left out 1 antonyms" in outcome.err
