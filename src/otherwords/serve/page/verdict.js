// The line under the query that says how it stands: what was found, that nothing was, or what went wrong.

import { el, icon, ICONS, percent, ring } from "./dom.js";

export class Verdict {
  constructor({ onStep, onNearest, onRetry }) {
    this.on = { onStep, onNearest, onRetry };
    this.element = el("div", { class: "verdict", role: "status", "aria-live": "polite" });
    this.idle("");
  }

  idle(hint) {
    this.#set("idle", el("p", { class: "quiet" }, hint));
  }

  busy() {
    // The old answer stays until the new one is there; only the line above moves.
    if (this.state === "idle" || this.state === "error") this.#set("busy", el("p", { class: "quiet" }, "Reading …"));
    this.element.classList.add("working");
  }

  waiting() {
    this.#set("busy", el("p", { class: "quiet" }, "The server is busy; asking again in a moment …"));
    this.element.classList.add("working");
  }

  found(matches, current) {
    const many = matches.length === 1 ? "1 passage says it" : `${matches.length} passages say it`;
    this.#set(
      "found",
      ring(matches[current].probability),
      el(
        "p",
        {},
        el("b", {}, many),
        el("span", { class: "quiet dot" }, `${percent(matches[current].probability)} sure of ${matches.length === 1 ? "it" : `number ${current + 1}`}`),
      ),
      el(
        "div",
        { class: "stepper" },
        this.#step(-1, ICONS.up, "Passage before"),
        el("span", { class: "count" }, `${current + 1} / ${matches.length}`),
        this.#step(1, ICONS.down, "Next passage"),
      ),
    );
  }

  none(notHere, where) {
    const nearest = notHere.nearest;
    const [told, sure] =
      notHere.probability < 0.5
        ? ["No passage is likely enough", `though it is probably said in ${where}, ${percent(1 - notHere.probability)} sure`]
        : [`Not in ${where}`, `${percent(notHere.probability)} sure`];
    this.#set(
      "none",
      icon(ICONS.none),
      el(
        "div",
        {},
        el("p", {}, el("b", {}, told), el("span", { class: "quiet dot" }, sure)),
        nearest &&
          el("p", { class: "quiet small" }, "Nearest, ", percent(nearest.probability), ": ", el("q", {}, shortened(nearest.text))),
        nearest?.caution && el("p", { class: "caution small" }, `But ${nearest.caution}.`),
      ),
      nearest && el("button", { type: "button", on: { click: this.on.onNearest } }, "Show it"),
    );
  }

  failed(message) {
    this.#set(
      "error",
      icon(ICONS.warning),
      el("p", {}, message),
      el("button", { type: "button", on: { click: this.on.onRetry } }, "Try again"),
    );
  }

  #step(by, shape, label) {
    return el("button", { type: "button", class: "icon-button", "aria-label": label, on: { click: () => this.on.onStep(by) } }, icon(shape));
  }

  #set(state, ...children) {
    const focused = this.element.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
    this.state = state;
    this.element.dataset.state = state;
    this.element.classList.remove("working");
    this.element.replaceChildren(...children.filter(Boolean));
    if (focused) this.element.querySelector(`[aria-label="${focused}"]`)?.focus();
  }
}

export function shortened(text, most = 140) {
  const line = text.replace(/\s+/g, " ");
  return line.length > most ? `${line.slice(0, most).replace(/\s\S*$/, "")} …` : line;
}
