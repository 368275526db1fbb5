// Tests of the opening: every branch of Taraguchi-10, from both sides, to the end of a game.

import assert from "node:assert/strict";
import { Table, dice, ten } from "./stage.js";

const stones = ["h8", "h9", "i9", "i8", "j10"];

// Where an answer to the first n stones is due. If flipped, the first stone was swapped, so that
// the players have changed places.
const line = (n, flipped) => ["t10", stones[0], ...(flipped ? ["swap"] : []), ...stones.slice(1, n)].join(".");
const other = (player) => 1 - player;
const answerer = (n, flipped) => (flipped ? other(n % 2) : n % 2);

// branches are all the answers that a person can give, as either player.
function branches(player) {
  const list = [];
  for (let n = 1; n <= 5; n++) {
    for (const flipped of [false, true]) {
      if (answerer(n, flipped) !== player || (n === 1 && flipped)) continue;
      list.push([line(n, flipped), "swap"], [line(n, flipped), "place"]);
      if (n === 4) list.push([line(n, flipped), "offer"]);
    }
  }
  const flipped = player === 0; // White picks, whom the second player is without a swap
  list.push([`${line(4, flipped)}.${ten.join("+")}`, "pick"]);
  return list;
}

// against does a branch against the engine, and plays on to the end. It returns the colour that
// the person ended with.
async function against(table, player, from, what, random) {
  await table.load(from);
  await table.players(...(player === 0 ? ["person", 2] : [2, "person"]));
  await table.page.click("#use-now");
  const before = await table.turn(player);
  assert.equal(before.line, from, "the person is to answer");
  assert.ok(before.may.includes(what), `${from}: no ${what} among ${before.may}`);
  const point = { place: "k11", pick: ten[random(10)] }[what] ?? null;
  await table.answer(before, what, random, before.lit && !before.lit.includes(point) ? null : point);
  let after = await table.turn(player);
  switch (what) {
    case "swap":
      assert.equal(after.steps[before.done].kind, "swap");
      break;
    case "place":
      assert.equal(after.moves.length > before.moves.length, true);
      break;
    case "offer": // the engine has picked and placed stone 6
      assert.ok(after.steps[before.done].say.split("+").includes(after.moves[4]), "the engine picks one of the ten");
      assert.ok(after.moves.length >= 6);
      assert.equal(after.black, player, "who offers ten holds Black");
      break;
    case "pick":
      assert.equal(after.picked, point);
      assert.match(await table.status(), new RegExp(`Stone 5 is ${point}`));
      assert.equal(after.black, other(player), "who picks holds White");
      await table.answer(after, "place", random);
      after = await table.turn(player);
      assert.equal(after.moves[4], point);
      break;
  }
  const end = await table.playOut(player, random);
  return end.black === player ? "black" : "white";
}

