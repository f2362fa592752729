"""The page of a comparison: complete, linked both ways, and safe to open."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from otherwords.compare import Comparison, Kind, Pair
from otherwords.evaluate.compare_page import compare_page
from otherwords.text import Document, Location


class Page(HTMLParser):
    """Tags, attributes, and the text of the two panes."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self._inside = 0
        self._hidden = 0
        self.feed(source)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = dict(attributes)
        self.tags.append((tag, told))
        if tag == "div" and told.get("class") == "text":
            self.texts.append("")
            self._inside = 1
        elif self._inside and tag == "div":
            self._inside += 1
        if tag == "a" and str(told.get("class")).startswith("n "):
            self._hidden = 1

    def handle_endtag(self, tag: str) -> None:
        if tag == "div" and self._inside:
            self._inside -= 1
        if tag == "a":
            self._hidden = 0

    def handle_data(self, data: str) -> None:
        if self._inside and not self._hidden:
            self.texts[-1] += data

    def named(self, attribute: str) -> list[str]:
        return [str(told[attribute]) for _, told in self.tags if attribute in told]


def pair(a: Document, b: Document, start: int, end: int, other_start: int, other_end: int, **told: object) -> Pair:
    fields = {"probability": 0.9, "kind": Kind.REWORDED} | told
    return Pair(
        a.span(start, end),
        b.span(other_start, other_end),
        a.id,
        b.id,
        **fields,
        a_location=Location(line=1),
        b_location=Location(),  # type: ignore[arg-type]
    )


def comparison(*pairs: Pair, **told: object) -> Comparison:
    return Comparison(pairs, **({"share": 0.2, "found": 0.4, "words": 9} | told))  # type: ignore[arg-type]


def test_texts_are_whole_and_linked_both_ways():
    a, b = Document("One two three four. Five.", "a.txt"), Document("Eins zwei. Drei.", "b.txt")
    page = Page(compare_page(a, [b], comparison(pair(a, b, 0, 19, 0, 10), pair(a, b, 20, 25, 11, 16))))
    assert page.texts == [a.text, b.text]
    ids, links = page.named("id"), set(page.named("href"))
    assert {"a-1", "a-2", "b-1", "b-2"} <= set(ids)
    assert len(ids) == len(set(ids))
    assert links == {"#a-1", "#a-2", "#b-1", "#b-2"}


def test_nothing_in_a_text_becomes_markup():
    evil = '<script>alert(1)</script> & "quoted" </style><img src=x onerror=alert(2)>'
    a, b = Document(evil, '"><script>x</script>'), Document(evil + " more", "</title><b>")
    source = compare_page(a, [b], comparison(pair(a, b, 0, 25, 0, 30), left_out=(a.span(26, 40),)))
    page = Page(source)
    assert not {"script", "img"} & {tag for tag, _ in page.tags}
    assert page.texts == [a.text, b.text]
    assert "default-src 'none'" in source
    assert not any(told.get("src") or str(told.get("href", "#")).lstrip()[0] != "#" for _, told in page.tags)


def test_every_kind_and_every_step_can_be_filtered():
    a, b = Document("One two three four five.", "a"), Document("Eins zwei drei.", "b")
    source = compare_page(a, [b], comparison(pair(a, b, 0, 7, 0, 4, probability=0.6, kind=Kind.COPIED)))
    ids = Page(source).named("id")
    assert {"k-copied", "k-near_copy", "k-reworded", "k-summarised", "k-expanded", "from-0", "from-900"} <= set(ids)
    (mark,) = [told for _, told in Page(source).tags if told.get("id") == "a-1"]
    assert {"k-copied", "under-from-700", "under-from-900"} <= set(str(mark["class"]).split())


def test_long_texts_are_shown_around_their_passages():
    a = Document("x " * 50_000, "a")
    b = Document("y z", "b")
    page = Page(compare_page(a, [b], comparison(pair(a, b, 40_000, 40_100, 0, 3))))
    shown, _ = page.texts
    assert len(shown) == 100 + 2 * 600


def test_nothing_found():
    source = compare_page(Document("One.", "a"), [Document("Zwei.", "b")], comparison(share=0.0, found=0.0))
    assert "nothing" in source
    assert Page(source).texts == ["One."]


@given(st.text(alphabet="ab <&\n", min_size=1, max_size=30), st.data())
def test_passages_may_overlap(text: str, data: st.DataObject):
    a, b = Document(text, "a"), Document(text[::-1], "b")
    spans = st.integers(0, len(text) - 1).flatmap(lambda s: st.tuples(st.just(s), st.integers(s + 1, len(text))))
    places = data.draw(st.lists(st.tuples(spans, spans), max_size=4))
    page = Page(compare_page(a, [b], comparison(*(pair(a, b, *one, *other) for one, other in places))))
    assert page.texts == ([a.text, b.text] if places else [a.text])
    ids = [name for name in page.named("id") if name[:2] in ("a-", "b-")]
    assert sorted(ids) == sorted(f"{side}-{n}" for n in range(1, len(places) + 1) for side in "ab")


def test_two_sources_of_one_name_are_told_apart():
    """As an archive holds a page twice: the passage is marked in the one that says it."""
    other, right = Document("Quite another page, about the weather.", "w"), Document("Nobody was hurt.", "w")
    draft = Document("No one was hurt.", "d")
    page = Page(compare_page(draft, [right, other], comparison(pair(draft, right, 0, 16, 0, 16))))
    assert page.texts == [draft.text, right.text]


def test_texts_run_as_they_are_written():
    a, b = Document("היא אמרה שלום.", "a"), Document("היא אמרה שלום.", "b")
    page = Page(compare_page(a, [b], Comparison((pair(a, b, 0, 14, 0, 14),), 1.0, 1.0, 3)))
    held = [told for tag, told in page.tags if told.get("class") == "text" or (tag == "p" and not told.get("class"))]
    assert [told.get("dir") for told in held] == ["auto"] * 4
