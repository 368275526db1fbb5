// Tests of games: how they begin, end and go on, from the mouse and from the keyboard.

import assert from "node:assert/strict";
import { Table, context, crash, serve, stage, ten } from "./stage.js";

export const tests = {
  async "the first stone takes one click, and the page little"() {
    const own = await context();
    const page = await own.newPage();
    const sizes = [];
    const foreign = [];
    page.on("requestfinished", (r) => sizes.push(r.sizes().then((s) => s.responseHeadersSize + s.responseBodySize, () => 0)));
    page.on("request", (r) => r.url().startsWith(stage.address) || foreign.push(r.url()));
    const began = performance.now();
    await page.goto(stage.address);
    await page.getByRole("button", { name: "Place on h8" }).click();
    await page.locator('.stone[data-point="h8"]').waitFor();
    const bytes = (await Promise.all(sizes)).reduce((a, b) => a + b, 0);
    console.log(`     first stone ${Math.round(performance.now() - began)} ms after the address, ${sizes.length} requests, ${bytes} bytes`);
    assert.ok(bytes < 300 * 1024);
    assert.deepEqual(foreign, []);
    await own.close();
  },

  async "engine against engine goes by itself, and pauses"() {
    const table = await Table.open();
    await table.game(5, 5);
    await table.page.waitForFunction(() => document.querySelectorAll(".stone").length > 2);
    await table.press("Pause");
    await table.page.locator("#actions").getByText("Continue").waitFor();
    const line = await table.line();
    await table.page.waitForTimeout(400);
    assert.equal(await table.line(), line);
    await table.close();
  },

  async "a foul ends the game with its reason and stones"() {
    const fouls = [
      ["#renju15.h8.a1.i8.o15.j9.a15.j10.o1", "j8", "double-three", 5],
      ["#renju15.h8.a1.i8.a3.j8.a5.k9.a7.k10.a9.k11.a11", "k8", "double-four", 7],
      ["#renju15.e8.a1.f8.a3.g8.a5.i8.a7.j8.a9", "h8", "overline", 6],
    ];
    for (const [line, point, kind, stones] of fouls) {
      const table = await Table.open(line);
      assert.equal(await table.page.locator(`.forbidden[data-point="${point}"]`).count(), 1);
      await table.play(point);
      assert.ok((await table.status()).includes(`White wins: Black’s last stone is a foul (${kind})`), await table.status());
      assert.equal(await table.page.locator(".stone.won").count(), stones);
      await table.close();
    }
  },

  async "a game is resigned, once that is confirmed"() {
    const table = await Table.open("#t10.h8.h9.i9");
    table.page.once("dialog", (d) => d.dismiss());
    await table.press("Resign");
    assert.equal((await table.view()).result, null);
    table.page.once("dialog", (d) => d.accept());
    await table.press("Resign");
    await table.page.getByText("resigns").waitFor();
    await table.close();
  },

  async "the page stays where it is while a game goes on"() {
    const table = await Table.open("#renju15.h8.i5.h9.g5.h7.g6.i9.i11.j7.e10.k8.e6.k5.f9.j5.j9.j8.h11", await context({ viewport: { width: 360, height: 480 } }));
    await table.play("a1", "o15", "a3", "o13");
    await table.page.locator(".step.now").getByText("22 o13").waitFor();
    assert.equal(await table.page.evaluate(() => scrollY), 0);
    const [list, now] = [await table.page.locator(".steps").boundingBox(), await table.page.locator(".step.now").boundingBox()];
    assert.ok(now.y >= list.y && now.y + now.height <= list.y + list.height, "the last step is to be seen in its list");
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
    first.expectsErrors = true;
    await first.page.goto(`${stage.address}#t10.nonsense`);
    await first.page.waitForFunction(() => document.getElementById("error").textContent !== "");
    await first.close();
    await second.close();
  },

  async "a lost server is waited for, and the game goes on"() {
    const table = await Table.open();
    await table.game("person", "person");
    await table.play("h8", "h9");
    table.expectsErrors = true;
    const port = Number(new URL(stage.address).port);
    await crash();
    await table.page.getByText("No connection").waitFor();
    await serve(port);
    await table.page.waitForFunction(() => document.getElementById("connection").textContent === "");
    await table.play("i9");
    assert.equal(await table.line(), "t10.h8.h9.i9");
    const fresh = await Table.open();
    await fresh.page.getByRole("button", { name: /Go on with the last game/ }).click();
    await fresh.until("t10.h8.h9.i9");
    await fresh.close();
    await table.close();
  },

  async "the keyboard alone plays a whole game"() {
    const table = await Table.open();
    const { keyboard } = table.page;
    await tabTo(table, "#who1");
    await keyboard.press("Home"); // the first of the list is a person
    await tabTo(table, "#new-game", "Shift+Tab");
    await table.newly(() => keyboard.press("Enter"));
    await tabTo(table, "#board", "Shift+Tab");

    let cursor = "h8"; // where it appears
    await keyboard.press("ArrowUp");
    const play = async (name) => {
      const way = (from, to, less, more) => Array.from({ length: Math.abs(to - from) }, () => (to > from ? more : less));
      const keys = [
        ...way(cursor.charCodeAt(0), name.charCodeAt(0), "ArrowLeft", "ArrowRight"),
        ...way(Number(cursor.slice(1)), Number(name.slice(1)), "ArrowDown", "ArrowUp"),
      ];
      for (const key of keys) await keyboard.press(key);
      assert.match(await table.page.locator("#cursor").innerText(), new RegExp(`^${name},`));
      await keyboard.press(" ");
      cursor = name;
    };
    const stones = async (...names) => {
      for (const name of names) {
        await play(name);
        await table.until(`.${name}`);
      }
    };
    await stones("h8");
    await keyboard.press("s");
    await table.until("swap");
    await stones("h9", "i9", "i8");
    await keyboard.press("o");
    await table.page.getByText("0 of 10").waitFor();
    for (const [i, name] of ten.entries()) {
      await play(name);
      await table.page.getByText(`${i + 1} of 10`).waitFor();
    }
    await keyboard.press("o");
    await table.until(ten.join("+"));
    await stones("j10", "g9"); // a pick and stone 6
    await keyboard.press("u");
    await table.page.getByText("Stone 5 is j10").waitFor();
    await stones("g9");
    await stones("f7", "f6", "g7", "g6", "h7", "h6", "i7", "i6", "e7"); // five in a row
    assert.match(await table.status(), /Black wins with five/);

    // Its way through the tabs, and an analysis.
    await tabTo(table, "#tab-play");
    await keyboard.press("ArrowRight");
    await keyboard.press("u");
    assert.equal(await table.page.evaluate(() => document.activeElement.id), "tab-analyse");
    await tabTo(table, '[data-key="undo"]', "Shift+Tab");
    await keyboard.press("Enter");
    await table.until("i6");
    await keyboard.press("a");
    await table.page.locator("#analyse .line").first().waitFor();
    await keyboard.press("a");
    await table.page.waitForFunction(() => document.querySelector("#analyse .go").textContent === "Start");
    await table.newly(() => keyboard.press("n"));
    await table.until("#t10");
    await table.close();
  },
};

// tabTo presses a key until the focus is where it should be.
async function tabTo(table, selector, key = "Tab") {
  for (let i = 0; i < 80; i++) {
    if (await table.page.evaluate((s) => document.activeElement.matches(s), selector)) return;
    await table.page.keyboard.press(key);
  }
  assert.fail(`${key} does not lead to ${selector}`);
}
