// Plays from the page of "tengen serve" in a headless Chromium, and fails with one line for
// each thing that is not as it should be.
//
//   npm install && node run.js [--shots FOLDER] [--only TEXT] [TENGEN]
//
// TENGEN is the program; without it, it is built. CHROMIUM names the browser if it is not
// /usr/bin/chromium.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../../..");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const scratch = mkdtempSync(join(tmpdir(), "tengen-browser-"));

const options = {};
const rest = [];
for (let args = process.argv.slice(2); args.length > 0; ) {
  const arg = args.shift();
  if (arg.startsWith("--")) options[arg.slice(2)] = args.shift();
  else rest.push(arg);
}
const shots = options.shots ?? join(scratch, "shots");
mkdirSync(shots, { recursive: true });
const program = rest[0] ?? build();

function build() {
  const out = join(scratch, "tengen");
  execFileSync("go", ["build", "-o", out, "./cmd/tengen"], { cwd: root, stdio: "inherit" });
  return out;
}

// --- the server ---

const data = join(scratch, "games");
let server, address;
process.on("exit", () => server?.kill("SIGKILL")); // whatever has happened

async function serve(port = 0) {
  server = spawn(program, ["serve", "--listen", `127.0.0.1:${port}`, "--data", data], { stdio: ["ignore", "pipe", "inherit"] });
  address = await new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (chunk) => {
      text += chunk;
      const found = text.match(/http:\S+/);
      if (found) resolve(found[0]);
    });
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

// --- a page, and what can be done on it ---

let browser;

class Table {
  static async open(hash = "", { width = 1280, height = 900, context } = {}) {
    const own = context ?? (await browser.newContext({ viewport: { width, height }, locale: "en" }));
    const table = new Table();
    table.context = own;
    table.page = await own.newPage();
    table.faults = [];
    table.page.on("pageerror", (e) => table.faults.push(e.message));
    table.page.on("console", (m) => {
      if (m.type() === "error" && !table.expectsErrors) table.faults.push(m.text());
    });
    await table.page.goto(address + hash);
    await table.page.waitForFunction(() => document.querySelectorAll("#players .player").length === 2);
    return table;
  }

  async close() {
    assert.deepEqual(this.faults, [], "the page reports errors");
    await this.context.close();
  }

  // view is the game as the page's server tells it.
  view() {
    return this.page.evaluate(async () => (await fetch(`/api/games/${sessionStorage.getItem("tengen.game")}`)).json());
  }

  line() {
    return this.page.evaluate(() => decodeURIComponent(location.hash.slice(1)));
  }

  // at is where a point lies on the screen.
  async at(name) {
    const size = Number((await this.page.locator(".labels text").count()) / 2);
    const box = await this.page.locator("#board > svg").boundingBox();
    const step = box.width / (size + 1);
    const x = "abcdefghijklmnopqrstuv".indexOf(name[0]);
    return [box.x + step * (x + 1), box.y + step * (size - Number(name.slice(1)) + 1)];
  }

  async click(name) {
    const before = await this.page.locator("#board").innerHTML();
    await this.page.mouse.click(...(await this.at(name)));
    await this.page.waitForFunction((old) => document.getElementById("board").innerHTML !== old, before);
  }

  // play clicks points in turn and waits until each is in the address.
  async play(...names) {
    for (const name of names) {
      await this.page.mouse.click(...(await this.at(name)));
      await this.page.waitForFunction((end) => location.hash.endsWith(`.${end}`), name);
    }
  }

  press(text) {
    return this.page.locator("#choices, #actions, #panels > :not([hidden])").getByRole("button", { name: text, exact: true }).first().click();
  }

  async until(end) {
    await this.page.waitForFunction((e) => decodeURIComponent(location.hash).endsWith(e), end, { timeout: 30_000 });
  }

  status() {
    return this.page.locator("#status").innerText();
  }

  // game begins one with these players: "person" or the number of a level.
  async game(first, second, kind = "t10") {
    await this.page.click("#tab-play");
    await this.page.selectOption("#play form .row select", kind);
    await this.page.selectOption("#who0", String(first));
    await this.page.selectOption("#who1", String(second));
    const id = () => sessionStorage.getItem("tengen.game");
    const old = await this.page.evaluate(id);
    await this.page.click("#new-game");
    await this.page.waitForFunction((old) => sessionStorage.getItem("tengen.game") !== old, old);
  }

