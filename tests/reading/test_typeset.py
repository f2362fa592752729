import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.reading.typeset import as_written


@pytest.mark.parametrize(
    ("page", "written"),
    [
        ("The infor-\nmation was new.", "The information was new."),
        ("The infor- \n mation was new.", "The information was new."),
        ("The com-\nmit-\ntee met.", "The committee met."),
        ("The infor\u00ad\nmation was new.", "The information was new."),
        ("Öffent-\nliche Größe", "Öffentliche Größe"),
        ("A well-\nknown and well-known man.", "A well-known and well-known man."),
        ("A Well-known, well-\nknown man.", "A Well-known, well-known man."),
        ("The state-of-the-\nart, my mother-\nin-law.", "The state-of-the-art, my mother-in-law."),
        ("short-\nand long-term", "short-\nand long-term"),
        ("Yksi kirja, toinen kir-\nja.", "Yksi kirja, toinen kirja."),
        ("Anglo-\nSaxon, COVID-\n19, 1990-\nish, so -\nand so", "Anglo-\nSaxon, COVID-\n19, 1990-\nish, so -\nand so"),
        (
            "The o\ufb03ce was \ufb01lled with \ufb02owers, e\ufb00ort, \ufb06",
            "The office was filled with flowers, effort, st",
        ),
        ("an ef-\n\ufb01cient way", "an efficient way"),
    ],
)
def test_words_are_whole(page: str, written: str):
    assert as_written([page]) == [written]


def test_one_page_knows_what_another_writes():
    assert as_written(["a well-\nknown man", "well-known"]) == ["a well-known man", "well-known"]


def test_no_word_goes_on_from_page_to_page():
    assert as_written(["the infor-", "mation"]) == ["the infor-", "mation"]


@given(st.lists(st.text(alphabet="ab-\n \u00ad1A\ufb01é")))
def test_nothing_else_is_touched(pages: list[str]):
    bare = str.maketrans({"-": "", "\u00ad": "", "\n": "", " ": "", "\ufb01": "fi"})
    written = as_written(pages)
    assert [page.translate(bare) for page in written] == [page.translate(bare) for page in pages]
    assert as_written(["".join(page for page in pages if "\n" not in page)]) == [
        "".join(page for page in pages if "\n" not in page).replace("\ufb01", "fi")
    ]
