// Tests of how the page looks: in each of its main states, on a phone, a tablet and a desktop,
// light and dark, the board stays where it is, nothing is too wide or cut off, and axe-core finds
// no serious fault.

import assert from "node:assert/strict";
import { Table, context, stage, ten } from "./stage.js";

const fifth = "t10.h8.h9.i9.i8";
const middle = "renju15.h8.i5.h9.g5.h7.g6.i9.i11.j7.e10.k8.e6.k5.f9.j5.j9.j8.h11";
const calm = "renju15.h8.i9.j7.i7.i8.g8";
const won = "t10.h8.swap.h9.i9.i8.j10.a8.b1.a15.c1.c15.d1.e15.e1.g15.f1";

// states bring the page to where it is looked at.
const states = {
  async start(table) {
    await table.game("person", 5);
  },
  async square(table) {
    await table.load("t10.h8.h9");
  },
  async options(table) {
    await table.load(fifth);
  },
  async offers(table) {
    await table.load(fifth);
    await table.collect(ten.slice(0, 7));
  },
  async pick(table) {
    await table.load(`${fifth}.${ten.join("+")}`);
  },
  async picked(table) {
    await table.load(`${fifth}.${ten.join("+")}`);
    await table.play(ten[3]);
    await table.page.getByText("Stone 5 is").waitFor();
  },
  async thinking(table) {
    await table.load("renju15.h8.h9");
    await table.players(9, "person");
    await table.page.click("#use-now");
    await table.page.getByText("The engine is thinking").waitFor();
  },
  async middle(table) {
    await table.load(`${middle}.a15`);
    await table.press("Undo");
    await table.page.locator(".forbidden").first().waitFor();
  },
  async foul(table) {
    await table.load("renju15.h8.a1.i8.o15.j9.a15.j10.o1");
    await table.play("j8");
    await table.page.getByText("is a foul").waitFor();
  },
  async won(table) {
    await table.load(won);
    await table.page.getByText("Black wins").waitFor();
  },
  async lines(table) {
    await study(table, calm, "Lines", "#analyse .line");
  },
  async heat(table) {
    await study(table, calm, "Heat map", ".value text");
  },
  async threats(table) {
    await study(table, middle, "Threats", "#analyse .out h3");
  },
  async solve(table) {
    await table.load("renju15.e8.l10.h6.k10.g7.m10.n10.i10.j10.j8");
    await table.tab("analyse");
    await table.press("Solve");
    await table.page.getByText(/VC[FT] proved/).waitFor();
  },
  async review(table) {
    await table.load("renju15.h8.i9.j8.g9.i8.a1");
    await table.tab("analyse");
    await table.press("Review");
    await table.page.locator(".chart .blunder").first().waitFor({ state: "attached" });
    await stop(table);
  },
  async book(table) {
    await table.load("t10.h8.h9.i9");
    await table.tab("prepare");
    await table.page.locator("#prepare .hint, #prepare table").first().waitFor();
  },
  async prepare(table) {
    await table.load(fifth);
    await table.tab("prepare");
    await table.press("Search fifth stones");
    await table.page.getByText("The ten offers:").waitFor();
    await table.press("Stop");
  },
  async advice(table) {
    await table.load("t10.h8.h9.i9");
    await table.tab("prepare");
    await table.press("Ask the engine");
    await table.page.getByText("The engine would answer").waitFor();
  },
  async files(table) {
    await table.load(fifth);
    await table.tab("files");
    await table.page.locator(".games li").first().waitFor();
  },
};
for (const language of ["ja", "zh", "cs"]) {
  states[language] = async (table) => {
    await table.load(fifth);
    await table.page.selectOption("#language", language);
    await table.page.waitForFunction((l) => document.documentElement.lang === l, language);
  };
}

async function study(table, line, mode, found) {
  await table.load(line);
  await table.tab("analyse");
  await table.press(mode);
  await table.page.locator(found).first().waitFor();
  await stop(table);
}

async function stop(table) {
  await table.page.waitForTimeout(stage.shots ? 1500 : 0); // to have something to look at
  if ((await table.page.locator("#go").innerText()) === "Stop") await table.page.click("#go");
  await table.page.waitForFunction(() => document.getElementById("go").textContent === "Start");
}

// cut returns the texts that do not fit into what they stand in. The names of players and the
// moves of a line end in an ellipsis where they are too long.
function cut() {
  const list = [];
  for (const e of document.querySelectorAll("#side *, header *, #players *")) {
    if (!e.offsetParent || e.closest(".hidden, svg, select, .moves, textarea") || e.matches(".name")) continue;
    if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0) list.push(`${e.tagName.toLowerCase()} ${e.className} ${e.textContent.slice(0, 40)}`);
  }
  return list;
}

async function look(width, height, theme, axe) {
  const table = await Table.open("", await context({ viewport: { width, height }, colorScheme: theme, bypassCSP: true }));
  let [board, tabs] = [null, null];
  for (const [name, state] of Object.entries(states)) {
    await state(table);
    await table.page.mouse.move(0, 0);
    const where = `${width} px, ${theme}, ${name}`;
    const over = await table.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${where}: ${over} px too wide`);
    assert.deepEqual(await table.page.evaluate(cut), [], `${where}: cut off`);
    await table.page.evaluate(() => scrollTo(0, 0));
    const box = await table.place();
    board ??= box;
    assert.deepEqual(box, board, `${where}: the board has moved`);
    if ((await table.page.getAttribute("html", "lang")) === "en") {
      const top = (await table.page.locator("#tabs").boundingBox()).y;
      tabs ??= top;
      assert.equal(top, tabs, `${where}: what stands below the choices has moved`);
    }
    if (axe) await table.check(where);
    await table.shot(`${name}-${width}-${theme}`);
    await table.tab("play");
  }
  await table.close();
}

const sizes = { phone: [360, 740], tablet: [768, 1024], desktop: [1440, 900] };

export const tests = Object.fromEntries(Object.entries(sizes).map(([name, [width, height]]) => [`all is well to look at on a ${name}`, async () => {
  if (stage.shots) for (const theme of ["light", "dark"]) await look(width, height, theme, true);
  else await look(width, height, name === "phone" ? "dark" : "light", name !== "tablet");
}]));
