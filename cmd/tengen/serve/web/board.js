// The picture of the board, and where on it somebody points.

const cell = 40;
const letters = "abcdefghijklmnopqrstuv";

export const nameOf = (x, y) => letters[x] + (y + 1);
export const pointOf = (name) => [letters.indexOf(name[0]), Number(name.slice(1)) - 1];

function svg(name, attributes = {}, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

// stars are the points that help to find one's way.
function stars(size) {
  const middle = (size - 1) / 2;
  const list = size % 2 ? [[middle, middle]] : [];
  if (size >= 13) for (const x of [3, size - 4]) for (const y of [3, size - 4]) list.push([x, y]);
  return list;
}

export class Board {
  // place holds the picture; onclick and onhover are told names of points.
  constructor(place, { onclick, onhover }) {
    this.size = 0;
    this.root = svg("svg", { "aria-hidden": "true" });
    this.layers = {};
    place.append(this.root);
    this.root.addEventListener("click", (e) => {
      const p = this.at(e);
      if (p) onclick(p);
    });
    this.root.addEventListener("pointermove", (e) => {
      if (e.pointerType !== "touch") onhover(this.at(e));
    });
    this.root.addEventListener("pointerleave", () => onhover(null));
  }

  at(e) {
    const box = this.root.getBoundingClientRect();
    const scale = ((this.size + 1) * cell) / box.width;
    const x = Math.round(((e.clientX - box.left) * scale) / cell) - 1;
    const y = this.size - Math.round(((e.clientY - box.top) * scale) / cell);
    return x >= 0 && y >= 0 && x < this.size && y < this.size ? nameOf(x, y) : null;
  }

  xy(name) {
    const [x, y] = pointOf(name);
    return [(x + 1) * cell, (this.size - y) * cell];
  }

  // resize draws what only depends on the size.
  resize(size) {
    if (size === this.size) return;
    this.size = size;
    const whole = (size + 1) * cell;
    this.root.setAttribute("viewBox", `0 0 ${whole} ${whole}`);
    this.root.replaceChildren();
    const shades = svg("defs");
    for (const colour of ["black", "white"]) {
      const g = svg("radialGradient", { id: `${colour}-stone`, cx: "35%", cy: "30%", r: "75%" });
      g.append(svg("stop", { offset: "0", class: `${colour}-light` }), svg("stop", { offset: "1", class: `${colour}-dark` }));
      shades.append(g);
    }
    const grid = svg("g", { class: "grid" });
    for (let i = 1; i <= size; i++) {
      const edge = i === 1 || i === size ? "edge" : "";
      grid.append(svg("path", { class: edge, d: `M${cell} ${i * cell}H${size * cell}` }), svg("path", { class: edge, d: `M${i * cell} ${cell}V${size * cell}` }));
    }
    for (const [x, y] of stars(size)) grid.append(svg("circle", { cx: (x + 1) * cell, cy: (size - y) * cell, r: 4 }));
    const labels = svg("g", { class: "labels" });
    for (let i = 0; i < size; i++) {
      labels.append(svg("text", { x: (i + 1) * cell, y: whole - 11 }, letters[i]), svg("text", { x: 11, y: (size - i) * cell }, i + 1));
    }
    for (const name of ["lit", "barred", "heat", "stones", "marks", "line", "ghost", "cursor"]) this.layers[name] = svg("g", { class: name });
    const { lit, ...above } = this.layers;
    this.root.append(shades, svg("rect", { class: "wood", width: whole, height: whole, rx: 10 }), lit, grid, labels, ...Object.values(above));
  }

  draw(layer, nodes) {
    this.layers[layer].replaceChildren(...nodes);
  }

  stone(name, colour, text, extra = "") {
    const [x, y] = this.xy(name);
    const g = svg("g", { class: `stone ${colour} ${extra}`, "data-point": name });
    g.append(svg("circle", { cx: x, cy: y, r: 18, fill: `url(#${colour}-stone)` }));
    if (text !== undefined && text !== "") g.append(svg("text", { x, y, class: String(text).length > 2 ? "long" : "" }, text));
    return g;
  }

  // show draws a game. options: numbers, forbidden.
  show(view, options) {
    this.resize(view.size);
    this.draw("lit", this.litNodes(view));
    const row = new Set(view.result?.row ?? []);
    const stones = [];
    let colour = "black";
    view.moves.forEach((name, i) => {
      const last = i === view.moves.length - 1;
      if (name !== "pass") stones.push(this.stone(name, colour, options.numbers ? i + 1 : "", (last ? "last " : "") + (row.has(name) ? "won" : "")));
      colour = colour === "black" ? "white" : "black";
    });
    this.draw("stones", stones);
    this.barred = new Set(options.forbidden && view.toMove === "black" && !view.result ? Object.keys(view.forbidden) : []);
    this.draw("barred", [...this.barred].map((name) => {
      const [x, y] = this.xy(name);
      return svg("path", { class: "forbidden", "data-point": name, d: `M${x - 8} ${y - 8}l16 16M${x + 8} ${y - 8}l-16 16` });
    }));
    this.draw("marks", this.markNodes(view, options));
  }

  litNodes(view) {
    if (view.square) {
      const side = view.square * cell;
      const from = ((this.size + 1) * cell - side) / 2;
      return [svg("rect", { x: from, y: from, width: side, height: side, rx: 6, class: "square" })];
    }
    return [];
  }

  markNodes(view, options) {
    const nodes = [];
    const last = view.moves.at(-1);
    if (last && last !== "pass" && !options.numbers) {
      const [x, y] = this.xy(last);
      nodes.push(svg("circle", { class: `dot ${view.toMove === "black" ? "on-white" : "on-black"}`, cx: x, cy: y, r: 5 }));
    }
    for (const name of view.greyed) {
      const [x, y] = this.xy(name);
      nodes.push(svg("circle", { class: "greyed", "data-point": name, cx: x, cy: y, r: 9 }));
    }
    (view.offers ?? []).forEach((name, i) => {
      const [x, y] = this.xy(name);
      const g = svg("g", { class: "offer", "data-point": name });
      g.append(svg("circle", { cx: x, cy: y, r: 16 }), svg("text", { x, y }, "ABCDEFGHIJ"[i]));
      nodes.push(g);
    });
    return nodes;
  }

  // values colours points by chances, from 0 to 1: [name, chance, text].
  values(list) {
    this.draw("heat", list.map(([name, chance, text]) => {
      const [x, y] = this.xy(name);
      const poor = chance < 0.005;
      const g = svg("g", { class: poor ? "value poor" : "value", "data-point": name });
      g.style.setProperty("--hue", Math.round(8 + 132 * chance));
      g.append(svg("circle", { cx: x, cy: y, r: poor ? 8 : 17 }));
      if (!poor) g.append(svg("text", { x, y }, text));
      return g;
    }));
  }

  // threats marks points: [name, colour, text]. A forbidden one of them keeps its colour as a rim.
  threats(list) {
    this.draw("heat", list.map(([name, colour, text]) => {
      const [x, y] = this.xy(name);
      const g = svg("g", { class: `threat ${colour}${this.barred.has(name) ? " barred" : ""}`, "data-point": name });
      g.append(svg("circle", { cx: x, cy: y, r: 15 }), svg("text", { x, y }, text));
      return g;
    }));
  }

  // line shows moves to come: numbered stones, the first of the given colour.
  line(moves, colour, from = 1) {
    this.draw("line", moves.flatMap((name, i) => {
      const now = (i % 2 === 0) === (colour === "black") ? "black" : "white";
      return name === "pass" ? [] : [this.stone(name, now, i + from, "coming")];
    }));
  }

  ghost(name, colour) {
    this.draw("ghost", name ? [this.stone(name, colour)] : []);
  }

  cursor(name) {
    if (!name) return this.draw("cursor", []);
    const [x, y] = this.xy(name);
    this.draw("cursor", [svg("rect", { x: x - 18, y: y - 18, width: 36, height: 36, rx: 6 })]);
  }
}
