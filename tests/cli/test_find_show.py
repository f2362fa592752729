"""What people see: the passage in its context, with and without colour."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from otherwords.cli.json_lines import match_fields
from otherwords.cli.show import AROUND, page, percent, show
from otherwords.text import Alignment, Answer, Location, Match, NoMatch, Span, words


def shown(answer: Answer, **settings: object) -> str:
    console = Console(file=io.StringIO(), width=80, highlight=False, **settings)  # type: ignore[arg-type]
    show(console, answer)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def match(text: str, passage: str, context: tuple[int, int] | None = None, explanation: tuple[Alignment, ...] = ()):
    start = text.index(passage)
    span = Span.of(text, start, start + len(passage))
    around = Span.of(text, *(context or (0, len(text))))
    return Match("a.txt", span, 0.97, 2.0, Location(page=3, line=12), around, explanation)


def found(text: str, passage: str, **settings: object) -> Answer:
    return Answer("query", (match(text, passage, **settings),))  # type: ignore[arg-type]


def test_without_colour_the_passage_stands_in_brackets():
    assert shown(found("It rained all day.", "rained")) == "a.txt  page 3, line 12  97 %\n  It ⟦rained⟧ all day.\n"


def test_with_colour_it_is_highlighted_instead():
    text = shown(found("It rained all day.", "rained"), force_terminal=True, color_system="standard")
    assert "\x1b[1;30;43mrained\x1b[0m" in text
    assert "⟦" not in text


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_COLOR", "1")
    text = shown(found("It rained all day.", "rained"), force_terminal=True, color_system="standard")
    assert "⟦rained⟧" in text


def test_a_caution_is_told_of_what_was_found_and_of_the_nearest():
    one = replace(match("Prices rose.", "Prices rose"), caution="it says the opposite (fell, rose)")
    assert "\n  But it says the opposite (fell, rose).\n" in shown(Answer("query", (one,)))
    assert "\n  But it says the opposite (fell, rose).\n" in shown(Answer("query", (), NoMatch(0.9, -1.0, one)))
    assert match_fields(one)["caution"] == "it says the opposite (fell, rose)"
    assert "caution" not in match_fields(replace(one, caution=None))


def test_line_breaks_and_spaces_are_folded():
    assert "It ⏎ ⟦rained ⏎ all⟧ day." in shown(found("\n\nIt  \n\n rained\nall\tday.\n", "rained\nall"))


def test_nothing_steers_the_terminal():
    assert "It �[2J ⟦rai�ned⟧" in shown(found("It \x1b[2J rai\x9bned.", "rai\x9bned"))


def test_markup_in_the_text_is_text():
    assert "[bold]It[/bold] ⟦[red]⟧ :smile:" in shown(found("[bold]It[/bold] [red] :smile:", "[red]"))


def test_long_context_is_cut_between_words():
    text = "one two three four five " * 20 + "HERE" + " six seven eight nine ten" * 20
    folded = " ".join(shown(found(text, "HERE")).split("\n", 1)[1].split())
    before, _, rest = folded.partition("⟦")
    after = rest.partition("⟧")[2]
    assert before.startswith("… ")
    assert after.endswith(" …")
    for side in (before, after):
        assert AROUND - 40 < len(side) <= AROUND + 2
        assert {side[a:b] for a, b in words(side)} <= {text[a:b] for a, b in words(text)}


def test_long_context_without_spaces_is_cut_anyway():
    text = shown(found("雪" * 500 + "HERE" + "雨" * 500, "HERE"))
    assert text.count("雪") == text.count("雨") == AROUND


def test_a_long_passage_is_shown_whole():
    passage = "everything " * 100
    lines = shown(found(f"x {passage}y", passage)).splitlines()[1:]
    assert sum(line.count("everything") for line in lines) == 100
    assert all(line.startswith("  ") and line == line.rstrip() and len(line) <= 80 for line in lines)


def test_a_long_path_is_not_broken():
    answer = Answer("q", (Match("folder/" * 30 + "a.txt", Span(0, 1, "x"), 0.5, 0.0),))
    assert shown(answer).splitlines()[0] == "folder/" * 30 + "a.txt  50 %"


def test_which_words_say_what():
    query, text = "heavy trucks not permitted", "Big lorries banned, heavy."

    def pair(left: str, right: str) -> Alignment:
        spans = [
            Span.of(whole, whole.index(word), whole.index(word) + len(word))
            for whole, word in ((query, left), (text, right))
        ]
        return Alignment(*spans, 0.8)

    pairs = (pair("heavy", "heavy"), pair("trucks", "lorries"), pair("not", "banned"), pair("permitted", "banned"))
    lines = shown(found(text, text, explanation=pairs)).splitlines()
    assert lines[-1] == "  trucks → lorries · not permitted → banned"


def test_several_matches_stand_apart():
    one = match("It rained.", "rained")
    assert shown(Answer("q", (one, one))).count("\n\n") == 1


def test_not_here_shows_the_nearest():
    answer = Answer("q", (), NoMatch(0.93, 0.0, match("It rained all day.", "rained")))
    assert shown(answer).splitlines() == [
        "Not here, 93 % sure",
        "  a.txt  page 3, line 12  nearest, 97 %",
        "  It ⟦rained⟧ all day.",
    ]


def test_what_is_probably_said_is_not_called_absent():
    answer = Answer("q", (), NoMatch(0.14, 0.0, match("It rained all day.", "rained")))
    first, *nearest = shown(answer).splitlines()
    assert first == "No passage is likely enough, though it is probably said here, 86 % sure"
    assert nearest == ["  a.txt  page 3, line 12  nearest, 97 %", "  It ⟦rained⟧ all day."]


def test_not_here_without_anything_near():
    assert shown(Answer("q", (), NoMatch(1.0, 0.0))) == "Not here, > 99 % sure\n"


@pytest.mark.parametrize(
    ("probability", "text"), [(0.97, "97 %"), (0.9949, "99 %"), (0.999, "> 99 %"), (0.006, "1 %"), (0.001, "< 1 %")]
)
def test_percent_is_never_certain(probability: float, text: str):
    assert percent(probability) == text


def test_the_page_is_not_too_wide(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "300")
    assert page().width == 100
    monkeypatch.setenv("COLUMNS", "60")
    assert page().width == 60
