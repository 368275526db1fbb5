// The tab that analyses: lines, heat map, threats, solving, and the course of the game.

import { button, count, el, fill, percent, select } from "./dom.js";
import { chart } from "./chart.js";
import { t } from "./text.js";
import { current } from "./app.js";

let place, app, out, course, go, modes;
let wanted = { mode: "lines", lines: 3, threads: 0, seconds: 0 };
let path = []; // of a solution that is stepped through: the moves, both sides'
let solvedOf = "";

export function init(node, shared) {
  [place, app] = [node, shared];
  rebuild();
}

const studies = ["lines", "heat", "threats", "solve", "review"];

export function rebuild() {
  out = el("div", { class: "out", tabindex: "0", role: "region", "aria-label": t("result") });
  course = el("div", { class: "course" });
  go = el("span", { class: "go" });
  modes = el("div", { class: "modes", role: "group", "aria-label": t("mode") });
  const cores = Array.from({ length: app.about.cores }, (_, i) => i + 1);
  place.replaceChildren(modes,
    el("div", { class: "settings" },
      go,
      el("label", {}, el("span", {}, t("linesWanted")), select([1, 2, 3, 5, 8, 12, 20].map((n) => [n, n]), wanted.lines, (v) => set("lines", Number(v)), { id: "lines" })),
      el("label", {}, el("span", {}, t("threads")), select([[0, t("all")], ...cores.map((n) => [n, n])], wanted.threads, (v) => set("threads", Number(v)), { id: "threads" })),
      el("label", {}, el("span", {}, t("limit")), select([[0, "∞"], [1, "1 s"], [5, "5 s"], [15, "15 s"], [60, "1 min"], [300, "5 min"]], wanted.seconds, (v) => set("seconds", Number(v)), { id: "seconds" }))),
    out, course);
  showModes();
}

function set(name, value) {
  wanted[name] = value;
  if (app.study?.running && studies.includes(app.study.mode)) start();
}

export function start(mode = wanted.mode) {
  wanted.mode = mode;
  path = [];
  showModes();
  app.startStudy(wanted);
}

function showModes() {
  fill(modes, studies.map((mode) => button(t(`mode-${mode}`), () => start(mode), { "data-key": mode, "aria-pressed": String(mode === wanted.mode) })));
}

export function show() {
  if (!app.view || !out) return;
  const s = app.study && studies.includes(app.study.mode) ? app.study : null;
  const running = !!s?.running;
  fill(go, button(t(running ? "stop" : "start"), () => (running ? app.stopStudy() : start()), { class: "main", "data-key": "go", id: "go" }));
  fill(out, s ? [head(s), ...body(s)] : [el("p", { class: "hint" }, t("analyseHint"))]);
  fill(course, chart(app.view, t("chartLabel"), (step) => app.act({ do: "goto", step })), el("p", { class: "hint" }, t("chartHint")));
}

function head(s) {
  const parts = [];
  if (s.fault) parts.push(s.fault);
  else if (s.place > 0) parts.push(t("queued", { place: s.place }));
  if (s.depth) parts.push(t("depth", { depth: s.depth }));
  if (s.nodes) parts.push(t("nodes", { nodes: count(s.nodes) }));
  if (s.toCheck) parts.push(t("checked", { done: s.checked ?? 0, all: s.toCheck }));
  if (s.seconds) parts.push(`${s.seconds.toFixed(1)} s`);
  if (!current()) parts.push(t("elsewhere"));
  return el("p", { class: "head" }, parts.join(" · "));
}

function body(s) {
  switch (s.mode) {
    case "lines":
      return (s.lines ?? []).map((l, i) => lineRow(l, i, s));
    case "heat":
      return ranked(Object.entries(s.heat ?? {}).map(([name, h]) => [name, h.chance]), s);
    case "threats":
      return s.threats ? threatRows(s.threats) : [];
    case "solve":
      return s.solved ? solution(s) : [];
  }
  return reviewRows();
}

function lineRow(l, i, s) {
  const over = () => current() && app.showLine({ moves: l.moves, colour: s.toMove });
  return el("button", {
    type: "button", onclick: () => app.act({ do: "place", point: l.moves[0] }), class: "line", "data-key": `line${i}`, title: t("lineTitle"), onpointerenter: over, onfocus: over,
    onpointerleave: () => app.showLine(null), onblur: () => app.showLine(null),
  }, el("b", {}, percent(l.chance)), el("span", { class: "value" }, l.value), el("span", { class: "depth" }, `${l.depth}–${l.sel}`),
  el("span", { class: "moves" }, l.moves.join(" ")));
}

