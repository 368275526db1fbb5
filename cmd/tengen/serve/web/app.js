// The page: what it knows of its game, and how its parts are told of that. The server decides
// what may be done; nothing here knows a rule.

import { Board, nameOf, pointOf } from "./board.js";
import { ask, listen } from "./net.js";
import { button, el, fill, select, time } from "./dom.js";
import { languages, load, preferred, t } from "./text.js";
import * as analyse from "./analyse.js";
import * as files from "./files.js";
import * as play from "./play.js";
import * as prepare from "./prepare.js";

const $ = (id) => document.getElementById(id);
const parts = { play, analyse, prepare, files };

// app is what the parts share.
export const app = {
  about: null,
  view: null, // the game, as the server has told it
  study: null, // the analysis
  told: 0, // when the game was told, for the clocks
  line: null, // a line that is shown on the board: {moves, from, colour, of}
  tab: "play",
  options: JSON.parse(localStorage.getItem("tengen.options") ?? "null") ?? { numbers: true, forbidden: true },
  act,
  startStudy,
  stopStudy,
  open,
  newGame,
  openLine,
  showLine,
  fail,
  setOption,
  show,
};

const board = new Board($("board"), { onclick: click, onhover: hover });
let cursor = null; // where the keyboard points, or where the last click was
let pointing = false; // the keyboard was used last: the cursor is shown
let hovered = null;
let quiet = () => {}; // ends the listening

// --- the game ---

// act asks for one thing after the other, since what a click means depends on what was asked
// before it.
let acting = Promise.resolve();

function act(what) {
  acting = acting.then(async () => {
    if (!app.view) return;
    try {
      take(await ask(`games/${app.view.id}/act`, { ...what, at: app.view.version }));
      fail("");
    } catch (e) {
      fail(e.status === 409 ? "" : e.message);
    }
  });
  return acting;
}

let fresh = false; // it may be another run of the server, which counts versions anew

function take(view) {
  if (!fresh && app.view && view.id === app.view.id && view.version < app.view.version) return;
  fresh = false;
  const moved = !app.view || app.view.line !== view.line || app.view.id !== view.id;
  app.view = view;
  app.told = performance.now();
  if (moved) {
    app.line = null;
    history.replaceState(null, "", `#${view.line}`);
  }
  show();
}

async function open(view) {
  quiet();
  app.view = null;
  app.study = null;
  cursor = null;
  sessionStorage.setItem("tengen.game", view.id);
  take(view);
  connect(view.id);
}

function connect(id) {
  let again;
  let opened = false;
  const stop = listen(id, {
    game: take,
    study(study) {
      app.study = study;
      showStudy();
    },
    gone: () => newGame(),
    open() {
      connection("");
      fresh = opened;
      opened = true;
    },
    broken: () => connection("lost"),
    lost() {
      again = setTimeout(() => recover(id), 1000);
    },
  });
  quiet = () => {
    clearTimeout(again);
    stop();
  };
}

// recover comes back to a game after the server was away. A game that nobody had played on is
// not there any more: its line makes it anew.
async function recover(id) {
  try {
    open(await ask(`games/${id}`));
  } catch (e) {
    if (e.status === 404) return openLine(app.view.line, app.view.players).catch(() => newGame());
    connect(id);
  }
}

function connection(state) {
  $("connection").textContent = state ? t("connectionLost") : "";
}

async function newGame(ask0 = play.wish()) {
  try {
    await open(await ask("games", ask0));
    fail("");
  } catch (e) {
    fail(e.message);
  }
}

async function openLine(line, players = null) {
  await open(await ask("games", players ? { line, players } : { line }));
}

// --- analysis ---

async function startStudy(what) {
  try {
    const study = await ask(`games/${app.view.id}/study`, what);
    fail("");
    if (app.study && study.version < app.study.version) return; // an event was faster
    app.study = study;
    showStudy();
  } catch (e) {
    fail(e.message);
  }
}

function stopStudy() {
  return startStudy({ mode: "" });
}

