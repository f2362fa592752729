// Which words say the same: a card beside the passage that one points at, or that has the focus.

import { el, percent, place, ring } from "./dom.js";

const HUES = [250, 145, 25, 310, 195, 80, 345, 110];

// The pairs of a match, each with a hue; words that are the same explain nothing, and share none.
export function wordPairs(match) {
  let told = 0;
  return match.explanation.map((pair) => {
    const isSame = pair.query.text.toLowerCase() === pair.passage.text.toLowerCase();
    const hue = isSame ? null : HUES[told++ % HUES.length];
    return { ...pair, isSame, hue };
  });
}

export function explanation(match) {
  const pairs = wordPairs(match);
  const different = pairs.filter((pair) => !pair.isSame);
  const same = pairs.length - different.length;
  const told = [];
  if (match.caution) told.push(el("p", { class: "caution small" }, `But ${match.caution}.`));
  if (different.length) {
    told.push(
      el(
        "dl",
        { class: "pairs" },
        different.map((pair) =>
          el(
            "div",
            { vars: { hue: String(pair.hue) } },
            el("dt", {}, pair.query.text),
            el("dd", {}, el("span", { class: "arrow", "aria-label": "is said as" }, "→"), " ", el("b", {}, pair.passage.text)),
          ),
        ),
      ),
    );
  }
  if (same) told.push(el("p", { class: "quiet small" }, `${different.length ? "and " : ""}${same} ${same === 1 ? "word" : "words"} the same`));
  if (!pairs.length) told.push(el("p", { class: "quiet small" }, "No single word stands for another: the whole says it."));
  return told;
}

export function cardOf(match) {
  return [
    el(
      "div",
      { class: "card-head" },
      ring(match.probability),
      el("span", {}, el("b", {}, percent(match.probability)), " sure"),
      el("span", { class: "quiet small" }, place(match)),
    ),
    ...explanation(match),
  ];
}

export class Card {
  constructor(id) {
    this.element = el("div", { class: "card", id, role: "tooltip", hidden: true });
  }

  show(anchor, ...children) {
    this.element.replaceChildren(...children);
    this.element.hidden = false;
    this.#moveTo(anchor);
  }

  hide() {
    this.element.hidden = true;
  }

  #moveTo(anchor) {
    const near = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect();
    const own = this.element.getBoundingClientRect();
    const edge = 12;
    const left = Math.min(Math.max(edge, near.left), innerWidth - own.width - edge);
    const all = anchor.getBoundingClientRect();
    const below = all.bottom + 10;
    const top = below + own.height < innerHeight - edge ? below : Math.max(edge, near.top - own.height - 10);
    this.element.style.left = `${left}px`;
    this.element.style.top = `${top}px`;
  }
}
