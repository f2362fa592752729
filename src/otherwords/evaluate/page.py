"""What the pages that open anywhere have in common: nothing is fetched, nothing runs."""

from collections.abc import Iterable
from pathlib import Path

from otherwords.evaluate.markup import Child, Element, element, to_html

_STYLE = Path(__file__).with_name("report.css")


def page(title: str, *body: Child) -> str:
    head = element(
        "head",
        None,
        element("meta", {"charset": "utf-8"}),
        element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        # The browser itself is told that this page needs nothing from anywhere.
        element(
            "meta",
            {"http-equiv": "Content-Security-Policy", "content": "default-src 'none'; style-src 'unsafe-inline'"},
        ),
        element("title", None, title),
        element("style", None, _STYLE.read_text(encoding="utf-8")),
    )
    return to_html(element("html", {"lang": "en"}, head, element("body", None, element("h1", None, title), *body)))


def table(headings: Iterable[str], rows: Iterable[Iterable[Child]]) -> Element:
    def row(tag: str, cells: Iterable[Child]) -> Element:
        return element("tr", None, *(element(tag, None, cell) for cell in cells))

    body = element("tbody", None, *(row("td", cells) for cells in rows))
    return element("table", None, element("thead", None, row("th", headings)), body)


def note(text: str) -> Element:
    return element("p", {"class": "note"}, text)
