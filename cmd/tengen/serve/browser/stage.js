// What the tests play on: a server, a browser, and a table, which is a page with what a person
// can do on it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// patience is how long anything may take before it is a fault, in milliseconds: the machine may
// have much else to do.
const patience = 60_000;

export const scratch = mkdtempSync(join(tmpdir(), "tengen-browser-"));

// stage is what all tests share.
export const stage = {
  program: "", // the server's
  shots: "", // folder for screenshots; "": none are made
  address: "",
  browser: null,
  server: null,
};

// serve starts the server.
export async function serve(port = 0) {
  const server = spawn(stage.program, ["serve", "--listen", `127.0.0.1:${port}`, "--data", join(scratch, "games")], { stdio: ["ignore", "pipe", "inherit"] });
  stage.server = server;
  stage.address = await new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (chunk) => {
      text += chunk;
      const found = text.match(/http:\S+/);
      if (found) resolve(found[0]);
    });
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

// crash ends the server as a power cut would.
export async function crash() {
  const ended = new Promise((resolve) => stage.server.once("exit", resolve));
  stage.server.kill("SIGKILL");
  await ended;
}

// Whatever happens, the server does not outlive the tests.
process.on("exit", () => stage.server?.kill("SIGKILL"));
process.once("SIGTERM", () => process.exit(1));

// browse starts the browser. It sees nothing but our own page, and runs as root too.
export async function browse() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  stage.browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage"], timeout: patience });
}

// context is a browser of somebody who has never been here.
export async function context(options = {}) {
  const own = await stage.browser.newContext({ locale: "en", viewport: { width: 1280, height: 900 }, ...options });
  own.setDefaultTimeout(patience);
  return own;
}