export const tests = {
  async "every branch of the opening by two persons, to the end of a game"() {
    const scripts = [
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
    const box = await table.place();
    for (const script of scripts) {
      await table.game("person", "person");
      for (const step of script) {
        const before = await table.view();
        if (Array.isArray(step)) await table.offer(step);
        else if (step === "Swap") {
          await table.press("Swap");
          await table.until("swap");
          assert.equal((await table.view()).black, other(before.black), "a swap changes the colours");
          assert.equal(await table.page.locator("#choices").getByText("Swap").count(), 0, "a second swap is on offer");
        } else await table.play(step);
        const now = await table.place();
        assert.deepEqual([now.x, now.y, now.width], [box.x, box.y, box.width], `the board has moved after ${step}`);
      }
      await table.win();
    }
    await table.close();
  },

  async "every branch as the first player against the engine, to the end"() {
    await everyBranch(0);
  },

  async "every branch as the second player against the engine, to the end"() {
    await everyBranch(1);
  },

  async "a whole game against the engine from the first stone, as either player"() {
    for (const player of [0, 1]) {
      const table = await Table.open();
      await table.game(...(player === 0 ? ["person", 0] : [0, "person"]));
      await table.playOut(player, dice(7 + player));
      await table.close();
    }
  },

  // What it chooses is its own affair, but in one of so many openings it does each of them.
  async "the engine swaps, places and offers, and the page shows it"() {
    const table = await Table.open();
    const seen = new Set();
    search: for (const fourth of ["f6", "i8", "g9", "g10"]) {
      for (const third of ["i9", "j9", "i10", "i6", "g7"]) {
        await table.load(`t10.h8.h9.${third}.${fourth}`);
        await table.players(2, "person");
        await table.page.click("#use-now");
        const v = await table.turn(1);
        const did = v.steps[4].kind;
        if (seen.has(did)) continue;
        seen.add(did);
        if (did === "offer") {
          assert.match(await table.status(), /White picks one of the ten/);
          assert.equal(await table.page.locator(".offer").count(), 10);
          await table.play(v.offers[3]);
          await table.answer(await table.turn(1), "place", dice(3));
          assert.equal((await table.turn(1)).moves[4], v.offers[3]);
        } else {
          assert.match(await table.status(), did === "swap" ? /Stone 5, Black/ : /Stone 6, White/);
          assert.equal(await table.page.locator(".step").count(), 5);
        }
        if (seen.has("swap") && seen.has("offer")) break search;
      }
    }
    assert.ok(seen.has("swap") && seen.has("offer"), [...seen].join());

    // Once the fourth stone was swapped for, the engine must place the fifth.
    await table.load("t10.h8.h9.i9.i8.swap");
    await table.players("person", 2);
    await table.page.click("#use-now");
    assert.equal((await table.turn(0)).steps[5].kind, "stone");
    assert.match(await table.status(), /Stone 6, White/);
    await table.close();
  },

  async "the square is lit, the options are explained, symmetric offers are greyed"() {
    const table = await Table.open("#t10.h8.h9.i9.i8");
    assert.equal(await table.page.locator(".lit .square").count(), 1);
    assert.equal(await table.page.locator(".option").count(), 2);
    await table.collect(["i10"]);
    assert.ok((await table.page.locator(".greyed").count()) > 0);
    const grey = await table.page.locator(".greyed").first().getAttribute("data-point");
    await table.click("h11");
    await table.page.getByText("2 of 10").waitFor();
    table.expectsErrors = true; // the server says no
    await table.click(grey);
    await table.page.locator("#error").getByText("symmetric").waitFor();
    table.expectsErrors = false;
    assert.ok(await table.page.getByRole("button", { name: "Offer these (2/10)" }).isDisabled());
    // A click on an offer takes it away, unless it is the second of a double click.
    await table.page.waitForTimeout(350);
    await table.click("h11");
    await table.page.getByText("1 of 10").waitFor();
    await table.press("Cancel");
    await table.page.locator(".lit .square").waitFor();
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

  async "undo of an offer, of ten offers and of a pick"() {
    const table = await Table.open("#t10.h8.h9.i9.i8");
    await table.collect(ten.slice(0, 2));
    await table.press("Undo");
    await table.page.getByText("1 of 10").waitFor();
    await table.press("Cancel");
    await table.offer(ten);
    await table.play(ten[4]);
    await table.page.getByText(`Stone 5 is ${ten[4]}`).waitFor();
    await table.press("Undo");
    await table.page.getByText("White picks one").waitFor();
    await table.press("Undo");
    await table.until("i8");
    await table.page.getByText("option A, option B").waitFor();
    await table.press("Redo");
    await table.until(ten.join("+"));
    await table.close();
  },

  async "undo against the engine in the opening takes back its answer too"() {
    const table = await Table.open();
    await table.game("person", 0);
    await table.answer(await table.turn(0), "place");
    await table.turn(0);
    assert.ok((await table.page.locator(".step").count()) >= 2);
    await table.press("Undo");
    await table.until("t10");
    assert.equal(await table.page.locator(".stone").count(), 0);
    await table.close();
  },
};

async function everyBranch(player) {
  const table = await Table.open();
  const random = dice(11 + player);
  const colours = new Set();
  for (const [from, what] of branches(player)) colours.add(await against(table, player, from, what, random));
  assert.equal(colours.size, 2, "both colours were played");
  await table.close();
}
