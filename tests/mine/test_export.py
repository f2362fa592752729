"""The table for other programs: each form is read back by the rules of the program it is for."""

import csv
import io
from collections import Counter, defaultdict
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.evaluate.synonyms import read_synonyms
from otherwords.mine.export import csv_lines, ppdb_lines, synonym_lines
from otherwords.mine.filters import Fault
from otherwords.mine.table import Pair, Wording

# What tables hold: tokens joined by one space. All that means something to one of the forms is among them.
TOKENS = st.sampled_from(["firm", "Ärger", "a,b", "x=>y", "=>", "\\", "\\,", "#", ",", "|", "|||", '"', "it's", "⟨…⟩"])
PHRASES = st.lists(TOKENS, min_size=1, max_size=3).map(" ".join)
PAIRS = st.lists(st.builds(Pair, PHRASES, PHRASES, st.integers(1, 9), st.floats(0, 1), st.lists(PHRASES).map(tuple)))
WORDINGS = st.lists(st.builds(Wording, PHRASES, PHRASES, st.integers(1, 9), st.floats(0, 1))).map(
    lambda wordings: sorted(wordings, key=lambda wording: wording.phrase)
)


def solr_rules(lines: list[str]) -> dict[str, list[str]]:
    """A reader of Solr's synonym files, after its documentation: # remarks, => and commas, backslash escapes."""

    def split(text: str, mark: str) -> list[str]:
        parts, part, place = [], "", 0
        while place < len(text):
            if text.startswith(mark, place):
                parts.append(part)
                part, place = "", place + len(mark)
            elif text[place] == "\\":
                part += text[place : place + 2]
                place += 2
            else:
                part += text[place]
                place += 1
        return [*parts, part]

    def unescaped(text: str) -> str:
        result, place = "", 0
        while place < len(text):
            place += text[place] == "\\"
            result += text[place]
            place += 1
        return result.strip()

    rules: dict[str, list[str]] = defaultdict(list)
    for line in lines:
        assert line.endswith("\n")
        assert not line.startswith("#")
        sides = split(line.rstrip("\n"), "=>")
        assert len(sides) == 2
        (phrase,) = split(sides[0], ",")
        rules[unescaped(phrase)] += map(unescaped, split(sides[1], ","))
    return dict(rules)


@given(WORDINGS, st.integers(1, 4))
def test_synonym_files_mean_what_the_table_says(wordings: list[Wording], most: int):
    unwritable: Counter[str] = Counter()
    rules = solr_rules(list(synonym_lines(wordings, most, unwritable)))
    expected: dict[str, dict[tuple[str, ...], str]] = defaultdict(dict)
    useless = 0
    for wording in wordings:
        ours, theirs = (
            tuple(token.lower() for token in text.split() if any(map(str.isalnum, token)))
            for text in (wording.phrase, wording.text)
        )
        if ours and theirs and ours != theirs:
            expected[wording.phrase].setdefault(theirs, wording.text)
        else:
            useless += 1
    assert rules == {phrase: [phrase, *list(texts.values())[:most]] for phrase, texts in expected.items()}
    assert unwritable.total() == useless


def test_a_synonym_file():
    wordings = [
        Wording("company", "firm", 9, 0.9),
        Wording("company", "corporation", 9, 0.8),
        Wording("company", "business", 9, 0.7),
        Wording("firm", "company", 9, 0.9),
        Wording(",", "and", 9, 0.9),
    ]
    assert list(synonym_lines(wordings, 2, Counter())) == [
        "company => company, firm, corporation\n",
        "firm => firm, company\n",
    ]


def test_a_synonym_file_says_nothing_twice():
    wordings = [
        Wording("don't", "don’t", 9, 0.9),
        Wording("e-mail", "( E-mail", 9, 0.9),
        Wording("e-mail", "email", 9, 0.8),
        Wording("e-mail", '" email "', 9, 0.7),
        Wording("e-mail", "message", 9, 0.6),
        Wording("US", "U.S.", 9, 0.9),
        Wording("की", "कि", 9, 0.9),
    ]
    unwritable: Counter[str] = Counter()
    assert list(synonym_lines(wordings, 2, unwritable)) == [
        "e-mail => e-mail, email, message\n",
        "US => US, U.S.\n",
        "की => की, कि\n",
    ]
    assert unwritable == {"of the same words": 2}


@given(PAIRS)
def test_ppdb_lines_are_read_back(pairs: list[Pair]):
    unwritable: Counter[str] = Counter()
    lines = list(ppdb_lines(((pair, None) for pair in pairs), unwritable))
    writable = [pair for pair in pairs if "|||" not in pair.left + pair.right]
    assert unwritable.total() == len(pairs) - len(writable)
    fields = [line.rstrip("\n").split(" ||| ") for line in lines]
    assert [row[1:3] for row in fields] == [
        [*texts] for pair in writable for texts in ((pair.left, pair.right), (pair.right, pair.left))
    ]
    for row in fields:
        assert len(row) == 6
        for link in row[4].split():
            here, there = map(int, link.split("-"))
            assert row[1].split()[here] == row[2].split()[there] or len(row[1].split()) == len(row[2].split()) == 1


def test_a_ppdb_line():
    lines = ppdb_lines([(Pair("set up", "was set up", 7, 0.5, (), 9), None)], Counter())
    assert next(iter(lines)) == (
        "[X] ||| set up ||| was set up ||| PPDB2.0Score=3.000000 Count=7 Sentences=9 ||| 0-1 1-2 ||| Equivalence\n"
    )


def test_our_reader_of_ppdb_takes_them(tmp_path: Path):
    pairs = [(Pair("car", "automobile", 5, 0.5), None), (Pair("boy", "girl", 5, 0.4), Fault.SIBLINGS)]
    path = tmp_path / "ppdb.txt"
    path.write_text("".join(ppdb_lines(pairs, Counter())))
    synonyms = read_synonyms(path)
    assert synonyms.are_synonyms("car", "automobile")
    assert not synonyms.are_synonyms("boy", "girl")


@settings(max_examples=50)
@given(PAIRS)
def test_csv_is_read_back(pairs: list[Pair]):
    text = "".join(csv_lines(((pair, Fault.NUMBERS) for pair in pairs), lambda pair: pair.score or None))
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [(row["left"], row["right"], int(row["count"])) for row in rows] == [
        (p.left, p.right, p.count) for p in pairs
    ]
    assert [row["contexts"] for row in rows] == [" | ".join(pair.contexts) for pair in pairs]
    assert [row["probability"] for row in rows] == [f"{pair.score:.3f}" if pair.score else "" for pair in pairs]
    assert all(row["fault"] == "numbers" for row in rows)
