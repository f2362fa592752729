"""The page of an error analysis."""

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from otherwords.evaluate import lemmas
from otherwords.evaluate.analysis import start_analysis
from otherwords.evaluate.excerpt import LONGEST_PASSAGE, SURROUNDINGS, excerpt
from otherwords.evaluate.markup import Element
from otherwords.evaluate.metrics import SpanMetrics
from otherwords.evaluate.prediction import NOT_HERE, Prediction
from otherwords.evaluate.report import report_page
from otherwords.evaluate.scorers import SCORERS
from otherwords.evaluate.spans import SpanExample

OURS = SCORERS["otherwords"]
EVIL = "</p><script>alert('x')</script><img src=x onerror=alert(1)>&amp;"
DOCUMENT = "Rain fell. The minister resigned on Monday. Bread got dearer."
ANSWERS = [
    (SpanExample("news-1", "The minister left.", DOCUMENT, 11, 43, {"label": "4"}), Prediction(11, 43, 0.9)),
    (SpanExample("news-2", "The minister left.", DOCUMENT, 11, 43, {"label": "3"}), Prediction(44, 61, 0.8)),
    (SpanExample("news-3", "The minister left.", DOCUMENT, 11, 43, {"label": "4i"}), Prediction(None, None, 0.6)),
    (SpanExample("plays-1", "A king died.", DOCUMENT, None, None), Prediction(0, 10, 0.3)),
]


class Page(HTMLParser):
    """The page's elements and texts; it complains about any that is not closed where it should be."""

    VOID = frozenset(("meta", "br", "img", "link", "input"))

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text += data if self.open[-1] == "mark" else f" {data}"

    def tags(self) -> set[str]:
        return {tag for tag, _ in self.elements}


def page(answers: list[tuple[SpanExample, Prediction]], *, synonyms: Path | None = None, **figures: Any) -> str:
    analysis = start_analysis(OURS, synonyms=synonyms)
    metrics = SpanMetrics(OURS)
    for example, prediction in answers:
        analysis.add(example, prediction)
        metrics.add(example, prediction)
    told = {"n": metrics.n, **metrics.figures(), "seconds": 1.5, "system": "find"} | figures
    return report_page(Path("dev.jsonl"), told, {"scorer": "otherwords"}, analysis)


def rows_of(html: str, heading: str) -> Iterator[list[str]]:
    """The cells of the first table below a heading, without their pictures."""
    table = html[html.index(f">{heading}</h") :].split("</table>")[0]
    for row in table.split("<tr>")[2:]:
        cells = re.findall(r"<td>(.*?)</td>", row, flags=re.DOTALL)
        yield [re.sub(r"<svg.*", "", cell, flags=re.DOTALL) for cell in cells]


def test_the_page_is_well_formed_and_holds_every_part():
    html = page(ANSWERS)
    read = Page(html)
    assert html.startswith("<!DOCTYPE html>")
    for part in ("find on dev.jsonl", "Mistakes", "By label", "By domain", "Probabilities", "The worst mistakes"):
        assert part in read.text
    for name in ("EM", "F1", "exact offsets", "null precision", "null recall", "calibration error", "seconds"):
        assert name in read.text


def test_the_counts_are_those_of_the_answers():
    html = page(ANSWERS)
    mistakes = {name: (count, share) for name, count, share, *_ in rows_of(html, "Mistakes")}
    assert mistakes['"not here", though it is there'] == ("1", "33.3 %")
    assert mistakes["another place"] == ("1", "33.3 %")
    assert mistakes["a passage, though nothing there says it"] == ("1", "33.3 %")
    assert sum(int(count) for count, _ in mistakes.values()) == 3
    assert list(rows_of(html, "By domain")) == [["news", "3", "33.3", "33.3", ""], ["plays", "1", "0.0", "0.0", ""]]
    assert [row[0] for row in rows_of(html, "By label")] == ["4", "4 with i", "3", "not in the document"]


