// The course of a game: Black's chance over the steps, blunders marked.

const width = 600;
const height = 120;
const rim = 12; // above and below, for the marks

function svg(name, attributes = {}) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

// chart draws the steps of a view; onstep is told to which one to go.
export function chart(view, label, onstep) {
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", "aria-label": label, preserveAspectRatio: "none" });
  root.append(svg("rect", { class: "upper", width, height }));
  const n = Math.max(20, view.steps.length);
  const x = (i) => (i / n) * width;
  const y = (chance) => rim + chance * (height - 2 * rim); // Black's share grows from the top
  const known = view.steps.map((s, i) => [i + 1, s]).filter(([, s]) => s.chance >= 0);
  if (known.length > 0) {
    const top = [[0, 0.5], ...known.map(([i, s]) => [i, s.chance])].map(([i, c]) => `${x(i)},${y(c)}`);
    root.append(svg("polygon", { class: "lower", points: `0,0 ${top.join(" ")} ${x(known.at(-1)[0])},0` }));
    root.append(svg("polyline", { class: "curve", points: top.join(" ") }));
  }
  root.append(svg("path", { class: "middle", d: `M0 ${height / 2}H${width}` }));
  root.append(svg("path", { class: "now", d: `M${x(view.done)} 0V${height}` }));
  for (const [i, s] of known) {
    if (s.blunder) root.append(...["rim", "blunder"].map((c) => svg("path", { class: c, d: `M${x(i)} ${y(s.chance)}h0` })));
  }
  root.addEventListener("click", (e) => {
    const box = root.getBoundingClientRect();
    onstep(Math.min(view.steps.length, Math.round(((e.clientX - box.left) / box.width) * n)));
  });
  return root;
}
