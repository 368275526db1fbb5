// The tab that prepares the opening: what each choice is worth, and the next stones ranked.

import { ask } from "./net.js";
import { button, count, el, fill, percent } from "./dom.js";
import { current } from "./app.js";
import { t } from "./text.js";

let place, app, out;
let advice = null; // of the line
let line = "";

export function init(node, shared) {
  [place, app] = [node, shared];
  rebuild();
}

export function rebuild() {
  out = el("div", { class: "advice" });
  place.replaceChildren(out);
  line = "";
}

export const open = () => {
  line = "";
};

// known is the advice on the position that is shown: that of a study, which goes further than
// the book, or the book's.
function known() {
  const s = app.study;
  if (current() && s.mode === "fifths" && s.advice) return s.advice;
  return app.view && line === app.view.line ? advice : null;
}

// values are the ranked stones for the board, by the chance of whoever is to place them.
export function values() {
  const a = known();
  if (!a) return [];
  const shown = (s) => (ofBlack(a) ? s.black : s.chance);
  return a.stones.filter((s) => s.nodes).map((s) => [s.point, shown(s), Math.round(100 * shown(s))]);
}

// ofBlack tells whether the stones of an advice are ranked by Black's chance.
const ofBlack = (a) => a.stage === "fifth" || a.stage === "offers";

// sure is a chance and by how much it is uncertain.
const sure = (chance, doubt) => (doubt ? `${Math.round(100 * chance)} ± ${percent(doubt)}` : percent(chance));

export function show() {
  const v = app?.view;
  if (!v || !out || app.tab !== "prepare") return;
  if (line !== v.line) {
    line = v.line;
    advice = null;
    ask(`games/${v.id}/advice`).then((a) => {
      if (line !== app.view.line) return;
      advice = a;
      app.show();
    }, () => {});
  }
  const a = known();
  const s = app.study;
  const running = (mode) => s?.running && s.mode === mode;
  const title = v.name ? `${v.name} ${v.kanji}` : t(v.moves.length < 3 ? "noNameYet" : "noName");
  const rows = [el("h2", {}, title)];
  if (!v.opening) {
    rows.push(el("p", { class: "hint" }, t(v.taraguchi ? "openingOver" : "noOpening")));
    return fill(out, rows);
  }
  rows.push(el("div", { class: "buttons" },
    button(t(running("fifths") ? "stop" : "searchFifths"), () => (running("fifths") ? app.stopStudy() : app.startStudy({ mode: "fifths" })),
      { class: "main", "data-key": "fifths", disabled: !fifthsNow(v) && !running("fifths") }),
    button(t(running("opening") ? "stop" : "askEngine"), () => (running("opening") ? app.stopStudy() : app.startStudy({ mode: "opening", seconds: 5 })), { "data-key": "opening" })));
  if (s && current() && s.fault && (s.mode === "fifths" || s.mode === "opening")) rows.push(el("p", { class: "row" }, s.fault));
  if (s && current() && s.mode === "opening") rows.push(...opinion(s));
  if (a) rows.push(...table(a, v));
  fill(out, rows);
}

const fifthsNow = (v) => v.moves.length === 4 || (v.moves.length === 5 && v.opening && !v.picked);

function opinion(s) {
  const rows = (s.said ?? []).map((text) => el("p", { class: "row" }, text));
  if (s.running) rows.push(el("p", { class: "hint" }, s.place > 0 ? t("queued", { place: s.place }) : t("engineThinks")));
  if (s.answer) rows.push(el("p", { class: "row" }, el("b", {}, t("engineWould")), ` ${s.answer === "swap" ? t("swap") : s.answer.replaceAll("+", " ")}`));
  return rows;
}

function table(a, v) {
  if (!a.known) return [el("p", { class: "hint" }, t(app.about.book ? "notInBook" : "noBook"))];
  const rows = [];
  if (a.choices.length > 0) {
    rows.push(el("table", {}, el("caption", {}, t("choices")), el("tbody", {}, a.choices.map((c) =>
      el("tr", {}, el("th", { scope: "row" }, t(`choice-${c.kind}`)), el("td", {}, percent(c.chance)))))));
  }
  if (a.ten.length > 0) rows.push(el("p", { class: "row" }, el("b", {}, t("tenOffers")), ` ${a.ten.join(" ")} `,
    v.click ? button(t("offerThem"), () => app.act({ do: "offer", points: a.ten }), { "data-key": "offerThem", disabled: !v.may.includes("offer") }) : null));
  const fifth = ofBlack(a);
  const stones = a.stones.filter((s) => s.nodes);
  rows.push(el("div", { class: "ranked", tabindex: "0", role: "region", "aria-label": t("stone") }, el("table", {},
    el("caption", {}, t("ranking", { known: a.looked, all: a.stones.length })),
    el("thead", {}, el("tr", {}, ["stone", fifth ? "blackChance" : "chance", "reply", "nodesHead"].map((k) => el("th", { scope: "col" }, t(k))))),
    el("tbody", {}, stones.map((s) => el("tr", {},
      el("th", { scope: "row" }, button(s.point, () => app.act({ do: "place", point: s.point }), { class: "step", title: s.twins?.length ? `= ${s.twins.join(" ")}` : null }), s.twins?.length ? el("small", {}, ` ×${s.twins.length + 1}`) : null),
      el("td", {}, sure(fifth ? s.black : s.chance, s.doubt)), el("td", {}, s.reply ?? ""), el("td", {}, s.nodes ? count(s.nodes) : "")))))));
  return rows;
}
