import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.reading.html import visible_text, without_self_closed

WORDS = st.text(alphabet="abcdé漢字&<>\"'\u00a0", min_size=1, max_size=6)


def test_blocks_break_lines_and_inline_elements_do_not():
    page = "<h1>A   <em>ti</em>tle</h1><div>one<p>two <b>bold</b>ly</p>three</div>"
    assert visible_text(page) == "A title\none\ntwo boldly\nthree"


def test_breaks_lists_and_tables():
    page = "<ul><li>a<li>b</ul>x<br>y<table><tr><td>1<td>2</tr></table>"
    assert visible_text(page) == "a\nb\nx\ny\n1\n2"


def test_white_space_between_inline_elements_is_one_space():
    assert visible_text("<p> a\n <b> b </b>\t<i>c</i> </p> <p>d</p>") == "a b c\nd"


def test_preformatted_text_keeps_its_lines():
    assert visible_text("<p>code:</p><pre>\n  a\n\n    b</pre><p>end</p>") == "code:\n  a\n\n    b\nend"


def test_only_what_is_visible():
    page = """<html><head><title>T</title><style>s</style></head><body><script>s()</script><template>t</template>
    <noscript>n</noscript><!-- c --><p hidden>h</p><p style="color:red; display: none">d</p><p>seen</p></body></html>"""
    assert visible_text(page) == "seen"


def test_entities():
    page = "<p>caf&eacute; &lt;b&gt; &amp;amp; &#x4e2d; &nbsp;x soft&shy;ly &#xD800;</p>"
    assert visible_text(page) == "café <b> &amp; 中 \u00a0x softly \ufffd"


def test_nesting_deeper_than_recursion_goes():
    assert visible_text("<div>" * 3000 + "deep") == "deep"


@given(st.lists(st.lists(WORDS, min_size=1), min_size=1))
def test_generated_paragraphs(paragraphs):
    tags = ["<b>{}</b>", "{}", "<a href='x'><i>{}</i></a>"]
    blocks = []
    for paragraph in paragraphs:
        inline = [tags[number % 3].format(html.escape(word)) for number, word in enumerate(paragraph)]
        blocks.append("<p>" + " \n ".join(inline) + "</p>")
    assert visible_text("\n".join(blocks)) == "\n".join(" ".join(paragraph) for paragraph in paragraphs)


@given(st.text())
def test_any_text_is_a_page(page):
    visible_text(page).encode("utf-8")


@pytest.mark.parametrize(
    ("declaration", "encoding"),
    [
        ('<meta charset="shift_jis">', "shift_jis"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=euc-jp">', "euc_jp"),
        ("<meta charset=utf-8>", "utf-8"),
        ('<?xml version="1.0" encoding="ISO-2022-JP"?>', "iso2022_jp"),
        ('<meta charset="unicode_escape">', "utf-8"),
        ('<meta charset="utf-8">', "shift_jis"),
        ("", "utf-16"),
    ],
)
@pytest.mark.parametrize("suffix", [".html", ".htm", ".xhtml"])
def test_encodings_of_pages(tmp_path, reading, declaration, encoding, suffix):
    text = "これは日本語の文章です。吾輩は猫である。"
    path = tmp_path / f"page{suffix}"
    path.write_bytes(f"{declaration}<p>{text}</p>".encode(encoding))
    (document,), errors = reading(path)
    assert document.text == text
    assert not document.has_lines
    assert not errors


XML = '<?xml version="1.0" encoding="utf-8"?>'
SENTENCE = "The harbour was closed because of the storm."
SELF_CLOSED = [
    '<head><script src="a.js"/></head>',
    "<head><title/></head>",
    """<head><script\n src='a/b.js' data-x="1 > 0"  /><style /></head>""",
    '<video src="a.mp4"/>',
    '<div style="display: none"/><div class="sidebar"/>',
    '<head><meta charset="utf-8"/><link rel="x" href="y"/></head><br/><img src="a.png"/>',
    "<!-- <script/> -->",
]


@pytest.mark.parametrize("start", SELF_CLOSED)
@pytest.mark.parametrize("name", ["a.xhtml", "a.XHTML", "a.html"])
@pytest.mark.parametrize("as_prose", [True, False])
def test_a_tag_of_xhtml_that_closes_itself_hides_nothing(tmp_path, reading, start, name, as_prose):
    declaration = f"\ufeff \n{XML}" if name == "a.html" else ""
    (tmp_path / name).write_text(f"{declaration}<html>{start}<p>{SENTENCE}</p></html>")
    (document,), errors = reading(tmp_path / name, as_prose=as_prose)
    assert document.text == SENTENCE
    assert not errors


def test_what_is_empty_in_html_too_is_not_doubled(tmp_path, reading):
    (tmp_path / "a.xhtml").write_text("<p>one<br/>two<br />three</p>")
    (document,), _ = reading(tmp_path / "a.xhtml")
    assert document.text == "one\ntwo\nthree"


def test_in_html_a_tag_does_not_close_itself(tmp_path, reading):
    (tmp_path / "a.html").write_text("<p>seen</p><script/><p>not seen</p>")
    (document,), _ = reading(tmp_path / "a.html")
    assert document.text == "seen"


@pytest.mark.parametrize("part", ["<a '", '<a "', "<a /", "<a x='>' ", "<a\n"])
def test_a_hostile_page_takes_no_longer_than_others(part):
    assert without_self_closed(part * 100_000) == part * 100_000


def test_text_that_stands_as_it_is_meant_to_be_read(tmp_path, reading):
    (tmp_path / "a.xhtml").write_text("<p>one <![CDATA[two < three & <b>four]]></p>")
    (document,), _ = reading(tmp_path / "a.xhtml")
    assert document.text.strip() == "one two < three & <b>four"
