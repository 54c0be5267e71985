import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as m from "../../src/paraglide/messages.js";
import { locales } from "../../src/paraglide/runtime.js";

// The texts of components lie in messages/, those of the screens in folders below it; each has every language.
const entries = readdirSync("messages", { withFileTypes: true });
const folders = [
  "messages",
  ...entries.filter((entry) => entry.isDirectory()).map((entry) => `messages/${entry.name}`),
].filter((folder) => readdirSync(folder).length > 0);

/** A text that depends on a count: one form for each plural category of the language. */
type Variants = readonly [{ readonly selectors: readonly string[]; readonly match: Readonly<Record<string, string>> }];
const parse = (folder: string, locale: string): Record<string, string | Variants> => {
  const { $schema: _, ...texts } = JSON.parse(readFileSync(`${folder}/${locale}.json`, "utf8")) as Record<
    string,
    string | Variants
  >;
  return texts;
};
const read = (folder: string, locale: string): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(parse(folder, locale)).map(([key, text]) => [
      key,
      typeof text === "string" ? [text] : Object.values(text[0].match),
    ]),
  );
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
        // One form may leave the number out: "the empty seat", "2 empty seats".
        const named = english[key]!.flatMap(inputs);
        for (const name of inputs(text)) expect(named, key).toContain(name);
        if (texts.length === 1 || text === texts.at(-1))
          expect(inputs(text), key).toEqual(inputs(english[key]!.at(-1)!));
        expect(text.trim(), key).not.toBe("");
      }
  });
});

describe.each(locales)("counts in %s", (locale) => {
  const catalogs = folders.flatMap((folder) => Object.entries(parse(folder, locale)));
  /** Nothing is counted in these: "2 not ready", "another with 6 or more". */
  const without = ["not_ready_count"];
  it("agree with what is counted", () => {
    const plain = catalogs.filter(([key, text]) => typeof text === "string" && !without.includes(key));
    expect(plain.filter(([, text]) => /\{(count|points)\} \p{L}/u.test(text as string))).toEqual([]);
  });
  it.each([0, 1, 2])("take the right form of every noun for %i", (number) => {
    // French alone counts nothing in the singular: "0 pièce".
    const form = number === 1 || (locale === "fr" && number === 0) ? "one" : "other";
    const counted = catalogs.filter((entry): entry is [string, Variants] => typeof entry[1] !== "string");
    expect(counted.length).toBeGreaterThan(20);
    for (const [key, [{ selectors, match }]] of counted) {
      const selector = selectors[0]!;
      const input = selector.replace("Plural", "");
      const text = match[`${selector}=${form}`]!;
      const values = Object.fromEntries(inputs(text).map((name) => [name, name === input ? number : name]));
      const say = (m as unknown as Record<string, (inputs: object, options: object) => string>)[key]!;
      const said = text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
      expect(say({ ...values, [input]: number }, { locale }), key).toBe(said);
    }
  });
});

describe("French", () => {
  it("uses non-breaking spaces before punctuation", () => {
    const texts = folders.flatMap((folder) => Object.values(read(folder, "fr")).flat());
    expect(texts.filter((text) => /[^\u00a0][:;!?»]/.test(text) || text.includes("’"))).toEqual([]);
  });
});

describe("folders", () => {
  it("give no key twice", () => {
    const keys = folders.flatMap((folder) => Object.keys(read(folder, "en")));
    expect(keys.length).toBe(new Set(keys).size);
  });
});
