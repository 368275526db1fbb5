// Tests of what else the page does: analysis, solving, preparation, files, languages.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Table, scratch } from "./stage.js";

export const tests = {
  async "an analysis starts, shows lines, follows and stops within 100 ms"() {
    const table = await Table.open("#renju15.h8.i9.j8.g9");
    await table.tab("analyse");
    await table.page.click("#go");
    await table.page.locator("#analyse .line").nth(2).waitFor();
    await table.page.locator("#analyse .line").first().hover();
    await table.page.locator(".coming").first().waitFor();
    await table.play("i8");
    await table.page.waitForFunction(() => /depth [4-9]/.test(document.querySelector("#analyse .head")?.textContent));
    // Once is enough, since what else the machine does is not the page's fault.
    const took = [];
    do {
      if (took.length > 0) {
        await table.page.click("#go");
        await table.page.waitForFunction(() => document.querySelector("#analyse .go").textContent === "Stop");
        await table.page.waitForTimeout(300);
      }
      took.push(await table.page.evaluate(() => new Promise((resolve) => {
        const began = performance.now();
        const go = document.querySelector("#analyse .go");
        new MutationObserver(() => {
          if (go.textContent === "Start") resolve(performance.now() - began);
        }).observe(go, { childList: true, subtree: true, characterData: true });
        document.getElementById("go").click();
      })));
    } while (took.at(-1) >= 100 && took.length < 20);
    console.log(`     stop took ${took.map((t) => Math.round(t)).join(", ")} ms`);
    assert.ok(took.at(-1) < 100);
    await table.close();
  },

  async "a heat map, threats and a review show what they find"() {
    const table = await Table.open("#renju15.h8.i9.j8.g9.i8.a1");
    await table.tab("analyse");
    await table.press("Heat map");
    await table.page.locator(".value text").nth(20).waitFor();
    await table.press("Threats");
    await table.page.locator("#analyse .out h3").nth(1).waitFor();
    await table.page.locator(".threat.black").first().waitFor();
    await table.press("Review");
    await table.page.locator(".chart polyline.curve").waitFor();
    await table.page.locator(".chart .blunder").first().waitFor({ state: "attached" }); // a1 lets Black win
    await table.close();
  },

  async "a win is solved and stepped through"() {
    const table = await Table.open("#renju15.e8.l10.h6.k10.g7.m10.n10.i10.j10.j8");
    await table.tab("analyse");
    await table.press("Solve");
    await table.page.getByText(/VC[FT] proved/).waitFor();
    await table.press("To the end");
    assert.ok((await table.page.locator(".coming").count()) > 2);
    await table.close();
  },

  async "the opening is prepared"() {
    const table = await Table.open("#t10.h8.h9.i9.i8");
    await table.tab("prepare");
    await table.page.getByText("D4 Kagetsu").waitFor();
    await table.press("Search fifth stones");
    await table.page.getByText("The ten offers:").waitFor();
    await table.press("Stop");
    await table.press("Offer them");
    await table.page.waitForFunction(() => location.hash.includes("+"));
    await table.close();
  },

  async "files are saved and loaded"() {
    const game = "t10.h8.swap.h9.i9.i8.j10.swap.a1";
    const table = await Table.open(`#${game}`);
    await table.tab("files");
    const save = async (format) => {
      const [download] = await Promise.all([table.page.waitForEvent("download"), table.page.getByRole("link", { name: `.${format}`, exact: true }).click()]);
      const name = join(scratch, `game.${format}`);
      await download.saveAs(name);
      return name;
    };
    for (const format of ["sgf", "psq", "lib", "txt"]) {
      const name = await save(format);
      await table.newly(() => table.page.setInputFiles("#file", name));
      await table.page.waitForFunction((f) => document.querySelector("p.told").textContent.includes(`game.${f}`) || document.querySelector("p.told").textContent.includes("left out"), format);
      assert.equal(await table.line(), format === "sgf" ? game : "renju15.h8.h9.i9.i8.j10.a1");
      await table.page.fill("#position", game);
      await table.newly(() => table.page.click("#open-position"));
      await table.until("swap.a1");
    }
    assert.equal(readFileSync(await save("png")).subarray(1, 4).toString(), "PNG");
    assert.match(readFileSync(await save("svg"), "utf8"), /^<svg/);
    writeFileSync(join(scratch, "bad.sgf"), "(;GM[4]SZ[15];B[zz])");
    table.expectsErrors = true;
    await table.page.setInputFiles("#file", join(scratch, "bad.sgf"));
    await table.page.getByText("off the 15x15 board").waitFor();
    table.expectsErrors = false;
    await table.page.fill("#position", "h8 i9 g7");
    await table.newly(() => table.page.click("#open-position"));
    await table.until("renju15.h8.i9.g7");
    await table.close();
  },

  async "every language is whole, and the page speaks it"() {
    const table = await Table.open("#t10.h8.h9.i9.i8");
    const texts = (code) => table.page.evaluate(async (c) => (await fetch(`lang/${c}.json`)).json(), code);
    const blanks = (text) => text.match(/\{\w+\}/g) ?? [];
    const english = await texts("en");
    for (const code of ["ja", "zh", "cs", "en"]) {
      const own = await texts(code);
      assert.deepEqual(Object.keys(own).sort(), Object.keys(english).sort(), `keys of ${code}`);
      for (const key in own) for (const blank of blanks(own[key])) assert.ok(english[key].includes(blank), `${code}: ${key}: ${blank}`);
      await table.page.selectOption("#language", code);
      await table.page.locator("#choices").getByRole("button", { name: own.swap, exact: true }).waitFor();
      assert.equal(await table.page.getAttribute("html", "lang"), code);
    }
    await table.close();
  },
};
