"""Of a web page only the prose: what a paraphrase could be mined from."""

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.reading import source
from otherwords.reading.html import visible_text
from otherwords.reading.main_text import main_text

FIRST = "The harbour was closed in November because of the storm."
SECOND = "Nobody was hurt, although a wedding cake did not survive."

PAGE = f"""<!doctype html><html><head><title>The title of a page is not its text, or is it?</title>
<style>p {{ color: red; }}</style></head><body>
<script>if (a < b) document.write("<p>{SECOND}</p>");</script>
<header><p>The site of the harbour, which everyone reads.</p></header>
<nav><ul><li>First comes the menu of all our pages.</li></ul></nav>
<div class="navbar top"><div><p>You are here, and you can go there.</p></div><p>Or go where you like to go.</p></div>
<h1>A heading is no sentence, even with a verb in it.</h1>
<p>{FIRST}</p>
<ul><li><a href="/1">The link to a page about this or that.</a></li>
<li><a href="/2">Another link to a page about that,</a> and it's long.</li></ul>
<pre><code>for boat in harbour: print("This is code, not a sentence.")</code></pre>
<p><code>harbour.close(month="November", reason="storm")</code> it does.</p>
<table><tr><td>1</td><td>November</td></tr><tr><td>{SECOND}</td></tr></table>
<p hidden>What is hidden is not read by anyone.</p><p style="display: none">Nor is what is not displayed at all.</p>
<form><select><option>Choose one of the many boats here.</option></select><button>Press this to go now.</button></form>
<!-- <p>A comment is not for the readers of the page.</p> -->
<footer><p>All rights to this page are reserved by us.</p></footer></body></html>"""


def test_a_page_with_everything_on_it():
    assert main_text(PAGE) == f"{FIRST}\n\n{SECOND}"
    assert "You are here" in visible_text(PAGE)  # which find reads


@pytest.mark.parametrize(
    ("block", "text"),
    [
        ("Read <a href=x>the page</a> on <code>close()</code> before you sail.",) * 2,
        ("It is five words long.",) * 2,
        ("It is four words.", ""),
        ("a list item without an end", ""),
        ("a longer list item without an end is a sentence too",) * 2,
        ("one &lt;two&gt; &amp;amp; three &eacute; four&nbsp;five.", "one <two> &amp; three é four five."),
        ("soft&shy;ly <b>bold</b>ly  go\n where all have been.", "softly boldly go where all have been."),
        ("It rained all day.<br>Then came sun.<br/><br/>At last.", "It rained all day.\nThen came sun.\n\nAt last."),
        ('a <img alt="b > c" title=\'d "e" < f\'> g h i j.', "a g h i j."),
        ("a <svg><text>in a picture</text></svg> b c d e.", "a b c d e."),
        ("我们 去 公园 散步 吧 。",) * 2,
    ],
)  # fmt: skip
def test_what_is_a_paragraph(block: str, text: str):
    text = text if text != block else visible_text(block)
    assert main_text(f"<p>{block}</p>") == text


@pytest.mark.parametrize(
    "tag",
    [
        "<div role=navigation>",
        '<div id="toc">',
        '<ul class="breadcrumb">',
        '<DIV CLASS="page-Footer dark">',
        '<div class="sphinxsidebar" role="x">',
        '<table class="navheader">',
        "<section hidden>",
    ],
)
def test_what_stands_in_boilerplate_is_left_out_down_to_its_end(tag: str):
    name = tag.strip("<>").split()[0]
    inside = f"<p>{FIRST}</p><{name}><p>{FIRST}</p></{name}>"
    assert main_text(f"<div>{tag}<tr><td>{inside}</{name}><p>{SECOND}</p></div>") == SECOND


@pytest.mark.parametrize(
    "tag",
    ["<body class=nav>", "<main id=menu>", '<div class="has-sidebar">', "<div class=contents>", '<hr class="footer">'],
)
def test_what_only_sounds_like_boilerplate_is_read(tag: str):
    assert main_text(f"{tag}<p>{FIRST}</p>") == FIRST


def test_text_between_the_blocks_is_read_too():
    assert main_text(f"{FIRST}<div>{SECOND}<p>short</p>{FIRST}</div>{SECOND}") == "\n\n".join([FIRST, SECOND] * 2)


@pytest.mark.parametrize("page", ["", " ", "<frameset><frame>", "<!-- x", "<script>", "<pre>" * 50, "</p></p>"])
def test_pages_without_text(page: str):
    assert main_text(page) == ""


def test_nesting_deeper_than_recursion_goes():
    assert main_text("<div>" * 3000 + FIRST) == FIRST


@given(st.text())
def test_any_text_is_a_page(page: str):
    main_text(page).encode("utf-8")


TAGS = ["p", "div", "li", "b", "a", "nav", "pre", "script", "table", "td", "svg", "code", "br", "h1", "template", "x-y"]
PARTS = st.sampled_from(
    [f"<{t}>" for t in TAGS] + [f"</{t}>" for t in TAGS] + [f" {FIRST} ", "<!--", "-->", "<p class=nav>"]
)


@given(st.lists(PARTS, max_size=30).map("".join))
def test_all_that_is_given_is_on_the_page_and_free_of_tags(page: str):
    text = main_text(page)
    assert "<" not in text
    assert text.count(FIRST) <= visible_text(page).count(FIRST)


@given(st.lists(st.lists(st.text(alphabet="abcdé漢字&<>\"'", min_size=1, max_size=6), min_size=10), min_size=1))
def test_generated_paragraphs(paragraphs: list[list[str]]):
    blocks = [f"<p>{html.escape(' '.join(words))}</p>" for words in paragraphs]
    assert main_text("\n".join(blocks)) == "\n\n".join(" ".join(words) for words in paragraphs)


def test_a_page_that_is_too_large_is_an_error_that_says_the_limit(tmp_path, reading, monkeypatch):
    monkeypatch.setattr(source, "LARGEST_PAGE", 1 << 20)
    (tmp_path / "a.html").write_text(f"<p>{FIRST}</p>" * 20_000)
    (tmp_path / "b.html").write_text(f"<p>{FIRST}</p>")
    documents, (error,) = reading(tmp_path, as_prose=True)
    assert [document.text for document in documents] == [FIRST]
    assert "is larger than 1 MiB" in str(error)
    assert len(reading(tmp_path)[0]) == 2