def test_the_page_needs_nothing_from_anywhere():
    read = Page(page(ANSWERS))
    assert not read.tags() & {"script", "link", "img", "iframe", "object"}
    assert not [attributes for _, attributes in read.elements if attributes.keys() & {"src", "href", "srcset"}]
    assert "url(" not in page(ANSWERS)
    assert "@import" not in page(ANSWERS)
    policy = next(found for _, found in read.elements if found.get("http-equiv") == "Content-Security-Policy")
    assert (policy["content"] or "").startswith("default-src 'none'")


def test_texts_are_shown_and_never_run():
    document = f"Before. {EVIL} After."
    start = document.index(EVIL)
    extra = {"label": EVIL, "domain": EVIL}
    example = SpanExample(EVIL, EVIL, document, start, start + len(EVIL), extra)
    html = page([(example, Prediction(0, 7, 0.9))], system=EVIL)
    read = Page(html)
    assert not read.tags() & {"script", "img"}
    assert read.text.count(EVIL) >= 5  # title, heading, label, domain, query, passage


def test_what_html_cannot_hold_is_replaced():
    document = "a\0b\x0b\x1bc \x85 said so"
    example = SpanExample("1", "q\0", document, 0, 5, {"domain": "half \ud800"})
    html = page([(example, Prediction(8, 12))])
    assert "\0" not in html
    assert "half \ufffd" in html
    html.encode("utf-8")


def test_passages_are_marked_in_their_surroundings():
    html = page([ANSWERS[1]])
    assert html.count('<mark class="gold">The minister resigned on Monday.</mark>') == 2  # near enough to show in both
    assert html.count('<mark class="answer">Bread got dearer.</mark>') == 2
    assert "probability 0.800" in html


def marked(excerpt: Element, name: str) -> str:
    return "".join(each.text or "" for each in excerpt.iter("mark") if name in each.attrib["class"].split())


@pytest.mark.parametrize(
    ("right", "answered"), [((10, 20), (15, 30)), ((10, 30), (15, 20)), ((10, 20), (20, 30)), ((10, 20), (10, 20))]
)
def test_spans_that_overlap_are_both_marked_whole(right: tuple[int, int], answered: tuple[int, int]):
    document = "".join(chr(ord("A") + number) for number in range(50))
    shown = excerpt(document, right, right, answered)
    assert "".join(shown.itertext()) == document
    assert marked(shown, "gold") == document[slice(*right)]
    assert marked(shown, "answer") == document[slice(*answered)]


def test_only_the_surroundings_are_shown():
    document = "x" * 1000 + "HERE" + "y" * 1000
    text = "".join(excerpt(document, (1000, 1004), (1000, 1004), None).itertext())
    assert text == "…" + "x" * SURROUNDINGS + "HERE" + "y" * SURROUNDINGS + "…"


def test_the_middle_of_a_very_long_passage_is_left_out_and_said_so():
    document = "x" * 9000
    shown = excerpt(document, (0, 9000), (0, 9000), None)
    assert f"[… {9000 - LONGEST_PASSAGE:,} characters …]" in "".join(shown.itertext())
    assert len(marked(shown, "gold")) == LONGEST_PASSAGE


def test_a_system_without_probabilities_has_no_diagram():
    html = page([(ANSWERS[0][0], Prediction(11, 43)), (ANSWERS[3][0], NOT_HERE)])
    assert "gives no probabilities" in html
    assert "Reliability diagram" not in html
    assert "There are no mistakes." in html


def test_the_diagrams_error_is_that_of_the_summary():
    html = page(ANSWERS)
    metrics = SpanMetrics(OURS)
    for example, prediction in ANSWERS:
        metrics.add(example, prediction)
    assert f"Expected calibration error {metrics.figures()['ece']:.4f}" in html


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(lemmas, "has_lemmas", lambda: False)
    html = page(ANSWERS)
    assert "pip install '.[report]'" in unescape(html)
    assert "--synonyms FILE" in html
    (tmp_path / "synonyms.txt").write_text("left resigned\n")
    assert "--synonyms FILE" not in page(ANSWERS, synonyms=tmp_path / "synonyms.txt")


def test_a_file_that_says_no_labels_has_no_such_table():
    html = page([(SpanExample("1", "q", DOCUMENT, 0, 9), Prediction(0, 9, 0.5))])
    assert ">By label<" not in html
    assert "Left out, because the file does not say: by label, by domain" in html