// current tells whether the study is about the position that is shown.
export function current() {
  return app.study && app.view && app.study.line === app.view.line;
}

function showLine(line) {
  app.line = line;
  drawLine();
}

function drawLine() {
  const l = app.line;
  board.line(l ? l.moves : [], l ? l.colour : "black", l ? (l.from ?? 1) : 1);
}

function showStudy() {
  analyse.show();
  prepare.show();
  overlay();
}

function overlay() {
  if (!app.view) return;
  const s = app.study;
  if (current() && app.tab === "analyse" && s.mode === "heat" && s.heat) {
    board.values(Object.entries(s.heat).map(([name, h]) => [name, h.chance, Math.round(100 * h.chance)]));
  } else if (current() && app.tab === "analyse" && s.mode === "lines" && s.lines) {
    board.values(s.lines.map((l) => [l.moves[0], l.chance, Math.round(100 * l.chance)]));
  } else if (current() && app.tab === "analyse" && s.mode === "threats" && s.threats) {
    board.threats(analyse.threatMarks(s.threats));
  } else if (app.tab === "prepare") {
    board.values(prepare.values());
  } else {
    board.values([]);
  }
}

// --- what is shown ---

function show() {
  const v = app.view;
  if (!v) return;
  board.show(v, app.options);
  drawLine();
  showPlayers();
  showPrompt();
  showActions();
  for (const part of Object.values(parts)) part.show();
  overlay();
  point(cursor, false);
  hover(hovered);
}

function playerName(v, i) {
  const p = v.players[i];
  const both = v.players.every((q) => q.engine === p.engine);
  const who = t(i === 0 ? "first" : "second");
  if (!p.engine) return both ? who : t("person");
  const name = t("engineLevel", { level: p.level + 1 });
  return both ? `${name} · ${who}` : name;
}

function showPlayers() {
  const v = app.view;
  fill($("players"), v.players.map((p, i) => {
    const colour = v.black === i ? "black" : "white";
    const turn = v.turn === i && !v.result;
    return el("div", { class: `player ${turn ? "turn" : ""}` },
      el("span", { class: `disc ${colour}`, role: "img", "aria-label": t(colour) }),
      el("span", { class: "name" }, playerName(v, i)),
      el("span", { class: "clock", id: `clock${i}` }, clockText(i)));
  }));
}

function clockText(i) {
  const c = app.view.clocks[i];
  const passed = c.running ? (performance.now() - app.told) / 1000 : 0;
  if (c.left >= 0) return time(c.left - passed);
  return c.used + passed >= 1 ? time(c.used + passed) : "";
}

setInterval(() => {
  if (!app.view) return;
  app.view.clocks.forEach((c, i) => {
    if (c.running) $(`clock${i}`).textContent = clockText(i);
  });
}, 100);

function statusText(v) {
  if (v.result) {
    const r = v.result;
    if (r.winner === "draw") return t("draw");
    const kinds = r.foul.split(", ").filter(Boolean).map((k) => t(k)).join(", ");
    return t(`won-${r.reason}`, { winner: t(r.winner), loser: t(r.winner === "black" ? "white" : "black"), foul: kinds });
  }
  const what = { stone: v.stone, colour: t(v.toMove), square: `${v.square}×${v.square}` };
  if (v.engine) return v.engine.place > 0 ? t("engineWaits", { place: v.engine.place }) : t("engineThinks");
  if (v.paused) return t("paused");
  if (v.click === "offer") return t("collecting", { count: v.offers.length });
  if (v.click === "pick") return t("pick");
  if (v.picked) return t("picked", { point: v.picked });
  if (v.may.includes("offer")) return t("fifth", what);
  if (v.opening && v.square === 1) return t("firstStone");
  if (v.opening && v.square) return t(v.may.includes("swap") ? "placeOrSwap" : "mustPlace", what);
  if (v.opening) return t(v.may.includes("swap") ? "sixthOrSwap" : "sixth");
  return t("move", what);
}

