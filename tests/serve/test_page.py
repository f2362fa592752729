"""The page, in a real Chromium."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import FERRY, FOUND, QUERY, Server, serving

from otherwords.serve.engine import Sources
from otherwords.serve.limits import Limits

playwright = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
from playwright.sync_api import Browser, Locator, Page, Route, expect  # noqa: E402 - where it is not, the tests are skipped

EXAMPLES = Path(__file__).parents[2] / "examples" / "texts"
HOSTILE = "<script>window.harm = 1</script><img src=x onerror='window.harm = 2'> & <b>bold</b> &lt;i&gt; ${1} `x`"
TWICE = f"{FERRY}\n\nThe next day was quiet.\n\nNobody was hurt in that accident, the captain said."
SLOW = 60_000
"""Milliseconds: the machine may be busy."""

Open = Callable[..., Page]


@pytest.fixture(scope="module")  # no longer: while it is there, nobody else in this process may run an event loop
def browser() -> Iterator[Browser]:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("the page's tests need Chromium: apt-get install chromium")
        pytest.skip("the page's tests need Chromium: apt-get install chromium")
    with playwright.sync_playwright() as started:
        yield started.chromium.launch(executable_path=found, args=["--no-sandbox"])


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Open]:
    """A page, and proof that it fetched nothing from elsewhere, broke no rule of its policy and raised no error."""
    wrong: list[str] = []
    contexts = []

    def open_page(at: Server = server, path: str = "/", *, tolerate: str | None = None, **settings: Any) -> Page:
        context = browser.new_context(**{"reduced_motion": "reduce", **settings})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(SLOW)
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on(
            "console",
            lambda said: said.type == "error" and not (tolerate and tolerate in said.text) and wrong.append(said.text),
        )
        page.on("request", lambda request: request.url.startswith(at.url) or wrong.append(f"fetched {request.url}"))
        page.goto(at.url + path)
        page.wait_for_selector("body.ready")
        return page

    expect.set_options(timeout=SLOW)
    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def paste(page: Page, text: str, view: str = "find", number: int = 0) -> None:
    section = page.locator(f"#view-{view}")
    section.locator("textarea").nth(number).fill(text)
    section.get_by_role("button", name="Use this text").nth(number).click()


def ask(page: Page, query: str) -> None:
    page.locator("#query").fill(query)


def lit(page: Page) -> Locator:
    """The passage that the page takes for the best."""
    return page.locator("#view-find mark.current").first


def number_found(page: Page) -> int:
    """Once there is an answer to this very query."""
    expect(page.locator("#view-find")).not_to_have_class("asks")
    expect(page.locator(".count")).to_contain_text("1 / ")
    return int(page.locator(".count").inner_text().split(" / ")[1])


def passages(page: Page) -> list[str]:
    return page.locator("#view-find mark").all_inner_texts()


def test_a_passage_lights_up_as_one_types(open_page: Open):
    page = open_page()
    paste(page, FERRY)
    page.locator("#query").press_sequentially(QUERY, delay=5)
    expect(lit(page)).to_have_text(FOUND)  # after an emoji: offsets are code points
    status = page.get_by_role("status").first
    expect(status).to_contain_text(re.compile("1 passage says it|passages say it"))
    expect(status).to_contain_text("% sure")
    assert page.locator(".reader").inner_text().strip() == FERRY


def test_the_explanation_comes_on_hover_and_on_focus(open_page: Open):
    page = open_page()
    paste(page, FERRY)
    ask(page, QUERY)
    card = page.locator("#explanation")
    mark = lit(page)
    expect(mark).to_have_text(FOUND)
    expect(card).to_be_hidden()
    mark.hover()
    expect(card).to_contain_text("hurt→ injured")
    expect(card).to_contain_text("% sure")
    page.mouse.move(1, 1)
    expect(card).to_be_hidden()
    mark.focus()
    expect(card).to_be_visible()
    assert mark.get_attribute("aria-describedby") == "explanation"
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_what_is_not_there_is_said(open_page: Open):
    page = open_page()
    paste(page, TWICE)
    ask(page, QUERY)
    expect(page.locator("#view-find mark")).not_to_have_count(0)
    ask(page, "The minister resigned after the election.")
    status = page.get_by_role("status").first
    expect(status).to_contain_text("Not in this text")
    assert passages(page) == []
    ask(page, "")
    expect(status).not_to_contain_text("Not in")


def test_what_is_probably_said_is_not_called_absent(open_page: Open):
    def doubt(route: Route) -> None:  # which texts leave it in doubt depends on the weights
        answer = route.fetch()
        told = answer.json()
        route.fulfill(response=answer, json={**told, "not_here": {**told["not_here"], "probability": 0.14}})

    page = open_page()
    page.route("**/find", doubt)
    paste(page, TWICE)
    ask(page, "The minister resigned after the election.")
    status = page.get_by_role("status").first
    expect(status).to_contain_text("No passage is likely enough")
    expect(status).to_contain_text("probably said in this text, 86\u00a0% sure")


def test_what_says_the_opposite_is_told(open_page: Open):
    page = open_page()
    paste(page, "The shop opened in May. Prices rose by five percent last year. It closes at four.")
    ask(page, "Last year prices fell by 5%.")
    status = page.get_by_role("status").first
    expect(status).to_contain_text("Not in this text")
    expect(status.locator(".caution")).to_have_text("But it says the opposite (fell, rose).")


def test_the_nearest_can_be_shown(open_page: Open):
    page = open_page()
    paste(page, (EXAMPLES / "harbour.txt").read_text(encoding="utf-8"))
    ask(page, "The boat departed punctually on Thursday")
    page.get_by_role("button", name="Show it").click()
    mark = page.locator("#view-find mark.faint")
    expect(mark).to_have_count(1)
    expect(mark).to_be_in_viewport()


def test_keys_step_through_the_passages(open_page: Open):
    page = open_page()
    paste(page, TWICE)
    ask(page, QUERY)
    total = number_found(page)
    assert total > 1
    count = page.locator(".count")
    first = lit(page).inner_text()
    assert first == passages(page)[0] == FOUND
    page.keyboard.press("Enter")
    expect(count).to_have_text(f"2 / {total}")
    assert lit(page).inner_text() in set(passages(page)) - {first}
    for _ in range(total - 1):
        page.keyboard.press("ArrowDown")
    expect(count).to_have_text(f"1 / {total}")
    page.keyboard.press("ArrowUp")
    expect(count).to_have_text(f"{total} / {total}")
    page.locator("#view-find .reader").focus()
    page.keyboard.press("n")
    expect(count).to_have_text(f"1 / {total}")
    assert page.evaluate("document.activeElement.textContent") == first
    page.keyboard.press("p")
    expect(count).to_have_text(f"{total} / {total}")
    page.keyboard.press("/")
    expect(page.locator("#query")).to_be_focused()
    page.get_by_role("button", name="Next passage").click()
    expect(count).to_have_text(f"1 / {total}")


def test_a_document_cannot_do_anything(open_page: Open, tmp_path: Path):
    page = open_page()
    text = f"{HOSTILE}\n\n{FERRY}\n\n{HOSTILE}"
    file = tmp_path / "<img src=x onerror=window.harm=3>.txt"
    file.write_text(text, encoding="utf-8")
    page.locator("#view-find input[type=file]").set_input_files(file)
    expect(page.locator(".tab .name")).to_have_text(file.name)
    ask(page, f"{QUERY} {HOSTILE}")
    page.get_by_role("status").first.get_by_text("sure").wait_for()
    ask(page, QUERY)
    expect(lit(page)).to_have_text(FOUND)
    lit(page).hover()
    reader = page.locator("#view-find .reader")
    assert reader.inner_text().count(HOSTILE) == 2
    assert reader.locator("script, img, b, i").count() == 0
    page.goto(page.url.split("#")[0] + "#compare")
    paste(page, text, "compare", 0)
    paste(page, text, "compare", 0)
    expect(page.locator("#view-compare mark")).not_to_have_count(0)
    page.goto(page.url.split("#")[0] + "#table")
    expect(page.locator("#view-table tbody")).to_contain_text("<script>alert(1)</script>")
    assert page.locator("#view-table tbody").locator("script, img, i").count() == 0
    assert page.evaluate("window.harm") is None


def test_markup_cannot_be_made_of_text_even_by_mistake(open_page: Open):
    page = open_page(tolerate="TrustedHTML")
    refused = "() => { try { document.body.innerHTML = '<b>x</b>'; return false } catch { return true } }"
    assert page.evaluate(refused)


def test_an_answer_that_comes_late_is_not_shown(open_page: Open):
    page = open_page()
    paste(page, TWICE)
    held: list[Route] = []
    page.route("**/find", lambda route: held.append(route))
    ask(page, "The next day was calm.")
    page.wait_for_timeout(400)
    ask(page, QUERY)
    while len(held) < 2:
        page.wait_for_timeout(20)
    held[1].continue_()
    expect(lit(page)).to_have_text(FOUND)
    shown = passages(page)
    held[0].fulfill(json={"query": "old", "matches": [], "not_here": {"probability": 1, "nearest": None}})
    page.wait_for_timeout(300)
    assert passages(page) == shown
    expect(page.get_by_role("status").first).not_to_contain_text("Not in")


def test_files_of_many_kinds(open_page: Open):
    page = open_page()
    page.locator("#view-find input[type=file]").set_input_files(
        [EXAMPLES / name for name in ("contract.pdf", "lighthouse.srt", "bread.html")]
    )
    expect(page.locator(".tab")).to_have_count(3)
    expect(page.locator(".label").first).to_have_text("page 1")
    ask(page, "He wants to know about you each Sunday.")
    expect(page.locator("#view-find mark.current")).to_have_text("He asks about you every Sunday.")
    expect(page.locator(".tab[data-current=true] .name")).to_have_text("lighthouse.srt")
    expect(page.locator(".hit").first).to_contain_text("lighthouse.srt · 0:")
    page.get_by_role("button", name="Remove lighthouse.srt").click()
    expect(page.locator(".tab")).to_have_count(2)


def test_a_file_can_be_dropped(open_page: Open):
    page = open_page()
    drop = """text => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'ferry.txt', {type: 'text/plain'}));
        document.querySelector('#view-find .paper').dispatchEvent(
            new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
    }"""
    page.evaluate(drop, FERRY)
    expect(page.locator(".tab .name")).to_have_text("ferry.txt")
    expect(page.locator("#view-find .reader")).to_contain_text("hit the quay")


def test_a_bad_file_is_said_and_stops_no_other(open_page: Open, tmp_path: Path):
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 nothing")
    (tmp_path / "good.txt").write_text(FERRY, encoding="utf-8")
    page = open_page(tolerate="422")
    page.locator("#view-find input[type=file]").set_input_files([tmp_path / "broken.pdf", tmp_path / "good.txt"])
    expect(page.locator(".tab .name")).to_have_text("good.txt")
    expect(page.get_by_role("alert").first).to_contain_text("broken.pdf: is broken")


def test_who_wanted_to_add_a_text_may_go_back(open_page: Open, tmp_path: Path):
    (tmp_path / "good.txt").write_text(FERRY, encoding="utf-8")
    page = open_page()
    page.locator("#view-find input[type=file]").set_input_files(tmp_path / "good.txt")
    text = page.locator("#view-find .paper").get_by_text(FERRY.split(".")[0])
    expect(text).to_be_visible()
    page.get_by_label("Add a text").click()
    expect(text).to_be_hidden()
    page.get_by_role("tab", name="good.txt").click()
    expect(text).to_be_visible()


def test_of_several_files_one_is_compared_and_that_is_said(open_page: Open, tmp_path: Path):
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text(FERRY, encoding="utf-8")
    page = open_page(path="/#compare")
    page.locator("#view-compare input[type=file]").first.set_input_files([tmp_path / "one.txt", tmp_path / "two.txt"])
    expect(page.locator("#view-compare").get_by_role("alert").first).to_contain_text("one.txt is it")


def test_a_bad_file_alone_is_said(open_page: Open, tmp_path: Path):
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 nothing")
    page = open_page(tolerate="422")
    page.locator("#view-find input[type=file]").set_input_files(tmp_path / "broken.pdf")
    expect(page.get_by_role("alert").first).to_contain_text("broken.pdf: is broken")


def test_two_texts_are_compared(open_page: Open):
    page = open_page(path="/#compare")
    paste(page, TWICE, "compare", 0)
    paste(page, "We had a look. No one was injured in the crash. Then it began to rain.", "compare", 0)
    left, right = (page.locator("#view-compare .pane").nth(side).locator("mark") for side in (0, 1))
    expect(left.first).to_be_visible()
    told = " of the first text is found in the second; "
    expect(page.locator("#view-compare .summary")).to_contain_text(told)
    found, share = (int(part.split()[0]) for part in page.locator("#view-compare .summary").inner_text().split(told))
    assert found > share > 0
    key = left.first.get_attribute("data-key")
    partner = page.locator(f"#view-compare .pane:nth-child(2) mark[data-key='{key}']").first
    hue = "element => element.style.getPropertyValue('--hue')"
    assert left.first.evaluate(hue) == partner.evaluate(hue) != ""
    left.first.hover()
    expect(partner).to_have_class("hinted")
    expect(page.locator("#pair")).to_contain_text("% sure")
    left.first.click()
    expect(partner).to_have_class("hinted current")
    kind = page.locator("#view-compare .filters .chip").first
    kind.click()
    expect(kind).to_have_attribute("aria-pressed", "false")
    assert left.count() < 2 or right.count() < 2
    page.get_by_role("button", name="Remove the second text").click()
    paste(page, "Bread is made of flour, water and salt.", "compare", 0)
    expect(page.locator("#view-compare .summary")).to_contain_text("Nothing in common")


def test_the_table_is_browsed(open_page: Open):
    page = open_page()
    page.get_by_role("link", name="Wordings").click()
    told = page.locator("#view-table").get_by_role("status")
    expect(told).to_have_text("64 pairs; the best first.")
    expect(page.locator("#view-table tbody tr").first).to_contain_text("the firm was established in 1902")
    antonyms = page.locator("#view-table tr.faulty", has_text="increased")
    expect(antonyms).to_be_hidden()
    page.get_by_label("also pairs that probably mean something else").check()
    expect(antonyms).to_be_visible()
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("#view-table tbody tr")).to_have_count(64)
    page.get_by_label("Which phrase, in other words?").fill("Founded")
    expect(told).to_have_text("1 other wording of “Founded”.")
    page.get_by_role("button", name="established", exact=True).click()
    expect(page.locator("#view-table tbody td").first).to_have_text("established")
    page.get_by_label("Which phrase, in other words?").fill("unheard of")
    expect(told).to_contain_text("No other wording")


def test_a_server_without_a_table_shows_none(open_page: Open):
    with serving(limits=Limits(workers=1)) as bare:
        page = open_page(bare, "/#table")
        expect(page.get_by_role("link", name="Wordings")).to_be_hidden()
        expect(page.locator("#view-find")).to_be_visible()
        page.goto("about:blank")


def test_an_index_is_searched(open_page: Open, tmp_path: Path):
    pytest.importorskip("lancedb")
    from otherwords import Document
    from otherwords.index import Index

    texts = {"ferry.txt": FERRY, "bread.txt": "Knead the dough for ten minutes. Let it rest.", "<b>.txt": HOSTILE}
    bus = "The bus to the northern villages leaves the market square every quarter of an hour. "
    texts["bus.txt"] = f"{3 * bus}Dogs travel free of charge. {3 * bus}"
    Index.open_or_make(tmp_path / "index").add(Document(text, name) for name, text in texts.items())
    sources = Sources(index=str(tmp_path / "index"))
    with serving(sources, limits=Limits(workers=1, patience=600, timeout=600)) as running:
        answer = running.post("/find", {"query": QUERY}).json()
        assert (answer["matches"][0]["document"], answer["matches"][0]["text"]) == ("ferry.txt", FOUND)
        page = open_page(running)
        ask(page, QUERY)
        card = page.locator(".index-card")
        expect(card.first.locator("mark")).to_have_text(FOUND)
        expect(card.first).to_contain_text("ferry.txt")
        expect(card.first.locator("p.reader")).to_have_text(FERRY)
        ask(page, "Dogs travel free of charge.")
        expect(card.first.locator("mark")).to_have_text("Dogs travel free of charge.")
        around = card.first.locator("p.reader").inner_text()
        assert around.startswith("… ")
        assert around.endswith(" …")
        assert set(re.findall(r"\w+", around)) <= set(re.findall(r"\w+", texts["bus.txt"]))
        ask(page, "The minister resigned after the election.")
        expect(page.get_by_role("status").first).to_contain_text("Not in this index")
        page.get_by_role("button", name="My texts").click()
        paste(page, TWICE)
        ask(page, QUERY)
        expect(lit(page)).to_have_text(FOUND)
        page.goto("about:blank")


def test_light_and_dark(open_page: Open):
    ground = "getComputedStyle(document.body).backgroundColor"
    page = open_page(color_scheme="dark")
    dark = page.evaluate(ground)
    page.get_by_role("button", name="Switch to light").click()
    light = page.evaluate(ground)
    assert sum(map(int, dark[4:-1].split(","))) < 150 < 600 < sum(map(int, light[4:-1].split(",")))
    page.reload()
    page.wait_for_selector("body.ready")
    assert page.evaluate(ground) == light


@pytest.mark.parametrize("width", [320, 390, 768])
def test_nothing_is_wider_than_a_phone(open_page: Open, width: int):
    page = open_page(viewport={"width": width, "height": 700})
    is_narrow = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(is_narrow)
    paste(page, f"{TWICE} {'long' * 100}")
    ask(page, QUERY)
    number_found(page)
    assert page.evaluate(is_narrow)
    expect(page.locator(".hits")).to_contain_text("injured")  # at the foot of the screen: there is no hovering
    for view in ("compare", "table"):
        page.get_by_role("link", name={"compare": "Compare", "table": "Wordings"}[view]).click()
        expect(page.locator(f"#view-{view}")).to_be_visible()
        page.wait_for_timeout(200)
        assert page.evaluate(is_narrow)


def test_everything_has_a_name_and_focus_is_seen(open_page: Open):
    page = open_page()
    paste(page, TWICE)
    ask(page, QUERY)
    number_found(page)
    nameless = """() => [...document.querySelectorAll('button, input, textarea, a, [role=button]')]
        .filter(e => e.checkVisibility() && !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length))
        .map(e => e.outerHTML)"""
    assert page.evaluate(nameless) == []
    seen = """() => { const e = document.activeElement.closest('.field') ?? document.activeElement;
        const s = getComputedStyle(e); return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2 }"""
    page.locator("body").press("Tab")
    visited = 0
    while page.evaluate("document.activeElement !== document.body"):
        assert page.evaluate(seen), page.evaluate("document.activeElement.outerHTML")
        page.keyboard.press("Tab")
        visited += 1
    assert visited >= 8
    assert page.evaluate("document.querySelectorAll('main section:not([hidden]) [aria-live]').length") > 0
    assert page.evaluate("document.documentElement.lang") == "en"


def test_a_server_that_is_gone_is_said(open_page: Open):
    page = open_page(tolerate="ERR_FAILED")
    paste(page, FERRY)
    page.route("**/find", lambda route: route.abort())
    ask(page, QUERY)
    expect(page.get_by_role("status").first).to_contain_text("does not answer")
    page.unroute("**/find")
    page.get_by_role("button", name="Try again").click()
    expect(lit(page)).to_have_text(FOUND)


def test_a_text_that_is_too_long_is_said(open_page: Open):
    page = open_page(tolerate="413")
    page.evaluate(
        "text => { document.querySelector('#view-find textarea').value = text }", "All work, no play. " * 60_000
    )
    page.locator("#view-find textarea").press("End")
    page.locator("#view-find textarea").press("Space")
    page.get_by_role("button", name="Use this text").first.click()
    ask(page, QUERY)
    expect(page.get_by_role("status").first).to_contain_text("1,000,000 may be sent at once")


def test_a_busy_server_is_asked_again(open_page: Open):
    with serving(limits=Limits(workers=1, waiting=0, patience=0.05, timeout=600)) as running:
        page = open_page(running, tolerate="503")
        paste(page, FERRY)
        gate = running.keep_busy()
        ask(page, QUERY)
        expect(page.get_by_role("status").first).to_contain_text("busy")
        gate.set()
        expect(lit(page)).to_have_text(FOUND)
        page.goto("about:blank")


def test_the_token_is_asked_for(open_page: Open):
    token = "a-token-of-twenty-five"
    with serving(token=token, limits=Limits(workers=1, patience=600, timeout=600)) as guarded:
        page = open_page(guarded, tolerate="401")
        paste(page, FERRY)
        ask(page, QUERY)
        page.get_by_label("Token", exact=True).fill("wrong-token-wrong-token")
        page.get_by_role("button", name="Go on").click()
        expect(page.get_by_label("Token", exact=True)).to_have_value("")
        page.get_by_label("Token", exact=True).fill(token)
        page.get_by_role("button", name="Go on").click()
        expect(lit(page)).to_have_text(FOUND)
        linked = open_page(guarded, f"/#token={token}")
        assert token not in linked.url
        paste(linked, FERRY)
        ask(linked, QUERY)
        expect(lit(linked)).to_have_text(FOUND)
        page.goto("about:blank")
        linked.goto("about:blank")
