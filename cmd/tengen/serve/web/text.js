// All texts of the page stand in tables, one a language: lang/en.json and its like. What a
// table lacks is said in English.

export const languages = { en: "English", ja: "日本語", zh: "中文", cs: "Čeština" };

let table = {};

// t is the text of a key, with {name} replaced by what.name.
export function t(key, what = {}) {
  const text = table[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => what[name] ?? all);
}

export function preferred() {
  const saved = localStorage.getItem("tengen.language");
  for (const wish of [saved, ...navigator.languages]) {
    const code = wish?.slice(0, 2);
    if (code in languages) return code;
  }
  return "en";
}

export async function load(language) {
  const read = async (code) => (await fetch(`lang/${code}.json`)).json();
  const [english, own] = await Promise.all([read("en"), language === "en" ? {} : read(language)]);
  table = { ...english, ...own };
  document.documentElement.lang = language;
  apply(document);
}

// apply puts texts where the page's own elements want them.
function apply(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.dataset.tLabel));
    if (node.tagName === "BUTTON") node.title = t(node.dataset.tLabel);
  }
}