function showPrompt() {
  const v = app.view;
  const status = statusText(v);
  if ($("status").textContent !== status) $("status").textContent = status; // it is read aloud
  const can = (what) => v.may.includes(what) && v.click !== "offer";
  const nodes = [];
  if (v.paused && !v.result) nodes.push(button(t("continue"), () => act({ do: "pause", on: false }), { class: "main", "data-key": "continue" }));
  if (v.click === "offer") {
    nodes.push(button(t("offerThese", { count: v.offers.length }), () => act({ do: "offer" }), { class: "main", "data-key": "offer", disabled: v.offers.length < 10 }));
    nodes.push(button(t("cancel"), () => act({ do: "collect", on: false }), { "data-key": "cancel" }));
  }
  if (can("offer")) {
    nodes.push(el("p", { class: "option" }, el("b", {}, t("optionA")), " ", t("optionAText")));
    nodes.push(el("p", { class: "option" }, el("b", {}, t("optionB")), " ", t("optionBText")));
  }
  if (can("swap")) nodes.push(button(t("swap"), () => act({ do: "swap" }), { class: "main", "data-key": "swap", title: t("swapText"), "aria-keyshortcuts": "s" }));
  if (can("offer")) nodes.push(button(t("offerTen"), () => act({ do: "collect", on: true }), { class: "main", "data-key": "collect", "aria-keyshortcuts": "o" }));
  if (v.opening && v.square === 1 && v.click === "place") nodes.push(button(t("placeCentre"), () => act({ do: "place", point: "h8" }), { class: "main", "data-key": "centre" }));
  if (v.result) nodes.push(button(t("newGame"), () => newGame(), { class: "main", "data-key": "again" }));
  fill($("choices"), nodes);
}

function showActions() {
  const v = app.view;
  const can = (what) => v.may.includes(what);
  fill($("actions"),
    button(t("undo"), () => act({ do: "undo" }), { "data-key": "undo", disabled: !can("undo"), "aria-keyshortcuts": "u" }),
    button(t("redo"), () => act({ do: "redo" }), { "data-key": "redo", disabled: !can("redo"), "aria-keyshortcuts": "r" }),
    button(t(v.paused ? "continue" : "pause"), () => act({ do: "pause", on: !v.paused }), { "data-key": "pause", disabled: !!v.result }),
    button(t("resign"), resign, { "data-key": "resign", disabled: !can("resign") }));
}

// resign gives up for the person who plays or, where both are persons, whose turn it is.
function resign() {
  const v = app.view;
  const persons = [0, 1].filter((i) => !v.players[i].engine);
  const player = persons.length === 1 ? persons[0] : v.turn;
  if (v.done < 2 || confirm(t("resignSure"))) act({ do: "resign", player });
}

function fail(message) {
  $("error").textContent = message;
}

function setOption(name, on) {
  app.options[name] = on;
  localStorage.setItem("tengen.options", JSON.stringify(app.options));
  show();
}

// --- the board ---

let clicked = { name: "", does: "", at: 0 };

function click(name) {
  point(name, false);
  const does = app.view?.click;
  const again = clicked.name === name && clicked.does === does && performance.now() - clicked.at < 300; // a double click
  clicked = { name, does, at: performance.now() };
  pointing = false;
  board.cursor(null);
  if (does && !again) act({ do: "place", point: name });
}

// free tells whether a stone or an offer may be tried on a point.
function free(name) {
  const v = app.view;
  if (!v?.click || v.result || (v.lit && !v.lit.includes(name)) || v.greyed.includes(name)) return false;
  return v.click === "pick" || !v.moves.includes(name);
}

function hover(name) {
  hovered = name;
  board.ghost(name && free(name) && app.view.click === "place" ? name : null, app.view?.toMove);
  board.root.classList.toggle("free", !!name && free(name));
  analyse.point(name);
}

