// Shows a document, and lights passages up in it.
//
// A passage: {key, start, end, strength, hue?, kind?, words?}; offsets count code points. Where passages overlap, the
// one that came first in the list is seen.

import { clock, el } from "./dom.js";
import { blocks, isProse } from "./text.js";

const AT_ONCE = 60; // blocks that the browser may leave undrawn together while they are out of sight

export class Reader {
  constructor({ label, onOver, onOut, onChoose }) {
    this.element = el("div", { class: "reader", role: "document", "aria-label": label, tabindex: "-1" });
    this.rail = el("div", { class: "rail", "aria-hidden": "true" });
    this.onChoose = onChoose;
    const passage = (event) => event.target.closest?.("mark");
    const over = (event) => passage(event) && onOver(passage(event).dataset.key, passage(event));
    const out = (event) => passage(event) && onOut(passage(event).dataset.key);
    this.element.addEventListener("pointerover", over);
    this.element.addEventListener("pointerout", out);
    this.element.addEventListener("focusin", over);
    this.element.addEventListener("focusout", out);
    this.element.addEventListener("click", (event) => passage(event) && onChoose(passage(event).dataset.key));
    this.element.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && passage(event)) {
        event.preventDefault();
        onChoose(passage(event).dataset.key);
      }
    });
  }

  show(document) {
    this.document = document;
    this.blocks = blocks(document.text, document.marks, document.offsets);
    this.lit = new Set();
    this.pieces = new Map();
    const prose = isProse(document.text);
    const groups = [];
    for (let i = 0; i < this.blocks.length; i += AT_ONCE) {
      const some = this.blocks.slice(i, i + AT_ONCE).map((block) => {
        block.element = el("p", { dir: "auto", class: prose ? "prose" : block.flows ? "flows" : undefined });
        this.#fill(block, []);
        return block.mark ? el("div", { class: block.mark.time ? "cue" : "sheet" }, label(block.mark), block.element) : block.element;
      });
      groups.push(el("div", { class: "group" }, some));
    }
    this.element.replaceChildren(...groups);
    this.rail.replaceChildren();
  }

  // Lights these passages up, and no others.
  light(passages) {
    this.pieces = new Map(passages.map((passage) => [passage.key, []]));
    const unit = (point) => this.document.offsets.unit(point);
    const inUnits = passages.map((passage) => ({
      ...passage,
      start: unit(passage.start),
      end: unit(passage.end),
      words: (passage.words ?? []).map((word) => ({ ...word, start: unit(word.start), end: unit(word.end) })),
    }));
    const byBlock = new Map();
    for (const passage of inUnits) {
      for (let i = this.#blockAt(passage.start); i < this.blocks.length && this.blocks[i].start < passage.end; i += 1) {
        if (!byBlock.has(i)) byBlock.set(i, []);
        byBlock.get(i).push(passage);
      }
    }
    for (const i of this.lit) if (!byBlock.has(i)) this.#fill(this.blocks[i], []);
    for (const [i, some] of byBlock) this.#fill(this.blocks[i], some);
    this.lit = new Set(byBlock.keys());
    const length = Math.max(1, this.document.text.length);
    this.rail.replaceChildren(
      ...inUnits.map((passage) =>
        el("span", { class: "tick", data: { key: passage.key }, vars: vars(passage, { at: String(passage.start / length) }) }),
      ),
    );
  }

  // Makes one passage the current one.
  choose(key, { scroll = true } = {}) {
    for (const [other, pieces] of this.pieces) for (const piece of pieces) piece.classList.toggle("current", other === key);
    for (const tick of this.rail.children) tick.classList.toggle("current", tick.dataset.key === key);
    const first = this.pieces.get(key)?.[0];
    if (first && scroll) first.scrollIntoView({ block: "center", behavior: motion() });
    return first;
  }

  // Shows what belongs together without going there.
  hint(key) {
    for (const [other, pieces] of this.pieces) for (const piece of pieces) piece.classList.toggle("hinted", other === key);
  }

  describe(key, id) {
    for (const [other, pieces] of this.pieces) {
      for (const piece of pieces) {
        if (other === key) piece.setAttribute("aria-describedby", id);
        else piece.removeAttribute("aria-describedby");
      }
    }
  }

  #blockAt(unit) {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.blocks[middle].start <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #fill(block, passages) {
    const text = this.document.text;
    const stop = block.end; // the line break after it is the block's own end
    const parts = [];
    let at = block.start;
    for (const passage of [...passages].sort((a, b) => a.start - b.start)) {
      const start = Math.max(at, passage.start);
      const end = Math.min(stop, passage.end);
      if (start >= end) continue;
      parts.push(text.slice(at, start));
      const isFirst = this.pieces.get(passage.key).length === 0;
      const piece = el(
        "mark",
        {
          data: { key: passage.key, kind: passage.kind ?? "" },
          class: passage.faint ? "faint" : undefined,
          vars: vars(passage),
          ...(isFirst ? { tabindex: "0", role: "button" } : {}),
        },
        this.#words(start, end, passage.words),
      );
      this.pieces.get(passage.key).push(piece);
      parts.push(piece);
      at = end;
    }
    parts.push(text.slice(at, stop));
    block.element.replaceChildren(...parts.filter(Boolean));
    block.element.classList.toggle("blank", !text.slice(block.start, stop).trim());
  }

  #words(start, end, words) {
    const parts = [];
    let at = start;
    for (const word of [...words].sort((a, b) => a.start - b.start)) {
      if (word.start < at || word.end > end) continue;
      parts.push(this.document.text.slice(at, word.start));
      parts.push(el("span", { class: "word", vars: { hue: String(word.hue) } }, this.document.text.slice(word.start, word.end)));
      at = word.end;
    }
    parts.push(this.document.text.slice(at, end));
    return parts.filter(Boolean);
  }
}

function vars(passage, more = {}) {
  return { ...more, p: String(passage.strength), ...(passage.hue === undefined ? {} : { hue: String(passage.hue) }) };
}

function label(mark) {
  return el("span", { class: "label" }, mark.time ? clock(mark.time[0]) : `page ${mark.page}`);
}

export function motion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}
