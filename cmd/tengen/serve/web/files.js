// The tab for links, files and the games that are kept.

import { ask } from "./net.js";
import { button, el, fill } from "./dom.js";
import { t } from "./text.js";

let place, app, text, link, games, saves, told;

export function init(node, shared) {
  [place, app] = [node, shared];
  rebuild();
  document.addEventListener("paste", (e) => {
    if (e.target.matches("input, textarea")) return;
    text.value = e.clipboardData.getData("text");
    openText();
  });
  document.addEventListener("dragover", (e) => e.preventDefault());
  document.addEventListener("drop", (e) => {
    e.preventDefault();
    const file = e.dataTransfer?.files[0];
    if (file) loadFile(file);
  });
}

export function rebuild() {
  text = el("textarea", { rows: 3, spellcheck: "false", id: "position", "aria-label": t("position") });
  link = el("output", { class: "told", role: "status" });
  told = el("p", { class: "told", role: "status" });
  saves = el("div", { class: "buttons", id: "saves" });
  games = el("ul", { class: "games" });
  const picker = el("input", { type: "file", id: "file", accept: ".sgf,.psq,.rec,.lib,.rif,.txt", onchange: () => picker.files[0] && loadFile(picker.files[0]) });
  place.replaceChildren(
    el("h2", {}, t("positionAndLink")), text,
    el("div", { class: "buttons" },
      button(t("copyLink"), () => copy(location.href)),
      button(t("copyPosition"), () => copy(app.view.moves.join(""))),
      button(t("openPosition"), openText, { id: "open-position", class: "main" }), link),
    el("h2", {}, t("save")), saves,
    el("h2", {}, t("loadFile")), el("label", { class: "file" }, el("span", { class: "hidden" }, t("loadFile")), picker), told,
    el("h2", {}, t("games")), games);
  text.dataset.of = "";
}

async function copy(what) {
  try {
    await navigator.clipboard.writeText(what);
    link.textContent = t("copied");
  } catch {
    text.value = what;
    text.select();
  }
}

async function openText() {
  let line = text.value.trim();
  const hash = line.indexOf("#");
  if (hash >= 0) line = line.slice(hash + 1);
  try {
    await app.openLine(decodeURIComponent(line));
    app.fail("");
  } catch (e) {
    app.fail(e.message);
  }
}

async function loadFile(file) {
  told.textContent = "";
  try {
    const answer = await ask(`files/${encodeURIComponent(file.name)}`, file);
    await app.open(answer.game);
    told.textContent = answer.lost.length > 0 ? t("lost", { what: answer.lost.join(", ") }) : t("loaded", { name: file.name });
    app.fail("");
  } catch (e) {
    app.fail(`${file.name}: ${e.message}`);
  }
}

export async function open() {
  const list = await ask("games").catch(() => []);
  fill(games, list.length === 0 ? el("li", { class: "hint" }, t("noGames")) : list.map((g) => el("li", {},
    button([new Date(g.touched).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" }), t("stones", { stones: g.stones }), g.name, g.over ? t("over") : ""].filter(Boolean).join(" · "),
      async () => app.open(await ask(`games/${g.id}`)), { class: "line", "data-key": g.id, "aria-current": g.id === app.view?.id ? "true" : null }),
    button("✕", async () => {
      await ask(`games/${g.id}`, undefined, "DELETE").catch(() => {});
      open();
    }, { "aria-label": t("deleteGame"), class: "quiet", "data-key": `delete-${g.id}` }))));
}

export function show() {
  const v = app?.view;
  if (!v || !saves) return;
  if (text.dataset.of !== v.line && document.activeElement !== text) {
    text.dataset.of = v.line;
    text.value = v.line;
  }
  if (saves.dataset.of !== v.id) {
    saves.dataset.of = v.id;
    fill(saves, ["sgf", "psq", "lib", "txt", "png", "svg"].map((format) =>
      el("a", { class: "button", href: `/api/games/${v.id}/file/${format}`, download: "" }, `.${format}`)));
  }
}