  async offer(points) {
    await this.press("Offer ten");
    for (const [i, name] of points.entries()) {
      await this.click(name);
      await this.page.getByText(`${i + 1} of 10`).waitFor();
    }
    await this.press("Offer these (10/10)");
  }

  // win lets Black make five on the first row, from a game whose opening is over.
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

  shot(name) {
    return this.page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
  }

  // check lets axe-core look at the page.
  async check(where) {
    await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate(() => axe.run());
    const serious = violations.filter((v) => v.impact === "serious" || v.impact === "critical");
    assert.deepEqual(serious.map((v) => `${where}: ${v.id}: ${v.nodes[0].html.slice(0, 120)}`), []);
  }
}

const ten = ["i10", "h10", "g10", "j10", "j11", "i11", "h11", "g11", "j12", "i12"];

// --- the tests ---

const tests = {
  async "the first stone takes one click, and the page little"() {
    const context = await browser.newContext();
    const page = await context.newPage();
    const sizes = [];
    const foreign = [];
    page.on("requestfinished", (r) => sizes.push(r.sizes().then((s) => s.responseHeadersSize + s.responseBodySize, () => 0)));
    page.on("request", (r) => r.url().startsWith(address) || foreign.push(r.url()));
    const began = performance.now();
    await page.goto(address);
    await page.getByRole("button", { name: "Place on h8" }).click();
    await page.locator('.stone[data-point="h8"]').waitFor();
    const bytes = (await Promise.all(sizes)).reduce((a, b) => a + b, 0);
    console.log(`    first stone ${Math.round(performance.now() - began)} ms after the address, ${sizes.length} requests, ${bytes} bytes`);
    assert.ok(bytes < 300 * 1024);
    assert.deepEqual(foreign, []);
    await context.close();
  },

  async "every branch of the opening, to the end of a game"() {
    const branches = [
      ["h8", "h9", "i9", "i8", "j10", "a8"],
      ["h8", "Swap", "h9", "i9", "i8", "j10", "a8"],
      ["h8", "h9", "Swap", "i9", "i8", "j10", "a8"],
      ["h8", "h9", "i9", "Swap", "i8", "j10", "a8"],
      ["h8", "h9", "i9", "i8", "Swap", "j10", "a8"],
      ["h8", "h9", "i9", "i8", "j10", "Swap", "a8"],
      ["h8", "Swap", "h9", "Swap", "i9", "Swap", "i8", "Swap", "j10", "Swap", "a8"],
      ["h8", "h9", "i9", "i8", ten, "g10", "a8"],
      ["h8", "Swap", "h9", "i9", "i8", ten, "i12", "a8"],
    ];
    const table = await Table.open();
    const box = await table.page.locator("#board").boundingBox();
    for (const branch of branches) {
      await table.game("person", "person");
      for (const step of branch) {
        if (Array.isArray(step)) await table.offer(step);
        else if (step === "Swap") {
          await table.press("Swap");
          await table.until("swap");
          assert.equal(await table.page.locator("#choices").getByText("Swap").count(), 0, "a second swap is on offer");
        } else await table.play(step);
        const now = await table.page.locator("#board").boundingBox();
        assert.deepEqual([now.x, now.y, now.width], [box.x, box.y, box.width], `the board has moved after ${step}`);
      }
      await table.win();
    }
    await table.close();
  },

  async "the square is lit, the options are explained, symmetric offers are greyed"() {
    const table = await Table.open("#t10.h8.h9.i9.i8");
    assert.equal(await table.page.locator(".lit .square").count(), 1);
    assert.equal(await table.page.locator(".option").count(), 2);
    await table.shot("fifth-1280");
    await table.press("Offer ten");
    await table.click("i10");
    await table.page.getByText("1 of 10").waitFor();
    assert.ok((await table.page.locator(".greyed").count()) > 0);
    await table.click("h11");
    await table.page.getByText("2 of 10").waitFor();
    await table.shot("offers-1280");
    // A click on an offer takes it away, unless it is the second of a double click.
    await table.page.waitForTimeout(350);
    await table.click("h11");
    await table.page.getByText("1 of 10").waitFor();
    await table.press("Cancel");
    await table.page.locator(".lit .square").waitFor();
    await table.close();
  },

  async "a person plays the engine from both sides, at random, to the end"() {
    for (const side of [0, 1]) {
      const table = await Table.open();
      await table.game(...(side === 0 ? ["person", 0] : [0, "person"]));
      let seed = 7 + side;
      const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
      for (;;) {
        await table.page.waitForFunction(async (side) => {
          const v = await (await fetch(`/api/games/${sessionStorage.getItem("tengen.game")}`)).json();
          return (v.result || (v.turn === side && v.click)) && decodeURIComponent(location.hash.slice(1)) === v.line;
        }, side, { timeout: 60_000, polling: 50 });
        const v = await table.view();
        if (v.result) break;
        const choices = v.may.filter((m) => ["place", "swap", "offer", "pick"].includes(m));
        const choice = choices[random(choices.length)];
        if (choice === "swap") await table.press("Swap");
        else if (choice === "offer") {
          await table.press("Offer ten");
          await table.page.getByText("0 of 10").waitFor();
          for (let n = 0; n < 10; n++) {
            const now = await table.view();
            const taken = new Set([...now.moves, ...now.offers, ...now.greyed]);
            const name = everyPoint(15).filter((p) => !taken.has(p))[random(60)];
            await table.click(name);
            await table.page.getByText(`${n + 1} of 10`).waitFor();
          }
          await table.press("Offer these (10/10)");
        } else {
          const near = v.lit ?? everyPoint(15).filter((p) => !v.moves.includes(p) && !v.forbidden[p]);
          assert.ok(near.length > 0, `nowhere to click: ${JSON.stringify(v)}`);
          await table.page.mouse.click(...(await table.at(near[random(near.length)])));
        }
        await table.page.waitForFunction((old) => decodeURIComponent(location.hash.slice(1)) !== old, v.line);
      }
      assert.match(await table.status(), /wins|draw/);
      await table.shot(`engine-${side}`);
      await table.close();
    }
  },

  async "engine against engine goes by itself, and pauses"() {
    const table = await Table.open();
    await table.game(5, 5);
    await table.page.waitForFunction(() => document.querySelectorAll(".stone").length > 2, null, { timeout: 60_000 });
    await table.page.locator("#actions").getByText("Pause").click();
    await table.page.locator("#actions").getByText("Continue").waitFor();
    const line = await table.line();
    await table.page.waitForTimeout(400);
    assert.equal(await table.line(), line);
    await table.close();
  },

  async "a foul ends the game with its reason and stones"() {
    const table = await Table.open("#renju15.h8.a1.i8.o15.j9.a15.j10.o1");
    assert.equal(await table.page.locator('.forbidden[data-point="j8"]').count(), 1);
    await table.play("j8");
    assert.match(await table.status(), /White wins: Black’s last stone is a foul \(double-three\)/);
    assert.equal(await table.page.locator(".stone.won").count(), 5);
    await table.shot("foul");
    await table.close();
  },

  async "undo and redo in the opening"() {
    const table = await Table.open();
    await table.game("person", "person");
    await table.play("h8");
    await table.press("Swap");
    await table.until("swap");
    await table.play("h9");
    await table.press("Undo");
    await table.until("swap");
    await table.page.keyboard.press("u");
    await table.until("h8");
    await table.page.locator("#choices").getByText("Swap").waitFor();
    await table.page.keyboard.press("r");
    await table.until("swap");
    await table.close();
  },

  async "a link opens the whole game on a second page"() {
    const first = await Table.open();
    await first.game("person", "person");
    await first.play("h8");
    await first.press("Swap");
    await first.until("swap");
    await first.play("h9", "i9");
    const second = await Table.open(`#${await first.line()}`);
    assert.equal(await second.line(), "t10.h8.swap.h9.i9");
    assert.equal(await second.page.locator(".stone").count(), 3);
    await second.play("g10"); // another game than the first from now on
    assert.equal(await first.line(), "t10.h8.swap.h9.i9");
    // The same tab comes back to its game.
    await first.page.reload();
    await first.page.locator(".stone").nth(2).waitFor();
    assert.equal((await first.view()).steps.length, 4);
    await first.page.goto(`${address}#t10.nonsense`);
    await first.page.waitForFunction(() => document.getElementById("error").textContent !== "");
    first.faults = [];
    await first.close();
    await second.close();
  },

  async "an analysis starts, shows lines, follows and stops within 100 ms"() {
    const table = await Table.open("#renju15.h8.i9.j8.g9");
    await table.page.click("#tab-analyse");
    await table.page.click("#go");
    await table.page.locator("#analyse .line").nth(2).waitFor();
    await table.page.locator("#analyse .line").first().hover();
    await table.page.locator(".coming").first().waitFor();
    await table.shot("analyse-1280");
    await table.play("i8");
    await table.page.waitForFunction(() => /depth [4-9]/.test(document.querySelector("#analyse .head")?.textContent), null, { timeout: 20_000 });
    const took = [];
    for (let i = 0; i < 3; i++) {
      took.push(await table.page.evaluate(() => new Promise((resolve) => {
        const began = performance.now();
        const go = document.querySelector("#analyse .go");
        new MutationObserver(() => {
          if (go.textContent === "Start") resolve(performance.now() - began);
        }).observe(go, { childList: true, subtree: true, characterData: true });
        document.getElementById("go").click();
      })));
      if (i < 2) {
        await table.page.click("#go");
        await table.page.waitForFunction(() => document.querySelector("#analyse .go").textContent === "Stop");
        await table.page.waitForTimeout(300);
      }
    }
    console.log(`    stop took ${took.map((t) => Math.round(t)).join(", ")} ms`);
    assert.ok(Math.min(...took) < 100);
    for (const mode of ["Heat map", "Threats", "Review"]) {
      await table.press(mode);
      await table.page.waitForTimeout(700);
      await table.shot(`analyse-${mode.split(" ")[0].toLowerCase()}`);
    }
    await table.close();
  },

  async "a win is solved and stepped through"() {
    const table = await Table.open("#renju15.e8.l10.h6.k10.g7.m10.n10.i10.j10.j8");
    await table.page.click("#tab-analyse");
    await table.press("Solve");
    await table.page.getByText(/VC[FT] proved/).waitFor({ timeout: 30_000 });
    await table.press("To the end");
    assert.ok((await table.page.locator(".coming").count()) > 2);
    await table.shot("solve");
    await table.close();
  },

  async "the opening is prepared"() {
    const table = await Table.open("#t10.h8.h9.i9.i8");
    await table.page.click("#tab-prepare");
    await table.page.getByText("D4 Kagetsu").waitFor();
    await table.press("Search fifth stones");
    await table.page.getByText("The ten offers:").waitFor({ timeout: 60_000 });
    await table.shot("prepare-1280");
    await table.press("Stop");
    await table.press("Offer them");
    await table.page.waitForFunction(() => location.hash.includes("+"));
    await table.close();
  },

  async "files are saved and loaded"() {
    const table = await Table.open("#t10.h8.swap.h9.i9.i8.j10.swap.a1");
    await table.page.click("#tab-files");
    for (const format of ["sgf", "psq", "lib", "txt", "png", "svg"]) {
      const [download] = await Promise.all([table.page.waitForEvent("download"), table.page.getByRole("link", { name: `.${format}`, exact: true }).click()]);
      const name = join(scratch, `game.${format}`);
      await download.saveAs(name);
      if (format === "png" || format === "svg") continue;
      await table.page.setInputFiles("#file", name);
      await table.page.waitForFunction((f) => document.querySelector("p.told").textContent.includes(`game.${f}`) || document.querySelector("p.told").textContent.includes("left out"), format);
      const want = format === "sgf" ? "t10.h8.swap.h9.i9.i8.j10.swap.a1" : "renju15.h8.h9.i9.i8.j10.a1";
      assert.equal(await table.line(), want);
      await table.page.fill("#position", "t10.h8.swap.h9.i9.i8.j10.swap.a1");
      await table.page.click("#open-position");
      await table.until("swap.a1");
    }
    writeFileSync(join(scratch, "bad.sgf"), "(;GM[4]SZ[15];B[zz])");
    table.expectsErrors = true;
    await table.page.setInputFiles("#file", join(scratch, "bad.sgf"));
    await table.page.getByText("off the 15x15 board").waitFor();
    table.expectsErrors = false;
    await table.page.fill("#position", "h8 i9 g7");
    await table.page.click("#open-position");
    await table.until("renju15.h8.i9.g7");
    await table.shot("files-1280");
    await table.close();
  },

  async "the keyboard alone plays a game"() {
    const table = await Table.open("#renju15");
    const { keyboard } = table.page;
    // From the centre: Black goes left along a row, White along the row above.
    await keyboard.press("ArrowUp"); // shows the cursor, on the centre
    const stone = async (n) => {
      await keyboard.press(" ");
      await table.page.waitForFunction((n) => document.querySelectorAll(".stone:not(.coming)").length === n, n);
    };
    for (let i = 0; i < 5; i++) {
      await stone(2 * i + 1);
      if (i === 4) break;
      await keyboard.press("ArrowUp");
      if (i % 2) await keyboard.press("ArrowUp"); // no row for White
      await stone(2 * i + 2);
      await keyboard.press("ArrowDown");
      if (i % 2) await keyboard.press("ArrowDown");
      await keyboard.press("ArrowLeft");
    }
    assert.match(await table.status(), /Black wins with five/);
    await keyboard.press("n");
    await table.page.waitForFunction(() => location.hash === "#t10");
    await keyboard.press("Tab");
    assert.notEqual(await table.page.evaluate(() => document.activeElement.tagName), "BODY");
    await table.close();
  },

  async "axe-core finds no serious fault"() {
    for (const theme of ["light", "dark"]) {
      const context = await browser.newContext({ colorScheme: theme, locale: "en", bypassCSP: true });
      const table = await Table.open("#t10.h8.h9.i9.i8", { context });
      for (const tab of ["play", "analyse", "prepare", "files"]) {
        await table.page.click(`#tab-${tab}`);
        if (tab === "analyse") {
          await table.page.click("#go");
          await table.page.locator("#analyse .line").first().waitFor();
          await table.page.click("#go");
        }
        await table.check(`${theme}, ${tab}`);
      }
      await table.close();
    }
  },

  async "a lost server is waited for, and the game goes on"() {
    const table = await Table.open();
    await table.game("person", "person");
    await table.play("h8", "h9");
    table.expectsErrors = true;
    const port = Number(new URL(address).port);
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await ended;
    await table.page.getByText("No connection").waitFor({ timeout: 10_000 });
    await serve(port);
    await table.page.waitForFunction(() => document.getElementById("connection").textContent === "", null, { timeout: 20_000 });
    await table.play("i9");
    assert.equal(await table.line(), "t10.h8.h9.i9");
    table.faults = [];
    const fresh = await Table.open();
    await fresh.page.getByRole("button", { name: /Go on with the last game/ }).click();
    await fresh.until("t10.h8.h9.i9");
    await fresh.close();
    await table.close();
  },

  async "every language is whole"() {
    const table = await Table.open("#t10.h8.h9.i9.i8");
    for (const [code, word] of [["ja", "交代"], ["zh", "交换"], ["cs", "Vyměnit"], ["en", "Swap"]]) {
      await table.page.selectOption("#language", code);
      await table.page.getByText(word, { exact: true }).first().waitFor();
      await table.shot(`language-${code}`);
    }
    await table.close();
  },

  async "it fits on a phone, a tablet and a desktop"() {
    for (const [width, height] of [[360, 740], [768, 1024], [1440, 900]]) {
      for (const theme of ["light", "dark"]) {
        const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale: "en" });
        const table = await Table.open("#renju15.h8.i9.j8.g9.i8.g8.i7.g6.g10.h9.f9.e9.h10.h11", { context });
        for (const tab of ["play", "analyse", "prepare", "files"]) {
          await table.page.click(`#tab-${tab}`);
          if (tab === "analyse") {
            await table.page.click("#go");
            await table.page.locator("#analyse .line").first().waitFor();
            await table.page.click("#go");
          }
          const over = await table.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(over <= 0, `at ${width} px ${tab} is ${over} px too wide`);
          await table.shot(`${width}-${theme}-${tab}`);
        }
        await table.close();
      }
    }
  },
};

function everyPoint(size) {
  const points = [];
  for (let y = 1; y <= size; y++) for (const x of "abcdefghijklmnopqrstuv".slice(0, size)) points.push(x + y);
  return points;
}

let failed = 0;
try {
  await serve();
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  for (const [name, test] of Object.entries(tests)) {
    if (options.only && !name.includes(options.only)) continue;
    const began = performance.now();
    try {
      await test();
      console.log(`ok   ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    } catch (e) {
      failed++;
      console.log(`FAIL ${name}: ${e.stack.split("\n").slice(0, 6).join("\n     ")}`);
      for (const context of browser.contexts()) {
        for (const page of context.pages()) await page.screenshot({ path: join(shots, `fail-${failed}.png`) }).catch(() => {});
        await context.close().catch(() => {});
      }
    }
  }
} finally {
  await browser?.close();
  server.removeAllListeners("exit");
  server.kill("SIGTERM");
  if (!options.shots) rmSync(scratch, { recursive: true, force: true });
}
console.log(failed ? `${failed} failed; screenshots in ${shots}` : "all is well");
process.exit(failed ? 1 : 0);
