// Two texts side by side, and what the left one says that the right one says, too, in matching colours.

import { call, Latest } from "./api.js";
import { forServer, inlet, makeDocument } from "./documents.js";
import { debounced, el, icon, ICONS, percent, ring } from "./dom.js";
import { Card } from "./explain.js";
import { motion, Reader } from "./reader.js";

const PAUSE = 150;
const GOLDEN = 137.508; // degrees: neighbours in the list are far apart on the wheel of colours
const KINDS = ["copied", "near copy", "reworded", "summarised", "expanded"];
const EXAMPLE = `Port Anneth councillors voted nine to eight to keep the ferry to Inchgarrow running until the end of March.

Fuel prices had wiped out its margin, the company said, and fewer than half the seats were filled on an average sailing.

He said a smaller and quicker boat would have been a better use of the money, with a barge for goods two times a week.

Nobody was injured, but the wedding cake was ruined on the way over.

The harbour café now also sells ice cream.`;

export function compareView(root, health) {
  const latest = new Latest();
  const card = new Card("pair");
  const sides = { a: side("a", "The first text"), b: side("b", "The second text") };
  let pairs = [];
  let shares = { found: 0, share: 0 };
  let current = null;
  const off = new Set();
  let least = 0.5;

  const summary = el("div", { class: "summary", role: "status", "aria-live": "polite" });
  const filters = el("div", { class: "filters", role: "group", "aria-label": "Kinds" });
  const slider = el("input", { type: "range", min: "50", max: "99", value: "50", id: "least" });
  const sliderTold = el("output", { for: "least" }, "50 %");
  const sure = el("label", { class: "sure", for: "least" }, "at least", slider, sliderTold);
  const bar = el("div", { class: "bar", hidden: true }, summary, filters, sure);

  root.append(
    el("div", { class: "intro" }, el("h1", {}, "What do two texts both say?"), el("p", { class: "quiet" }, "Passages that are copied, reworded, summarised or expanded, linked by colour.")),
    bar,
    el("div", { class: "panes" }, sides.a.element, sides.b.element),
    card.element,
  );
  slider.addEventListener("input", () => {
    least = Number(slider.value) / 100;
    sliderTold.textContent = `${slider.value} %`;
    draw();
  });
  document.addEventListener("keydown", (event) => {
    if (root.hidden || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, dialog")) return;
    const by = { n: 1, j: 1, p: -1, k: -1 }[event.key];
    const seen = visible();
    if (!by || !seen.length) return;
    event.preventDefault();
    const at = seen.findIndex((pair) => pair.key === current);
    go(seen[(at + by + seen.length) % seen.length].key, "a", { focus: true });
  });

  function side(name, title) {
    const reader = new Reader({ label: title, onOver: (key, mark) => hint(key, mark), onOut: () => hint(null), onChoose: (key) => go(key, name) });
    const heading = el("h2", {}, title);
    const clear = el("button", { type: "button", class: "icon-button small", "aria-label": `Remove ${title.toLowerCase()}`, hidden: true }, icon(ICONS.close));
    const notices = el("div", { class: "notices", role: "alert" });
    const notify = (message) => notices.append(el("p", { class: "notice" }, icon(ICONS.warning), el("span", {}, message)));
    const body = el("div", { class: "page" });
    const one = { name, reader, heading, clear, body, title, document: null };
    one.inlet = inlet({
      title,
      hint: "Paste it, drop a file here, or choose one.",
      onDocuments: ([document, ...others]) => {
        put(one, document);
        if (others.length) notify(`One text is compared with one here, and ${document.name} is it; index the others, or use otherwords compare.`);
      },
      onProblem: notify,
      limits: health.limits,
      example: name === "a" ? tryExample : null,
    });
    clear.addEventListener("click", () => put(one, null));
    body.append(one.inlet.element);
    one.notices = notices;
    one.element = el("section", { class: "pane paper", "aria-label": title }, el("header", {}, heading, clear), notices, body);
    return one;
  }

  async function tryExample() {
    const text = await (await fetch("page/example.txt")).text();
    put(sides.a, makeDocument("A shorter report", { text: EXAMPLE }));
    put(sides.b, makeDocument("Council saves the ferry", { text }));
  }

  function put(one, document) {
    one.document = document;
    one.notices.replaceChildren();
    one.clear.hidden = !document;
    one.heading.textContent = document ? document.name : one.title;
    one.element.classList.toggle("filled", Boolean(document));
    if (document) {
      one.reader.show(document);
      one.body.replaceChildren(one.reader.element, one.reader.rail);
    } else {
      one.body.replaceChildren(one.inlet.element);
    }
    pairs = [];
    draw();
    compareSoon();
  }

  const compareSoon = debounced(PAUSE, compare);

  async function compare() {
    const [a, b] = [sides.a.document, sides.b.document];
    latest.cancel();
    root.classList.remove("asks");
    bar.hidden = !(a && b);
    if (!a || !b) return;
    root.classList.add("asks");
    summary.replaceChildren(el("p", { class: "quiet" }, "Reading both …"));
    filters.replaceChildren();
    try {
      const wanted = { a: forServer(a), others: [forServer(b)], min_probability: 0.5 };
      const answer = await latest.run((signal) => call("compare", { json: wanted, signal }));
      if (!answer) return;
      pairs = answer.pairs.map((pair, i) => ({ ...pair, key: String(i), hue: Math.round(60 + i * GOLDEN) % 360 }));
      shares = answer;
      current = null;
      tell();
      draw();
    } catch (error) {
      summary.replaceChildren(el("p", { class: "error" }, icon(ICONS.warning), ` ${error.message} `), el("button", { type: "button", on: { click: compare } }, "Try again"));
    }
    root.classList.remove("asks");
  }

  function tell() {
    if (!pairs.length) {
      summary.replaceChildren(el("p", { class: "none" }, icon(ICONS.none), el("b", {}, "Nothing in common"), el("span", { class: "quiet" }, " · no passage of the first text is said in the second")));
      filters.replaceChildren();
      sure.hidden = true;
      return;
    }
    sure.hidden = false;
    summary.replaceChildren(
      el("span", { class: "share", vars: { p: String(shares.found) }, "aria-hidden": "true" }),
      el("p", {}, el("b", {}, part(shares.found)), ` of the first text is found in the second; ${part(shares.share)} counting copied words in full, others less`),
    );
    const counts = new Map(KINDS.map((kind) => [kind, 0]));
    for (const pair of pairs) counts.set(pair.kind, (counts.get(pair.kind) ?? 0) + 1);
    filters.replaceChildren(
      ...[...counts].filter(([, count]) => count).map(([kind, count]) => {
        const chip = el("button", { type: "button", class: "chip", "aria-pressed": "true", data: { kind } }, kind, " ", el("span", { class: "badge" }, String(count)));
        chip.addEventListener("click", () => {
          if (!off.delete(kind)) off.add(kind);
          chip.setAttribute("aria-pressed", String(!off.has(kind)));
          draw();
        });
        return chip;
      }),
    );
    off.clear();
  }

  function part(share) {
    return `${Math.round(100 * share)}\u00a0%`; // a share is counted: unlike a probability, it may be all
  }

  function visible() {
    return pairs.filter((pair) => !off.has(pair.kind) && pair.probability >= least);
  }

  function draw() {
    for (const [name, one] of Object.entries(sides)) {
      if (one.document) {
        one.reader.light(visible().map((pair) => ({ key: pair.key, start: pair[name].start, end: pair[name].end, strength: pair.probability, hue: pair.hue, kind: pair.kind })));
      }
    }
  }

  function hint(key, mark) {
    for (const one of Object.values(sides)) if (one.document) one.reader.hint(key);
    const pair = key === null ? null : pairs[Number(key)];
    if (!pair) {
      card.hide();
      return;
    }
    card.show(mark, el("div", { class: "card-head only" }, ring(pair.probability), el("span", {}, el("b", {}, pair.kind), `, ${percent(pair.probability)} sure`)));
    for (const one of Object.values(sides)) if (one.document) one.reader.describe(key, card.element.id);
  }

  function go(key, from, { focus = false } = {}) {
    current = key;
    for (const [name, one] of Object.entries(sides)) {
      const mark = one.reader.choose(key, { scroll: false });
      if (!mark) continue;
      if (name !== from || focus) scrollInside(one.body, mark);
      if (focus && name === from) mark.focus({ preventScroll: true });
    }
  }

  // Each pane scrolls by itself where it is high enough; on a phone, where the panes stand below each other, the page does.
  function scrollInside(body, mark) {
    if (body.scrollHeight > body.clientHeight + 4) {
      const there = mark.getBoundingClientRect().top - body.getBoundingClientRect().top + body.scrollTop;
      body.scrollTo({ top: there - body.clientHeight / 3, behavior: motion() });
    } else {
      mark.scrollIntoView({ block: "center", behavior: motion() });
    }
  }

  return { focus: () => !sides.a.document && sides.a.inlet.focus() };
}