// soon waits until what() is true, and returns what it then is.
export async function soon(what, means) {
  const until = performance.now() + patience;
  for (;;) {
    const value = await what();
    if (value) return value;
    assert.ok(performance.now() < until, `it never came: ${means}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

export class Table {
  // open shows the page, for somebody new or within a context.
  static async open(hash = "", within) {
    const table = new Table();
    table.context = within ?? (await context());
    table.page = await table.context.newPage();
    table.faults = [];
    table.page.on("pageerror", (e) => table.faults.push(e.message));
    table.page.on("console", (m) => {
      if (m.type() === "error" && !table.expectsErrors) table.faults.push(m.text());
    });
    await table.page.goto(stage.address + hash);
    await table.page.waitForFunction(() => document.querySelectorAll("#players .player").length === 2);
    return table;
  }

  async close() {
    assert.deepEqual(this.faults, [], "the page reports errors");
    await this.context.close();
  }

  // --- what is there ---

  // view is the game as the server tells it to the page.
  view() {
    return this.page.evaluate(async () => (await fetch(`/api/games/${sessionStorage.getItem("tengen.game")}`)).json());
  }

  line() {
    return this.page.evaluate(() => decodeURIComponent(location.hash.slice(1)));
  }

  status() {
    return this.page.locator("#status").innerText();
  }

  place() {
    return this.page.locator("#board").boundingBox();
  }

  // until waits for a line that ends so.
  async until(end) {
    await this.page.waitForFunction((e) => decodeURIComponent(location.hash).endsWith(e), end);
  }

  // turn waits until the player is to speak and the page shows it, or the game is over.
  turn(player) {
    return soon(async () => {
      const v = await this.view();
      const ready = v.result || (v.turn === player && v.click);
      return ready && (await this.line()) === v.line ? v : null;
    }, `the turn of player ${player}`);
  }

  // --- what a person does ---

  // at is where a point lies on the screen, to which the page scrolls if it must.
  at(name) {
    return this.page.evaluate(([column, row]) => {
      const board = document.querySelector("#board > svg");
      board.scrollIntoView({ block: "nearest" });
      const box = board.getBoundingClientRect();
      const size = board.querySelectorAll(".labels text").length / 2;
      const step = box.width / (size + 1);
      return [box.x + step * (column + 1), box.y + step * (size - row + 1)];
    }, ["abcdefghijklmnopqrstuv".indexOf(name[0]), Number(name.slice(1))]);
  }

  async click(name) {
    await this.page.mouse.click(...(await this.at(name)));
  }

  // play clicks points in turn and waits until each is in the address.
  async play(...names) {
    for (const name of names) {
      await this.click(name);
      await this.until(`.${name}`);
    }
  }

  press(text) {
    return this.page.locator("#choices, #actions, #panels > :not([hidden])").getByRole("button", { name: text, exact: true }).first().click();
  }

  tab(name) {
    return this.page.click(`#tab-${name}`);
  }

  // players says who plays: "person" or the number of a level.
  async players(first, second) {
    await this.tab("play");
    await this.page.selectOption("#who0", String(first));
    await this.page.selectOption("#who1", String(second));
  }

  // newly does what begins another game, and waits until the page shows that.
  async newly(what) {
    const id = () => sessionStorage.getItem("tengen.game");
    const old = await this.page.evaluate(id);
    await what();
    await this.page.waitForFunction((old) => sessionStorage.getItem("tengen.game") !== old, old);
  }

  // game begins one with these players.
  async game(first, second) {
    await this.players(first, second);
    await this.newly(() => this.page.click("#new-game"));
  }

  // load opens a line as a link of this page, which does nothing if it is there already.
  async load(line) {
    if ((await this.line()) === line) return;
    await this.newly(() => this.page.goto(`${stage.address}#${line}`));
    await this.page.waitForFunction((l) => decodeURIComponent(location.hash.slice(1)) === l, line);
  }

  // collect clicks points to offer.
  async collect(points) {
    await this.press("Offer ten");
    await this.page.getByText("0 of 10").waitFor();
    for (const [i, name] of points.entries()) {
      await this.click(name);
      await this.page.getByText(`${i + 1} of 10`).waitFor();
    }
  }

  async offer(points) {
    await this.collect(points);
    await this.press("Offer these (10/10)");
    await this.until(points.join("+"));
  }

  // answer does one of the things that a view allows, and waits until it is done. For a stone or
  // a pick, where names a point.
  async answer(v, what, random, where = null) {
    if (what === "swap") await this.press("Swap");
    else if (what === "offer") {
      await this.press("Offer ten");
      await this.page.getByText("0 of 10").waitFor();
      for (let n = 0; n < 10; n++) {
        const now = await this.view();
        const taken = new Set([...now.moves, ...now.offers, ...now.greyed]);
        await this.click(everyPoint().filter((p) => !taken.has(p))[random(60)]);
        await this.page.getByText(`${n + 1} of 10`).waitFor();
      }
      await this.press("Offer these (10/10)");
    } else {
      const room = v.lit ?? everyPoint().filter((p) => !v.moves.includes(p) && !v.forbidden[p]);
      assert.ok(room.length > 0, `nowhere to click: ${v.line}`);
      await this.click(where ?? (room.length === 1 ? room[0] : room[random(room.length)]));
    }
    await this.page.waitForFunction((old) => decodeURIComponent(location.hash.slice(1)) !== old, v.line);
  }

  // playOut plays one side at random, to the end of the game.
  async playOut(player, random) {
    for (;;) {
      const v = await this.turn(player);
      if (v.result) {
        assert.match(await this.status(), /wins|draw/);
        await this.page.locator("#choices").getByRole("button", { name: "New game" }).waitFor();
        return v;
      }
      const choices = v.may.filter((m) => ["place", "swap", "offer", "pick"].includes(m));
      await this.answer(v, choices[random(choices.length)], random);
    }
  }

  // win lets Black make five on the first row, where persons play both sides of a game whose
  // opening is over.
  async win() {
    const view = await this.view();
    const white = ["a15", "c15", "e15", "g15", "i15", "k15"];
    const black = ["b1", "c1", "d1", "e1", "f1"];
    const row = view.toMove === "white" ? [white.shift()] : [];
    while (black.length > 0) row.push(black.shift(), ...(black.length > 0 ? [white.shift()] : []));
    await this.play(...row);
    assert.match(await this.status(), /Black wins with five/);
    assert.equal(await this.page.locator(".stone.won").count(), 5);
  }

  // --- what is looked at ---

  async shot(name) {
    if (stage.shots) await this.page.screenshot({ path: join(stage.shots, `${name}.png`), fullPage: true });
  }

  // check lets axe-core look at the page, whose context must bypass its policy.
  async check(where) {
    await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
    const serious = violations.filter((v) => v.impact === "serious" || v.impact === "critical");
    assert.deepEqual(serious.map((v) => `${where}: ${v.id}: ${v.nodes[0].html.slice(0, 120)}`), []);
  }
}

// ten are points to offer after h8 h9 i9 i8.
export const ten = ["i10", "h10", "g10", "j10", "j11", "i11", "h11", "g11", "j12", "i12"];

export function everyPoint() {
  const points = [];
  for (let y = 1; y <= 15; y++) for (const x of "abcdefghijklmno") points.push(x + y);
  return points;
}

// dice returns a source of numbers from 0 to n-1 that is the same each time.
export function dice(seed) {
  return (n) => (seed = (seed * 48271) % 2147483647) % n;
}
