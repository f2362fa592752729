import brute_force
import pytest
from generated import sentences, tagged
from hypothesis import given

from otherwords.mine.clauses import clauses


def shown(words: str, tags: str | None = None) -> list[tuple[str, str]]:
    tags = tags or tagged(words)[1]
    tokens = words.split(" ")
    return [
        (" ".join(tokens[clause.modified_first : clause.modified_end]), " ".join(tokens[clause.first : clause.end]))
        for clause in clauses(words, tokens, tags)
    ]


@pytest.mark.parametrize(
    ("words", "modified", "clause"),
    [
        ("Ada , who runs fast , fell", "Ada", "who runs fast"),
        ("Ada Oslo who runs .", "Ada Oslo", "who runs"),
        ("in 1989 ( when walls fell ) it ended", "1989", "when walls fell"),
        ("on 3 March 1989 — when walls fell .", "3 March 1989", "when walls fell"),
        ("on March 3 , 1989 , when walls fell .", "March 3 , 1989", "when walls fell"),
        ("in March 1989 when walls fell .", "March 1989", "when walls fell"),
    ],
)
def test_a_clause_is_found_with_what_it_modifies(words: str, modified: str, clause: str):
    assert shown(words) == [(modified, clause)]


@pytest.mark.parametrize(
    "words",
    [
        "the man , who runs fast .",  # neither an entity nor a date
        "Ada ; who runs fast .",  # another mark
        "Ada , who runs his shop .",  # a pronoun
        "Ada , who fell",  # no closing mark
        "Ada , who , of late .",  # no verb, however far
        "who runs .",
    ],
)
def test_what_is_no_clause(words: str):
    assert shown(words) == []


def test_a_clause_without_a_verb_is_extended():
    assert shown("Ada , who , being old , fell .") == [("Ada", "who , being old , fell")]


def test_a_gerund_and_a_modal_make_no_clause():
    assert shown("Ada , who may , running , fell .") == [("Ada", "who may , running , fell")]


@given(sentences(20, words=20))
def test_clauses_are_those_of_brute_force(batch: list[tuple[str, str]]):
    for words, tags in batch:
        tokens = words.split(" ")
        expected = [
            (modified, " ".join(tokens[first:end])) for modified, first, end in brute_force.clauses(tokens, tags)
        ]
        assert shown(words, tags) == expected
