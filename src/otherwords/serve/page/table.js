// The server's paraphrase table: its best pairs, or the other wordings of a phrase.

import { call, Latest } from "./api.js";
import { debounced, el, icon, ICONS, number, percent } from "./dom.js";

const PAUSE = 200;

export function tableView(root) {
  const latest = new Latest();
  let next = null;
  let loaded = false;
  const phrase = el("input", { type: "search", id: "phrase", autocomplete: "off", placeholder: "A word, or a few …", maxlength: "200" });
  const told = el("p", { class: "verdict quiet", role: "status", "aria-live": "polite" });
  const doubtful = el("input", { type: "checkbox", id: "doubtful" });
  const rows = el("tbody");
  const table = el(
    "table",
    { class: "wordings" },
    el("thead", {}, el("tr", {}, ...["phrase", "in other words", "likely", "places", "where both stand"].map((text) => el("th", { scope: "col" }, text)))),
    rows,
  );
  const more = el("button", { type: "button", hidden: true, on: { click: () => load(next) } }, "Show more");

  root.append(
    el(
      "div",
      { class: "asking" },
      el("label", { for: "phrase" }, "Which phrase, in other words?"),
      el("div", { class: "field" }, icon(ICONS.search), phrase, el("span", { class: "sweep", "aria-hidden": "true" })),
      told,
      el("label", { class: "check", for: "doubtful" }, doubtful, "also pairs that probably mean something else"),
    ),
    el("div", { class: "paper wide" }, table, el("div", { class: "row centre" }, more)),
  );
  phrase.addEventListener("input", debounced(PAUSE, () => load(0)));
  doubtful.addEventListener("change", () => root.classList.toggle("doubtful", doubtful.checked));

  async function load(start) {
    root.classList.add("asks");
    const asked = phrase.value.trim();
    try {
      const answer = await latest.run((signal) => call(`table?${new URLSearchParams({ phrase: asked, start: String(start) })}`, { signal }));
      if (!answer) return;
      const made = answer.pairs.map(row);
      if (start === 0) rows.replaceChildren(...made);
      else rows.append(...made);
      next = answer.next;
      more.hidden = next === null;
      const good = [...rows.children].filter((one) => !one.classList.contains("faulty")).length;
      told.replaceChildren(
        !asked
          ? `${number(answer.size)} pairs; the best first.`
          : good
            ? `${number(good)}${next === null ? "" : " or more"} other ${good === 1 ? "wording" : "wordings"} of “${asked}”.`
            : `No other wording of “${asked}” in this table${rows.children.length ? ", but some doubtful ones" : ""}.`,
      );
      table.hidden = !rows.children.length;
    } catch (error) {
      told.replaceChildren(icon(ICONS.warning), ` ${error.message}`);
    }
    root.classList.remove("asks");
  }

  function row(pair) {
    const likely = pair.probability ?? pair.score;
    return el(
      "tr",
      { class: pair.fault ? "faulty" : undefined },
      el("td", { dir: "auto", data: { head: "phrase" } }, pair.left),
      el("td", { dir: "auto", data: { head: "in other words" } }, el("button", { type: "button", class: "plain", on: { click: () => look(pair.right) } }, pair.right), pair.fault && el("span", { class: "fault" }, pair.fault)),
      el("td", { data: { head: "likely" } }, el("span", { class: "gauge", vars: { p: String(likely) } }, el("span", {}, percent(likely)))),
      el("td", { class: "figure", data: { head: "places" } }, number(pair.count)),
      el("td", { class: "context", dir: "auto", data: { head: "where both stand" } }, pair.contexts.slice(0, 2).map((text) => el("span", {}, ...filled(text, pair.left)))),
    );
  }

  function filled(context, text) {
    const [before, ...after] = context.split("⟨…⟩");
    return after.length ? [before, el("b", {}, text), after.join("⟨…⟩")] : [context];
  }

  function look(text) {
    phrase.value = text;
    phrase.focus();
    load(0);
  }

  return {
    focus: () => {
      phrase.focus({ preventScroll: true });
      if (!loaded) {
        loaded = true;
        load(0);
      }
    },
  };
}
