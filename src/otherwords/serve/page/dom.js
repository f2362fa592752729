// Elements are made as a tree. Text only ever becomes text: nothing here can turn a document into markup.

export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") for (const [event, handler] of Object.entries(value)) made.addEventListener(event, handler);
    else if (name === "vars") for (const [key, set] of Object.entries(value)) made.style.setProperty(`--${key}`, set);
    else if (name === "data") Object.assign(made.dataset, value);
    else if (name === "class") made.className = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

export function icon(path, label) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  if (label) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  } else {
    svg.setAttribute("aria-hidden", "true");
  }
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

export const ICONS = {
  sun: "M12 3v2M12 19v2M4.2 4.2l1.5 1.500M18.3 18.300l1.5 1.500M3 12h2M19 12h2M4.2 19.800l1.5-1.500M18.3 5.700l1.5-1.500M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z",
  moon: "M20 14.500A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.500z",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  none: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.7 5.700l12.6 12.6",
  warning: "M12 8v5M12 16.500v.500M12 3l9.5 17h-19z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.500L21 21",
  swap: "M4 8h15l-4-4M20 16H5l4 4",
};

// Never so rounded that it claims to be certain.
export function percent(probability) {
  const rounded = probability >= 0.995 ? "> 99" : probability >= 0.005 ? Math.round(100 * probability) : "< 1";
  return `${rounded} %`.replaceAll(" ", "\u00a0");
}

export function ring(probability) {
  return el("span", { class: "ring", vars: { p: String(probability) }, "aria-hidden": "true" });
}

export function clock(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

export function place(match) {
  const parts = [];
  if (match.page !== null && match.page !== undefined) parts.push(`page ${match.page}`);
  if (match.line !== null && match.line !== undefined) parts.push(`line ${match.line}`);
  if (match.time) parts.push(`${clock(match.time[0])}–${clock(match.time[1])}`);
  return parts.join(", ");
}

export function number(value) {
  return value.toLocaleString("en");
}

export function debounced(wait, action) {
  let timer;
  const later = (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), wait);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}
