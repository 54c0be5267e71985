// Says how much JavaScript the first screen loads, gzipped, and fails above the budget. Run after a build.
//   node scripts/budget.mjs [folder]
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

const BUDGET = 80_000;
const folder = process.argv[2] ?? process.env.HEPTAPOLIS_WEB_OUT ?? "dist";
const page = readFileSync(join(folder, "index.html"), "utf8");

/** Every script that the page loads before anybody presses anything: its own, and what those import at once. */
const files = new Set();
const follow = (file) => {
  if (files.has(file)) return;
  files.add(file);
  for (const [, name] of readFileSync(file, "utf8").matchAll(
    /(?:^|[;}\s])(?:import|export)[^"'()]*?["'](\.[^"']+\.js)["']/g,
  ))
    follow(join(dirname(file), name));
};
for (const [, name] of page.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)) follow(join(folder, name));

const sizes = [...files].map((file) => gzipSync(readFileSync(file)).length);
const total = sizes.reduce((sum, size) => sum + size, 0);
console.log(`first screen: ${files.size} scripts, ${(total / 1000).toFixed(1)} kB gzipped of ${BUDGET / 1000} kB`);
if (!files.size || total > BUDGET) process.exit(1);
