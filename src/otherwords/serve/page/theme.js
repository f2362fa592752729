// Light or dark: as the system has it, until one chooses.

import { icon, ICONS } from "./dom.js";

const KEY = "otherwords-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const chosen = localStorage.getItem(KEY);
  return chosen ? chosen === "dark" : system.matches;
}

function apply(button) {
  const dark = isDark();
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  button.replaceChildren(icon(dark ? ICONS.sun : ICONS.moon));
  button.setAttribute("aria-label", dark ? "Switch to light" : "Switch to dark");
}

export function startTheme(button) {
  apply(button);
  system.addEventListener("change", () => apply(button));
  button.addEventListener("click", () => {
    localStorage.setItem(KEY, isDark() ? "light" : "dark");
    apply(button);
  });
}
