"""Others' paraphrases as a paraphrase table."""

from collections import Counter
from pathlib import Path

import pytest

from otherwords.evaluate.importers.rules import write_rules
from otherwords.mine.table import Table
from otherwords.text import OtherwordsError


def table_of(tmp_path: Path, text: str) -> tuple[list[tuple[str, str, float]], Counter[str]]:
    source, skipped = tmp_path / "source.txt", Counter[str]()
    source.write_text(text, encoding="utf-8")
    number = write_rules(source, tmp_path / "rules.parquet", skipped)
    with Table.open(tmp_path / "rules.parquet") as table:
        rows = [(pair.left, pair.right, round(pair.score, 4)) for pair in table]
    assert number == len(rows)
    return rows, skipped


def line(phrase: str, other: str, score: float, relation: str) -> str:
    return f"[NN] ||| {phrase} ||| {other} ||| PPDB2.0Score={score} PPDB1.0Score=1 ||| 0-0 ||| {relation}\n"


def test_ppdb_s_equivalences_once_each_with_the_higher_score(tmp_path: Path):
    rows, skipped = table_of(
        tmp_path,
        line("car", "automobile", 4.5, "Equivalence")
        + line("automobile", "car", 3.0, "Equivalence")
        + line("boy", "girl", 5.9, "Exclusion")
        + line("dog", "animal", 4.0, "ForwardEntailment")
        + line("Came from", "stemmed from", 9.0, "Equivalence"),
    )
    assert rows == [("came from", "stemmed from", 1.0), ("automobile", "car", 0.75)]
    assert skipped == {"pairs that are no equivalences": 2}


def test_ppdb_without_relations_or_scores(tmp_path: Path):
    rows, _ = table_of(tmp_path, "[NN] ||| car ||| automobile ||| Abstract=0 ||| 0-0\n")
    assert rows == [("automobile", "car", 1.0)]


def test_lists_of_synonyms_where_fewer_choices_are_surer(tmp_path: Path):
    rows, _ = table_of(tmp_path, "film movie picture\nmovie film\nset up\tfounded\nalone\n")
    assert rows == [("founded", "set up", 1.0), ("film", "movie", 0.7071), ("film", "picture", 0.7071)]


def test_solr_s_synonyms(tmp_path: Path):
    rows, skipped = table_of(
        tmp_path,
        "# remarks, such as this\n"
        "free of charge, at no cost,gratis\n"
        "TV, telly => television\n"
        "1,800 1800\n"
        "yes\\, sir => aye\n"
        "no, \n",
    )
    assert {(left, right) for left, right, _ in rows} == {
        ("at no cost", "free of charge"),
        ("free of charge", "gratis"),
        ("at no cost", "gratis"),
        ("television", "tv"),
        ("television", "telly"),
        ("1,800", "1800"),
        ("aye", "yes, sir"),
    }
    assert skipped == {"remarks": 1}


def test_wordnet(tmp_path: Path):
    folder = tmp_path / "dict"
    folder.mkdir()
    for part in ("verb", "adj", "adv"):
        (folder / f"data.{part}").write_text("")
    (folder / "data.noun").write_text(
        "  1 licence\n"
        "00000001 03 n 03 car 0 auto 0 motor_car 0 000 | a machine\n"
        "00000002 03 n 02 car 1 railcar 0 000 | on rails\n"
    )
    assert write_rules(folder, tmp_path / "wordnet.duckdb", Counter()) == 4
    with Table.open(tmp_path / "wordnet.duckdb") as table:
        found = {wording.text: round(wording.score, 4) for wording in table.wordings("car")}
    assert found == {"railcar": 0.5774, "auto": 0.4082, "motor car": 0.4082}


SYNSETS = "car\n0001 0002\nauto\n0001\nmotor_car\n0001 0001\nRailcar\n0002\n1\n0003\nalone\n0004\n"


@pytest.mark.parametrize("is_folder", [True, False])
def test_wordnet_as_meteor_has_it(tmp_path: Path, is_folder: bool):
    folder = tmp_path / "meteor"
    folder.mkdir()
    (folder / "english.synsets").write_text(SYNSETS)
    (folder / "english.relations").write_text("not read\n")
    source = folder if is_folder else folder / "english.synsets"
    assert write_rules(source, tmp_path / "wordnet.duckdb", Counter()) == 4
    with Table.open(tmp_path / "wordnet.duckdb") as table:
        found = {wording.text: round(wording.score, 4) for wording in table.wordings("car")}
    assert found == {"railcar": 0.5774, "auto": 0.4082, "motor car": 0.4082}


@pytest.mark.parametrize(
    ("text", "message"),
    [("car\nauto\n", ":2: the line after “car”"), ("car\n0001\nauto\n", "synsets: the line after “auto”")],
)
def test_what_only_has_meteor_s_name(tmp_path: Path, text: str, message: str):
    (tmp_path / "english.synsets").write_text(text)
    with pytest.raises(OtherwordsError, match=message):
        write_rules(tmp_path / "english.synsets", tmp_path / "rules.parquet", Counter())
    assert not (tmp_path / "rules.parquet").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rule in any line"),
        ("alone\n", "no rule in any line"),
        ("a ||| b\n", ":1: not PPDB's"),
        (line("a", "b", 1, "Equivalence").replace("=1.0", "=x").replace("=1 ", "=x "), ":1: PPDB2.0Score is no number"),
    ],
)
def test_files_of_another_kind(tmp_path: Path, text: str, message: str):
    with pytest.raises(OtherwordsError, match=message):
        table_of(tmp_path, text)
    assert not (tmp_path / "rules.parquet").exists()


def test_a_table_s_name(tmp_path: Path):
    with pytest.raises(OtherwordsError, match="name ends in"):
        write_rules(tmp_path / "source.txt", tmp_path / "rules.csv", Counter())
