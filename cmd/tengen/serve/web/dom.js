// Small helpers to build a page.

// el makes an element: attributes by name, listeners as functions under "on...", then its
// children, of which null is left out.
export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(key.slice(2), value);
    else if (key === "value") node.value = value;
    else if (key === "checked") node.checked = true;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((c) => c !== null && c !== undefined));
  return node;
}

export function button(text, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, text);
}

export function select(options, value, onchange, attributes = {}) {
  const node = el("select", { onchange: () => onchange(node.value), ...attributes },
    options.map(([v, text]) => el("option", { value: v }, text)));
  node.value = String(value);
  return node;
}

// fill replaces what a node holds. Children that look the same stay, so that no click falls
// between an old button and its like; what a listener depends on must show in its element's
// attributes. The focus stays on the element of the same data-key.
export function fill(node, ...children) {
  const next = children.flat().filter((c) => c !== null && c !== undefined);
  const active = document.activeElement;
  const key = node.contains(active) ? active.dataset.key : undefined;
  next.forEach((child, i) => {
    const old = node.childNodes[i];
    if (!old) node.append(child);
    else if (old.outerHTML === undefined || old.outerHTML !== child.outerHTML) old.replaceWith(child);
  });
  while (node.childNodes.length > next.length) node.lastChild.remove();
  if (key && !node.contains(document.activeElement)) {
    node.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }
}

export const percent = (chance) => `${Math.round(100 * chance)}\u00a0%`;

// count is a large number in short.
export function count(n) {
  if (n >= 1e7) return `${Math.round(n / 1e6)} M`;
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)} M`;
  if (n >= 1e4) return `${Math.round(n / 1e3)} k`;
  return String(n);
}

// time is a number of seconds as a clock shows it.
export function time(seconds) {
  const s = Math.max(0, seconds);
  if (s < 10) return s.toFixed(1);
  const whole = Math.floor(s);
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
