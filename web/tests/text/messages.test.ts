import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { locales } from "../../src/paraglide/runtime.js";

// The texts of components lie in messages/, those of the screens in folders below it; each has every language.
const entries = readdirSync("messages", { withFileTypes: true });
const folders = [
  "messages",
  ...entries.filter((entry) => entry.isDirectory()).map((entry) => `messages/${entry.name}`),
].filter((folder) => readdirSync(folder).length > 0);

type Variants = readonly [{ readonly match: Readonly<Record<string, string>> }];
const read = (folder: string, locale: string): Record<string, readonly string[]> => {
  const { $schema: _, ...texts } = JSON.parse(readFileSync(`${folder}/${locale}.json`, "utf8")) as Record<
    string,
    string | Variants
  >;
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === "string" ? [text] : Object.values(text[0].match)]),
  );
};
const inputs = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort();

describe.each(folders)("%s", (folder) => {
  const english = read(folder, "en");
  it("has a file for each language and no other", () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
    expect(files.sort()).toEqual(locales.map((locale) => `${locale}.json`).sort());
  });
  it.each(locales)("has every key of English in %s, and no other", (locale) => {
    expect(Object.keys(read(folder, locale)).sort()).toEqual(Object.keys(english).sort());
  });
  it.each(locales)("keeps the inputs of every text in %s", (locale) => {
    for (const [key, texts] of Object.entries(read(folder, locale)))
      for (const text of texts) {
        expect(inputs(text), key).toEqual(inputs(english[key]![0]!));
        expect(text.trim(), key).not.toBe("");
      }
  });
});

describe("folders", () => {
  it("give no key twice", () => {
    const keys = folders.flatMap((folder) => Object.keys(read(folder, "en")));
    expect(keys.length).toBe(new Set(keys).size);
  });
});
