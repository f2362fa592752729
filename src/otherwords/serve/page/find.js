// The view that finds: a query above, the texts below, the passages beside them.

import { call, Latest } from "./api.js";
import { forServer, inlet, makeDocument, receiveDrops } from "./documents.js";
import { debounced, el, icon, ICONS, percent, place, ring } from "./dom.js";
import { Card, cardOf, explanation, wordPairs } from "./explain.js";
import { Reader } from "./reader.js";
import { shortened, Verdict } from "./verdict.js";

const PAUSE = 220; // milliseconds without a key, after which one has typed for now
const TOP = 10;
const NEAREST = "nearest";
const WORTH_A_LOOK = 0.01;
const AROUND = 160; // characters on either side of a passage of the index; fewer than the server sends
const EXAMPLES = [
  "The cost of fuel had eaten up its profit, and most trips ran less than half full.",
  "A smaller and quicker boat would have been a better use of the money.",
  "Nobody was injured, but the wedding cake was ruined on the way over.",
  "The minister resigned after the election.",
];

export function findView(root, health) {
  const documents = [];
  const latest = new Latest();
  let shown; // the document on the paper
  let matches = [];
  let notHere = null;
  let current = 0;
  let useIndex = health.index;
  let asked = "";
  const askSoon = debounced(PAUSE, ask);

  const query = el("input", {
    type: "search",
    id: "query",
    autocomplete: "off",
    spellcheck: "true",
    enterkeyhint: "search",
    placeholder: "Say it in your own words …",
    "aria-describedby": "keys",
    maxlength: "2000",
  });
  const verdict = new Verdict({ onStep: step, onNearest: showNearest, onRetry: () => ask() });
  const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Texts" });
  const card = new Card("explanation");
  const reader = new Reader({ label: "The text", onOver: over, onOut: out, onChoose: (key) => key !== NEAREST && go(Number(key), { scroll: false }) });
  const hits = el("ol", { class: "hits", "aria-label": "Passages" });
  const notices = el("div", { class: "notices", role: "alert" });
  const paper = el("div", { class: "paper" });
  const aside = el("aside", { class: "found", "aria-label": "Passages" }, hits, keys());
  const samples = el("div", { class: "samples", "aria-label": "Queries to try" });
  const entry = inlet({
    title: "Which text shall be searched?",
    hint: "Paste it, drop files anywhere on this page, or choose them: text, PDF, HTML, Word, subtitles.",
    onDocuments: add,
    onProblem: complain,
    limits: health.limits,
    example: tryExample,
  });

  const sources = el(
    "div",
    { class: "segmented", role: "group", "aria-label": "Where to look", hidden: !health.index },
    sourceButton("The index", true),
    sourceButton("My texts", false),
  );

  root.append(
    el(
      "div",
      { class: "asking" },
      el("h1", { class: "motto" }, "Find where a text says it ", el("span", {}, "in other words"), "."),
      el("label", { for: "query" }, "What should it say?"),
      el("div", { class: "field" }, icon(ICONS.search), query, el("span", { class: "sweep", "aria-hidden": "true" })),
      verdict.element,
      el("p", { class: "sr-only", id: "keys" }, "Enter or arrow down goes to the next passage, arrow up to the one before."),
    ),
    sources,
    notices,
    samples,
    el("div", { class: "room" }, paper, aside),
    card.element,
  );
  receiveDrops(root, (files) => {
    setSource(false);
    entry.takeFiles(files);
  });
  setSource(useIndex);

  query.addEventListener("input", () => {
    if (query.value.trim()) askSoon();
    else forget();
  });
  query.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1, Enter: event.shiftKey ? -1 : 1 }[event.key];
    if (by && event.key === "Enter" && query.value.trim() !== asked) ask();
    else if (by) step(by);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (root.hidden || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") card.hide();
    if (event.target.closest("input, textarea, select, dialog")) return;
    if (event.key === "/") query.focus();
    else if (event.key === "n" || event.key === "j") step(1, { focus: true });
    else if (event.key === "p" || event.key === "k") step(-1, { focus: true });
    else return;
    event.preventDefault();
  });
  addEventListener("scroll", () => card.hide(), { passive: true });

  function sourceButton(text, isIndex) {
    return el("button", { type: "button", data: { index: String(isIndex) }, on: { click: () => setSource(isIndex) } }, text);
  }

  function setSource(isIndex) {
    useIndex = isIndex;
    for (const button of sources.children) button.setAttribute("aria-pressed", String((button.dataset.index === "true") === isIndex));
    forget();
    layOut();
    ask();
  }

  function layOut() {
    const asking = useIndex || documents.length;
    root.classList.toggle("empty", !asking);
    root.classList.toggle("indexed", useIndex);
    samples.replaceChildren();
    if (useIndex) {
      paper.replaceChildren(el("div", { class: "cards" }));
    } else if (!documents.length) {
      paper.replaceChildren(entry.element);
    } else {
      paper.replaceChildren(tabs, el("div", { class: "page" }, reader.element, reader.rail));
      if (documents.some((one) => one.isExample)) {
        samples.replaceChildren(
          el("span", { class: "quiet small" }, "Try"),
          ...EXAMPLES.map((text) => el("button", { type: "button", class: "chip", on: { click: () => tryQuery(text) } }, text)),
        );
      }
    }
    verdict.idle(asking ? "Type, and what says it lights up." : "");
    drawTabs();
  }

  function add(added) {
    documents.push(...added);
    useIndex = false;
    for (const button of sources.children) button.setAttribute("aria-pressed", String(button.dataset.index === "false"));
    notices.replaceChildren();
    layOut();
    show(added[0]);
    forget();
    query.focus({ preventScroll: true });
    ask();
  }

  async function tryExample() {
    const text = await (await fetch("page/example.txt")).text();
    add([{ ...makeDocument("Council saves the ferry", { text }), isExample: true }]);
    tryQuery(EXAMPLES[0]);
  }

  function tryQuery(text) {
    query.value = text;
    query.focus({ preventScroll: true });
    ask();
  }

  function remove(one) {
    documents.splice(documents.indexOf(one), 1);
    forget();
    layOut();
    if (documents.length) {
      show(documents[0]);
      ask();
    } else {
      entry.focus();
    }
  }

  function show(one) {
    if (shown !== one) {
      shown = one;
      reader.show(one);
      light();
    }
    drawTabs();
  }

  function drawTabs() {
    const counts = new Map();
    for (const match of matches) counts.set(match.document, (counts.get(match.document) ?? 0) + 1);
    tabs.replaceChildren(
      ...documents.map((one) =>
        el(
          "span",
          { class: "tab", data: { current: String(one === shown) } },
          el(
            "button",
            { type: "button", role: "tab", "aria-selected": String(one === shown), on: { click: () => turnTo(one) } },
            el("span", { class: "name" }, one.name),
            counts.has(one.id) && el("span", { class: "badge", "aria-label": `${counts.get(one.id)} passages` }, String(counts.get(one.id))),
          ),
          el("button", { type: "button", class: "icon-button small", "aria-label": `Remove ${one.name}`, on: { click: () => remove(one) } }, icon(ICONS.close)),
        ),
      ),
      el("button", { type: "button", class: "icon-button", "aria-label": "Add a text", on: { click: addMore } }, icon(ICONS.plus)),
    );
  }

  function addMore() {
    shown = undefined;
    paper.replaceChildren(tabs, entry.element);
    drawTabs();
    entry.focus();
  }

  function turnTo(one) {
    show(one);
    if (!reader.element.isConnected) { // a text was to be added
      layOut();
      light();
      if (matches.length) go(current);
    }
  }

  function complain(message) {
    const notice = el("p", { class: "notice" }, icon(ICONS.warning), el("span", {}, message));
    notice.append(el("button", { type: "button", class: "icon-button small", "aria-label": "Dismiss", on: { click: () => notice.remove() } }, icon(ICONS.close)));
    notices.append(notice);
  }

  function forget() {
    askSoon.cancel();
    latest.cancel();
    asked = "";
    matches = [];
    notHere = null;
    current = 0;
    card.hide();
    root.classList.remove("asks", "is-none");
    hits.replaceChildren();
    verdict.idle(useIndex || documents.length ? "Type, and what says it lights up." : "");
    light();
    drawTabs();
  }

  async function ask() {
    askSoon.cancel();
    const text = query.value.trim();
    if (text.length < 2 || (!useIndex && !documents.length)) return;
    root.classList.add("asks");
    verdict.busy();
    const wanted = { query: text, top: TOP, ...(useIndex ? {} : { documents: documents.map(forServer) }) };
    try {
      const answer = await latest.run((signal) => call("find", { json: wanted, signal, onBusy: () => verdict.waiting() }));
      if (answer) take(text, answer);
    } catch (error) {
      forget();
      verdict.failed(error.message);
    }
  }

  function take(text, answer) {
    asked = text;
    matches = answer.matches;
    notHere = answer.not_here;
    current = 0;
    card.hide();
    root.classList.remove("asks");
    root.classList.toggle("is-none", Boolean(notHere));
    if (useIndex) drawCards();
    drawHits();
    light();
    if (matches.length) go(0, { scroll: true });
    else {
      drawTabs();
      const found = notHere.nearest?.probability >= WORTH_A_LOOK ? notHere : { ...notHere, nearest: null };
      verdict.none(found, useIndex ? "this index" : documents.length > 1 ? "these texts" : "this text");
    }
  }

  function passageOf(match, key) {
    const words = wordPairs(match).filter((pair) => !pair.isSame).map((pair) => ({ ...pair.passage, hue: pair.hue }));
    return { key, start: match.start, end: match.end, strength: match.probability, words };
  }

  function light() {
    if (useIndex || !shown || !reader.element.isConnected) return;
    const here = matches.map((match, i) => [match, i]).filter(([match]) => match.document === shown.id);
    reader.light(here.map(([match, i]) => passageOf(match, String(i))));
    reader.choose(String(current), { scroll: false });
  }

  function go(to, { scroll = true, focus = false } = {}) {
    current = to;
    const match = matches[current];
    if (!useIndex) {
      const home = documents.find((one) => one.id === match.document);
      if (!reader.element.isConnected) layOut();
      show(home);
      const mark = reader.choose(String(current), { scroll });
      if (focus) mark?.focus({ preventScroll: true });
    } else {
      const cards = [...root.querySelectorAll(".cards > article")];
      cards.forEach((one, i) => one.classList.toggle("current", i === current));
      if (scroll && to) cards[current]?.scrollIntoView({ block: "nearest" });
      if (focus) cards[current]?.focus({ preventScroll: true });
    }
    for (const [i, hit] of [...hits.children].entries()) {
      if (i === current) hit.firstChild.setAttribute("aria-current", "true");
      else hit.firstChild.removeAttribute("aria-current");
    }
    verdict.found(matches, current);
  }

  function step(by, options) {
    if (matches.length) go((current + by + matches.length) % matches.length, options);
  }

  function showNearest() {
    const nearest = notHere?.nearest;
    if (!nearest) return;
    if (useIndex) {
      matches = [];
      root.querySelector(".cards").replaceChildren(indexCard(nearest, 0, true));
      return;
    }
    show(documents.find((one) => one.id === nearest.document));
    reader.light([{ ...passageOf(nearest, NEAREST), faint: true }]);
    reader.choose(NEAREST)?.focus({ preventScroll: true });
  }

  function matchOf(key) {
    return key === NEAREST ? notHere?.nearest : matches[Number(key)];
  }

  function over(key, mark) {
    const match = matchOf(key);
    if (!match) return;
    card.show(mark, ...cardOf(match));
    reader.describe(key, card.element.id);
  }

  function out() {
    card.hide();
  }

  function drawHits() {
    const names = new Map(documents.map((one) => [one.id, one.name]));
    hits.replaceChildren(
      ...matches.map((match, i) =>
        el(
          "li",
          {},
          el(
            "button",
            { type: "button", class: "hit", on: { click: () => go(i, { focus: false }) } },
            ring(match.probability),
            el(
              "span",
              {},
              el("span", { class: "line" }, el("b", {}, percent(match.probability)), " ", el("span", { class: "quiet small" }, where(match, names))),
              el("span", { class: "snippet" }, shortened(match.text, 110)),
            ),
          ),
          el("div", { class: "why" }, explanation(match)),
        ),
      ),
    );
  }

  function where(match, names) {
    const name = documents.length > 1 && !useIndex ? names.get(match.document) : useIndex ? match.document : "";
    return [name, place(match)].filter(Boolean).join(" · ");
  }

  function drawCards() {
    root.querySelector(".cards")?.replaceChildren(...matches.map((match, i) => indexCard(match, i)));
  }

  function keys() {
    const rows = [
      ["/", "to the query"],
      ["↵ ↓ ↑", "next passage, the one before"],
      ["n p", "the same, while reading"],
      ["tab", "from passage to passage"],
    ];
    return el("dl", { class: "keys", "aria-hidden": "true" }, rows.map(([key, does]) => el("div", {}, el("dt", {}, key.split(" ").map((one) => el("kbd", {}, one))), el("dd", {}, does))));
  }

  // A passage of the index, whose document is not here as a whole.
  function indexCard(match, i, isFaint = false) {
    const around = match.context ?? match;
    const cut = [...around.text];
    const [from, to] = [match.start - around.start, match.end - around.start];
    return el(
      "article",
      { class: "index-card", tabindex: "-1" },
      el("header", {}, ring(match.probability), el("b", { class: "source" }, match.document), el("span", { class: "quiet small" }, place(match))),
      el(
        "p",
        { dir: "auto", class: "reader" },
        lastWords(cut.slice(0, from)),
        el("mark", { class: isFaint ? "faint" : i === current ? "current" : undefined, vars: { p: String(match.probability) } }, cut.slice(from, to).join("")),
        firstWords(cut.slice(to)),
      ),
      (match.explanation.length > 0 || match.caution) && el("div", { class: "why" }, explanation(match)),
    );
  }

  return { focus: () => query.focus({ preventScroll: true }) };
}

// Context comes cut within words, save where the passage stands near an end of its text; so only what is long is cut.
function lastWords(points) {
  return points.length < AROUND ? points.join("") : `… ${points.slice(-AROUND).join("").replace(/^\S{0,30}\s+/, "")}`;
}

function firstWords(points) {
  return points.length < AROUND ? points.join("") : `${points.slice(0, AROUND).join("").replace(/\s+\S{0,30}$/, "")} …`;
}