function ranked(list, s) {
  return list.sort((a, b) => b[1] - a[1]).slice(0, 12).map(([name, chance], i) =>
    el("button", {
      type: "button", onclick: () => app.act({ do: "place", point: name }), class: "line", "data-key": `heat${i}`,
      onpointerenter: () => current() && app.showLine({ moves: [name], colour: s.toMove }), onpointerleave: () => app.showLine(null),
    }, el("b", {}, percent(chance)), el("span", { class: "moves" }, name)));
}

const signs = { five: "5", straight: "4+", fourthree: "43", four: "4", doublethree: "33", three: "3" };

// threatMarks are the marks of both sides' threats; a point of both shows the stronger one.
export function threatMarks(threats) {
  const marks = new Map();
  const order = Object.keys(signs);
  for (const colour of ["black", "white"]) {
    for (const { point, kind } of threats[colour]) {
      const old = marks.get(point);
      if (!old || order.indexOf(kind) < order.indexOf(old[3])) marks.set(point, [point, colour, signs[kind], kind]);
    }
  }
  return [...marks.values()];
}

function threatRows(threats) {
  return ["black", "white"].flatMap((colour) => {
    const by = Map.groupBy(threats[colour], (x) => x.kind);
    const rows = [...by].map(([kind, list]) => el("p", { class: "row" }, el("b", {}, t(`threat-${kind}`)), " ", list.map((x) => x.point).join(" ")));
    const vcf = threats[`${colour}VCF`];
    if (vcf) {
      const over = () => app.showLine({ moves: vcf, colour });
      rows.push(button(`VCF: ${vcf.join(" ")}`, over, { class: "line", onpointerenter: over, onpointerleave: () => app.showLine(null), onfocus: over }));
    }
    if (rows.length === 0) rows.push(el("p", { class: "row" }, t("noThreats")));
    return [el("h3", {}, el("span", { class: `disc ${colour}` }), ` ${t(colour)}`), ...rows];
  });
}

// solution lets one step through a proved win: the attacker's moves are given, the defender's
// chosen.
function solution(s) {
  const { state, kind, value, moves, tree } = s.solved;
  if (solvedOf !== s.line) [solvedOf, path] = [s.line, []];
  const rows = [el("p", { class: "row" }, t(`solve-${state}${s.running || state !== "seeking" ? "" : "-not"}`, { kind: kind ?? "", value: value ?? "" }))];
  if (!moves) return rows;
  if (!tree) {
    const over = () => app.showLine({ moves, colour: s.toMove });
    rows.push(button(moves.join(" "), over, { class: "line", onpointerenter: over, onpointerleave: () => app.showLine(null) }));
    return rows;
  }
  let node = tree;
  const line = [tree.move];
  for (const reply of path) {
    const next = node.replies?.find((r) => r.move === reply);
    if (!next?.then) break;
    line.push(reply, next.then.move);
    node = next.then;
  }
  const draw = () => current() && app.showLine({ moves: line, colour: s.toMove });
  draw();
  const go = (to) => {
    path = to;
    app.showLine(null);
    show();
  };
  const main = (n) => {
    const out = [];
    while (n?.replies?.length) {
      out.push(n.replies[0].move);
      n = n.replies[0].then;
    }
    return out;
  };
  rows.push(el("div", { class: "buttons", "data-at": line.join(" ") },
    button("|◀", () => go([]), { "data-key": "first", "aria-label": t("toStart") }),
    button("◀", () => go(path.slice(0, -1)), { "data-key": "back", "aria-label": t("back"), disabled: path.length === 0 }),
    button("▶", () => go([...path, node.replies[0].move]), { "data-key": "forth", "aria-label": t("forth"), disabled: !node.replies?.length }),
    button("▶|", () => go(main(tree)), { "data-key": "last", "aria-label": t("toEnd") })));
  rows.push(el("p", { class: "row moves" }, line.join(" ")));
  if (node.replies?.length > 1) {
    rows.push(el("p", { class: "hint" }, t("defences")));
    rows.push(el("div", { class: "replies", "data-at": line.join(" ") }, node.replies.map((r) => button(r.move, () => go([...path, r.move]), { class: "step" }))));
  }
  return rows;
}

function reviewRows() {
  const bad = app.view.steps.map((s, i) => [s, i]).filter(([s]) => s.blunder);
  if (bad.length === 0) return [el("p", { class: "row" }, t("noBlunders"))];
  return bad.map(([s, i]) => button(`${s.stones} ${s.say} · ${t("blunder")}`, () => app.act({ do: "goto", step: i }), { class: "line" }));
}

// point shows the line that begins where somebody points on the board.
export function point(name) {
  const s = app?.study;
  if (!app || app.tab !== "analyse" || !current() || s.mode !== "lines" || !s.lines) return;
  const line = s.lines.find((l) => l.moves[0] === name);
  if (line) app.showLine({ moves: line.moves, colour: s.toMove });
  else if (app.line) app.showLine(null);
}