// point moves the keyboard's cursor, and says what is there.
function point(name, say = true) {
  cursor = name;
  pointing ||= say;
  board.cursor(pointing ? name : null);
  if (!name || !say) return;
  const v = app.view;
  const i = v.moves.indexOf(name);
  const what = i >= 0 ? t(i % 2 === 0 ? "black" : "white") : t(v.forbidden[name] && v.toMove === "black" ? "forbidden" : "empty");
  $("cursor").textContent = `${name}, ${what}`;
}

function step(dx, dy) {
  const v = app.view;
  if (!cursor) return point(v.moves.findLast((m) => m !== "pass") ?? nameOf((v.size - 1) >> 1, (v.size - 1) >> 1));
  const [x, y] = pointOf(cursor);
  const within = (n) => Math.max(0, Math.min(v.size - 1, n));
  point(nameOf(within(x + dx), within(y + dy)));
}

const keys = {
  ArrowLeft: () => step(-1, 0),
  ArrowRight: () => step(1, 0),
  ArrowUp: () => step(0, 1),
  ArrowDown: () => step(0, -1),
  " ": () => cursor ? act({ do: "place", point: cursor }) : step(0, 0),
  Enter: () => cursor && act({ do: "place", point: cursor }),
  u: () => act({ do: "undo" }),
  r: () => act({ do: "redo" }),
  s: () => act({ do: "swap" }),
  o: () => act(app.view.click === "offer" ? { do: "offer" } : { do: "collect", on: true }),
  p: () => act({ do: "pause", on: !app.view.paused }),
  n: () => newGame(),
  a: () => (app.study?.running ? stopStudy() : analyse.start()),
};

document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || !app.view) return;
  const at = e.target;
  if (at.matches("input, select, textarea") || at.closest("[role=tablist]")) return;
  if ((e.key === " " || e.key === "Enter") && at.matches("button, a, summary, [data-step]")) return;
  const does = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
  if (!does) return;
  e.preventDefault();
  does();
});

// --- the page ---

function showTabs() {
  const names = Object.keys(parts);
  fill($("tabs"), names.map((name) => button(t(name), () => tab(name), {
    role: "tab", id: `tab-${name}`, "data-key": name, "aria-controls": name,
    "aria-selected": String(name === app.tab), tabindex: name === app.tab ? null : "-1",
    onkeydown(e) {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (!by) return;
      e.preventDefault();
      const to = names[(names.indexOf(name) + by + names.length) % names.length];
      tab(to);
      $(`tab-${to}`).focus();
    },
  })));
}

function tab(name) {
  app.tab = name;
  for (const other of Object.keys(parts)) $(other).hidden = other !== name;
  showTabs();
  parts[name].open?.();
  app.line = null;
  show();
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("tengen.theme", theme);
}

async function speak(language) {
  localStorage.setItem("tengen.language", language);
  await load(language);
  showTabs();
  for (const part of Object.values(parts)) part.rebuild?.();
  show();
}

async function begin() {
  const theme = localStorage.getItem("tengen.theme");
  if (theme) setTheme(theme);
  $("theme").addEventListener("click", () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
    setTheme(now === "dark" ? "light" : "dark");
  });
  const language = preferred();
  $("language").replaceWith(select(Object.entries(languages), language, speak, { id: "language" }));
  const [about] = await Promise.all([ask("about"), load(language)]);
  app.about = about;
  for (const [name, part] of Object.entries(parts)) part.init($(name), app);
  showTabs();

  // The address holds the game. If it is the one that this page had, it goes on; another
  // line makes a new board.
  const line = decodeURIComponent(location.hash.slice(1));
  const id = sessionStorage.getItem("tengen.game");
  const mine = id ? await ask(`games/${id}`).catch(() => null) : null;
  if (mine && (!line || mine.line === line)) return open(mine);
  if (line) {
    try {
      return await openLine(line);
    } catch (e) {
      await newGame();
      return fail(e.message);
    }
  }
  await newGame();
}

window.addEventListener("hashchange", async () => {
  const line = decodeURIComponent(location.hash.slice(1));
  if (!line || line === app.view?.line) return;
  try {
    await openLine(line);
  } catch (e) {
    fail(e.message);
  }
});

begin().catch((e) => fail(e.message));
