import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("src/styles/tokens.css", "utf8");
const colors = (block: RegExp): Record<string, string> =>
  Object.fromEntries(
    [...(block.exec(css)?.[1] ?? "").matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
const dark = colors(/:root\s*\{([\s\S]*?)\n\}/);
const light = { ...dark, ...colors(/\[data-theme="?light"?\]\s*\{([\s\S]*?)\n\}/) };

const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

const cards = ["brown", "gray", "blue", "yellow", "green", "red", "purple", "black", "white"];
const text: [string, string][] = [
  ...cards.map((color): [string, string] => [`t-${color}`, `c-${color}`]),
  ...["bg", "bg-2", "surface", "surface-2", "surface-3"].flatMap((ground): [string, string][] => [
    ["text", ground],
    ["text-2", ground],
  ]),
  ...["bg", "surface", "surface-2"].map((ground): [string, string] => ["text-3", ground]),
  ...["ok", "free", "trade", "bad", "sel", "vp", "accent"].flatMap((color): [string, string][] => [
    [color, "surface"],
    [color, "surface-2"],
  ]),
  ...["accent", "ok", "free", "trade", "bad", "sel"].map((color): [string, string] => [`on-${color}`, color]),
  ...["free", "own", "trade", "no"].map((state): [string, string] => [`kt-${state}`, `k-${state}`]),
  ["ink", "clay"],
  ["ink", "clay-lo"],
  ["ink", "clay-hi"],
  ["ink", "bone"],
  ["ink", "bone-2"],
  ["ink", "gold"],
  ["ink-soft", "bone"],
  ["ink-soft", "clay"],
  ["bone", "ink"],
  ["bone", "wine"],
  ["bone", "lapis"],
  ["vp-bone", "bone"],
];
const shapes: [string, string][] = [
  ["line-strong", "surface"],
  ["line-strong", "bg"],
  ["sel", "bg"],
  ["sci", "surface"],
  ["mil", "surface"],
  ...["wood", "stone", "clay", "ore", "glass", "textile", "papyrus"].map((good): [string, string] => [
    `r-${good}`,
    "ink",
  ]),
];

describe.each([
  ["dark", dark],
  ["light", light],
] as const)("theme %s", (_, theme) => {
  it.each(text)("reads %s on %s", (front, ground) => {
    expect(theme[front], front).toBeDefined();
    expect(theme[ground], ground).toBeDefined();
    expect(contrast(theme[front]!, theme[ground]!)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(shapes)("shows %s on %s", (front, ground) => {
    expect(contrast(theme[front]!, theme[ground]!)).toBeGreaterThanOrEqual(3);
  });
});
