import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { ServerError } from "../../src/api/errors";
import { settings } from "../../src/browser/settings.svelte";
import { locales } from "../../src/paraglide/runtime.js";
import { recordFault } from "../../src/text/record-faults";

const checked = readFileSync("../docs/record.md", "utf8").split("## What is checked")[1]!.split("## ")[0]!;
const codes = checked
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => [...line.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!));
const fault = (why: string): ReturnType<typeof recordFault> =>
  recordFault(new ServerError("record/invalid", { place: "line 12", reason: "7 cards are dealt", why }));

afterEach(() => settings.setLanguage("en"));

it("reads the codes from the documentation", () => expect(codes.length).toBeGreaterThan(12));

describe.each(locales.filter((locale) => locale !== "en"))("in %s", (locale) => {
  it.each(codes)("%s has the line and the reason in the reader's language, and the exact one in English", (code) => {
    settings.setLanguage(locale);
    const { text, detail } = fault(code);
    expect(text).toMatch(/ 12\s?: ./);
    expect(text).not.toContain("7 cards");
    expect(text).not.toContain("Line 12");
    expect(detail).toBe("7 cards are dealt");
  });
});

it("gives the exact reason alone in English, and where a code has no words", () => {
  expect(fault("record/deal")).toEqual({
    text: "This record cannot be replayed. Line 12: 7 cards are dealt",
    detail: "",
  });
  settings.setLanguage("de");
  expect(fault("record/new")).toMatchObject({ detail: "" });
  expect(fault("record/new").text).toContain("Zeile 12: 7 cards are dealt");
});

it("leaves other errors as they are", () => {
  expect(recordFault(new ServerError("message/too-often", { seconds: 3 })).text).toContain("3");
});
