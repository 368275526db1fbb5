// Plays from the page of "tengen serve" in a headless Chromium, and says of each test whether
// all was as it should be.
//
//   npm ci && node run.js [--shots FOLDER] [--only TEXT] [TENGEN]
//
// TENGEN is the program; without it, it is built. --shots makes screenshots of all states of the
// page, in all sizes; --only does the tests with TEXT in their name. CHROMIUM names the browser
// if it is not /usr/bin/chromium.

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { browse, scratch, serve, stage } from "./stage.js";
import { tests as games } from "./games.js";
import { tests as looks } from "./looks.js";
import { tests as opening } from "./opening.js";
import { tests as tools } from "./tools.js";

const { values: options, positionals } = parseArgs({ allowPositionals: true, options: { shots: { type: "string" }, only: { type: "string" } } });

function build() {
  const root = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
  const out = join(scratch, "tengen");
  execFileSync("go", ["build", "-o", out, "./cmd/tengen"], { cwd: root, stdio: "inherit" });
  return out;
}

// keep takes pictures of what the pages of a test show that failed, and closes them.
async function keep(number) {
  const folder = stage.shots || scratch;
  for (const [c, context] of stage.browser.contexts().entries()) {
    for (const [p, page] of context.pages().entries()) {
      const path = join(folder, `failed-${number}-${c}-${p}.png`);
      await page.screenshot({ path, timeout: 10_000 }).then(() => console.log(`     ${path}`), () => {});
    }
    await context.close().catch(() => {});
  }
}

let [passed, failed] = [0, 0];
try {
  if (options.shots) {
    stage.shots = resolve(options.shots);
    mkdirSync(stage.shots, { recursive: true });
  }
  stage.program = positionals[0] ? resolve(positionals[0]) : build();
  await serve();
  await browse();
  for (const [name, test] of Object.entries({ ...opening, ...games, ...tools, ...looks })) {
    if (options.only && !name.includes(options.only)) continue;
    const began = performance.now();
    try {
      await test();
      passed++;
      console.log(`ok   ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    } catch (e) {
      failed++;
      console.log(`FAIL ${name}: ${e.stack.split("\n").slice(0, 8).join("\n     ")}`);
      await keep(failed);
    }
  }
} finally {
  await stage.browser?.close();
  stage.server?.removeAllListeners("exit");
  stage.server?.kill("SIGKILL");
  if (!failed) rmSync(scratch, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
