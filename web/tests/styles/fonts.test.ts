import { readFileSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";

const styles = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(css|svelte)$/.test(name) && !name.endsWith("tokens.css"))
  .map((name) => ({ name, text: readFileSync(`src/${name}`, "utf8") }));
const tokens = readFileSync("src/styles/tokens.css", "utf8");

it("takes every font size from the tokens", () => {
  const literal = styles.flatMap(({ name, text }) =>
    [...text.matchAll(/(?<![\w-])(?:font|font-size|line-height):[^;"}]*?\d(?:px|r?em|pt)\b[^;"}]*/g)]
      .map(([found]) => found)
      // The size of the text around it.
      .filter((found) => !/ 1em\b/.test(found))
      .map((found) => `${name}: ${found}`),
  );
  expect(literal).toEqual([]);
});

it("knows every font token", () => {
  const used = styles.flatMap(({ text }) => [...text.matchAll(/var\((--font-[\w-]+)\)/g)].map(([, token]) => token!));
  expect(used.length).toBeGreaterThan(200);
  expect(used.filter((token) => !tokens.includes(`${token}: `))).toEqual([]);
});
