import { call } from "./api.js";
import { compareView } from "./compare.js";
import { el } from "./dom.js";
import { findView } from "./find.js";
import { tableView } from "./table.js";
import { startTheme } from "./theme.js";

startTheme(document.getElementById("theme"));

async function start() {
  const health = await call("health");
  document.getElementById("version").textContent = `otherwords ${health.version}`;
  const views = {
    find: findView(document.getElementById("view-find"), health),
    compare: compareView(document.getElementById("view-compare"), health),
  };
  if (health.table) {
    views.table = tableView(document.getElementById("view-table"));
    document.querySelector("nav [data-view=table]").hidden = false;
  }
  const titles = { find: "Find", compare: "Compare", table: "Wordings" };

  const show = () => {
    const wanted = location.hash.slice(1);
    const name = Object.hasOwn(views, wanted) ? wanted : "find";
    for (const section of document.querySelectorAll("main > section")) section.hidden = section.dataset.view !== name;
    for (const link of document.querySelectorAll("nav [data-view]")) {
      if (link.dataset.view === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = `${titles[name]} · Otherwords`;
    views[name].focus();
  };
  addEventListener("hashchange", show);
  show();
  document.body.classList.add("ready");
}

// A file that misses its mark must not replace the page.
for (const event of ["dragover", "drop"]) document.addEventListener(event, (dropped) => dropped.preventDefault());

start().catch((error) => {
  console.error(error);
  document.getElementById("content").replaceChildren(el("p", { class: "notice" }, error.message));
});
