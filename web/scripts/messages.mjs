// Compiles the message catalogs. A script of its own, so that no script of package.json calls npm: where Node.js comes
// as a Python package there is no npm on the path.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "@inlang/paraglide-js";

await compile({
  project: "./project.inlang",
  outdir: "./src/paraglide",
  strategy: ["globalVariable", "baseLocale"],
});

// Plural rules are slow to make, and a table asks for them at every step: one is kept for each language.
const registry = "./src/paraglide/registry.js";
const made = readFileSync(registry, "utf8");
const slow = "return new Intl.PluralRules(locale, options).select(Number(input))";
if (!made.includes(slow)) throw new Error(`${registry} has another plural function`);
const kept = "return (rules[locale] ??= new Intl.PluralRules(locale)).select(Number(input))";
writeFileSync(
  registry,
  `/** @type {Record<string, Intl.PluralRules>} */\nconst rules = {};\n${made.replace(slow, kept)}`,
);
