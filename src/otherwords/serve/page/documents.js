// Texts that the user brought: pasted, dropped or chosen. They live in this tab and nowhere else.

import { call, Failure } from "./api.js";
import { el, icon, ICONS } from "./dom.js";
import { Offsets } from "./text.js";

const ACCEPTED = ".txt,.text,.md,.markdown,.rst,.html,.htm,.xhtml,.pdf,.docx,.srt,.vtt,.ass,.ssa,text/*";

let counter = 0;

export function makeDocument(name, { text, marks = [], has_lines = true }) {
  counter += 1;
  return { id: String(counter), name, text, marks, has_lines, offsets: new Offsets(text) };
}

// What the server wants to know of it.
export function forServer(document) {
  const { id, text, marks, has_lines } = document;
  return { id, text, marks, has_lines };
}

export async function readFile(file, limits) {
  if (file.size > limits.body) {
    const most = Math.floor(limits.body / (1 << 20));
    throw new Failure(`${file.name} is larger than ${most} MiB; for large files there is otherwords index.`, 413);
  }
  const answer = await call(`read?name=${encodeURIComponent(file.name)}`, { bytes: file });
  return { document: makeDocument(file.name, answer.document), problems: answer.problems };
}

// A sheet of paper that takes texts: a field to paste into, a place to drop files on, a button to choose them.
export function inlet({ title, hint, onDocuments, onProblem, limits, example }) {
  const field = el("textarea", { rows: "5", placeholder: "Paste a text here …", "aria-label": title });
  const files = el("input", { type: "file", multiple: true, accept: ACCEPTED, class: "hidden-file", tabindex: "-1", "aria-label": "Files" });
  const use = el("button", { type: "button", class: "primary", disabled: true }, "Use this text");

  const takeText = () => {
    const text = field.value.replace(/\r\n?/g, "\n");
    if (!text.trim()) return;
    field.value = "";
    use.disabled = true;
    onDocuments([makeDocument(firstWords(text), { text })]);
  };
  field.addEventListener("input", () => {
    use.disabled = !field.value.trim();
  });
  // Who pastes a whole text need not be asked whether it is to be used.
  field.addEventListener("paste", () => {
    if (!field.value.trim()) setTimeout(takeText);
  });
  use.addEventListener("click", takeText);

  const takeFiles = async (list) => {
    sheet.classList.add("busy");
    const taken = [];
    const told = [];
    for (const file of list) {
      try {
        const { document, problems } = await readFile(file, limits);
        taken.push(document);
        told.push(...problems);
      } catch (error) {
        told.push(error.message);
      }
    }
    sheet.classList.remove("busy");
    if (taken.length) onDocuments(taken); // which takes away what was told before
    told.forEach((problem) => onProblem(problem));
  };
  files.addEventListener("change", () => {
    takeFiles([...files.files]);
    files.value = "";
  });

  const sheet = el(
    "div",
    { class: "inlet" },
    el("h2", {}, title),
    el("p", { class: "quiet" }, hint),
    field,
    el(
      "div",
      { class: "row" },
      use,
      el("button", { type: "button", on: { click: () => files.click() } }, icon(ICONS.file), "Choose files"),
      example && el("button", { type: "button", class: "plain", on: { click: example } }, "or try an example"),
      files,
    ),
  );
  receiveDrops(sheet, takeFiles);
  return { element: sheet, takeFiles, focus: () => field.focus() };
}

export function receiveDrops(element, takeFiles) {
  let depth = 0;
  const show = (change) => {
    depth = Math.max(0, depth + change);
    element.classList.toggle("dropping", depth > 0);
  };
  element.addEventListener("dragenter", (event) => {
    event.preventDefault();
    show(1);
  });
  element.addEventListener("dragleave", () => show(-1));
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopPropagation();
    depth = 0;
    show(0);
    const dropped = [...event.dataTransfer.files];
    if (dropped.length) takeFiles(dropped);
  });
}

function firstWords(text) {
  const line = text.trim().split("\n", 1)[0];
  return line.length > 40 ? `${line.slice(0, 38).replace(/\s+\S*$/, "")} …` : line;
}
