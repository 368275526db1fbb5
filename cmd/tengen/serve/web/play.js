// The tab to begin a game and to look through it.

import { button, el, fill, select, time } from "./dom.js";
import { t } from "./text.js";

let place, app, list, resumed;

const usual = { game: "t10", players: [{ engine: false, level: 5, turn: 0, match: 0 }, { engine: true, level: 5, turn: 0, match: 0 }], strict: false };
let wanted = JSON.parse(localStorage.getItem("tengen.wish") ?? "null") ?? usual;

// wish is what a new game is to be.
export const wish = () => ({ line: wanted.game, players: wanted.players, strict: wanted.strict });

function remember(change) {
  change();
  localStorage.setItem("tengen.wish", JSON.stringify(wanted));
}

export function init(node, shared) {
  [place, app] = [node, shared];
  rebuild();
  offerLast();
}

export function rebuild() {
  list = el("ol", { class: "steps", "aria-label": t("course") });
  resumed = el("div", { class: "resumed" });
  place.replaceChildren(list, resumed, form(), options(), el("details", { class: "keys" }, el("summary", {}, t("keys")), el("p", {}, t("keysText"))));
}

function form() {
  const game = select([["t10", t("game-t10")], ["renju15", t("game-renju15")], ["standard15", t("game-standard15")], ["freestyle15", t("game-freestyle15")], ["freestyle20", t("game-freestyle20")]],
    wanted.game, (v) => remember(() => (wanted.game = v)));
  return el("form", { onsubmit: (e) => e.preventDefault(), class: "new" },
    el("label", { class: "row" }, el("span", {}, t("game")), game),
    [0, 1].map((i) => playerRow(i)),
    el("label", { class: "check" }, el("input", { type: "checkbox", checked: wanted.strict, onchange: (e) => remember(() => (wanted.strict = e.target.checked)) }), el("span", {}, t("strict"))),
    el("div", { class: "buttons" },
      button(t("newGame"), () => app.newGame(), { class: "main", id: "new-game" }),
      button(t("changeSides"), () => {
        remember(() => wanted.players.reverse());
        rebuild();
        show();
      }),
      button(t("useNow"), () => app.act({ do: "set", players: wanted.players, strict: wanted.strict }), { id: "use-now" })));
}

function playerRow(i) {
  const p = wanted.players[i];
  const who = t(i === 0 ? "first" : "second");
  const levels = app.about.levels.map((l, k) => [k, t(l.nodes ? "level" : "levelSeconds", { level: k + 1, seconds: l.seconds })]);
  const kinds = [["person", t("person")], ...levels];
  return el("fieldset", { class: "who" },
    el("legend", {}, who),
    select(kinds, p.engine ? p.level : "person", (v) => remember(() => {
      p.engine = v !== "person";
      if (p.engine) p.level = Number(v);
    }), { "aria-label": t("whoPlays", { who }), id: `who${i}` }),
    el("label", {}, el("input", { type: "number", min: 0, max: 600, step: "any", value: p.match / 60 || "", placeholder: "∞", onchange: (e) => remember(() => (p.match = 60 * Number(e.target.value || 0))) }), el("span", {}, t("minutesGame"))),
    el("label", {}, el("input", { type: "number", min: 0, max: 3600, step: "any", value: p.turn || "", placeholder: "∞", onchange: (e) => remember(() => (p.turn = Number(e.target.value || 0))) }), el("span", {}, t("secondsMove"))));
}

function options() {
  const box = (name) => el("label", { class: "check" },
    el("input", { type: "checkbox", checked: app.options[name], onchange: (e) => app.setOption(name, e.target.checked) }), el("span", {}, t(`show-${name}`)));
  return el("div", { class: "options" }, box("numbers"), box("forbidden"));
}

// offerLast offers the game that was under way when the page or the server last ended.
async function offerLast() {
  const { ask } = await import("./net.js");
  const games = await ask("games").catch(() => []);
  const last = games.find((g) => !g.over && g.id !== app.view?.id);
  if (!last) return;
  fill(resumed, button(t("resume", { stones: last.stones }), async () => {
    fill(resumed);
    app.open(await ask(`games/${last.id}`));
  }, { "data-key": last.id }));
}

export function show() {
  const v = app.view;
  if (!v || !list) return;
  let stones = 0;
  fill(list, v.steps.map((s, i) => {
    if (s.stones > stones) stones = s.stones;
    const number = s.kind === "stone" || s.kind === "pass" ? `${s.stones} ` : "";
    const said = { stone: s.say, pass: t("pass"), swap: t("swap"), offer: t("offers"), resign: t("resign"), time: t("time") }[s.kind];
    const title = s.kind === "offer" ? s.say.replaceAll("+", " ") : s.took >= 0.05 ? time(s.took) : null;
    return el("li", {}, button(number + said, () => app.act({ do: "goto", step: i + 1 }), {
      class: `step ${i + 1 === v.done ? "now" : ""} ${i >= v.done ? "undone" : ""} ${s.blunder ? "bad" : ""}`,
      "data-key": `step${i}`, title, "aria-current": i + 1 === v.done ? "step" : null,
    }));
  }));
  uncover(list.querySelector(".now"));
}

// uncover scrolls the list, and not the page, to where a step is to be seen.
function uncover(now) {
  if (!now) return;
  const [room, step] = [list, now].map((e) => e.getBoundingClientRect());
  if (step.top < room.top) list.scrollTop += step.top - room.top - 4;
  else if (step.bottom > room.bottom) list.scrollTop += step.bottom - room.bottom + 4;
}
