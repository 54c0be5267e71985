// Writes src/api/messages.ts from the server's JSON Schema; with --check it only says whether the file is stale.
//   python -m heptapolis.server.messages.json_schema | node scripts/types.mjs [--check]
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format } from "prettier";

const target = fileURLToPath(new URL("../src/api/messages.ts", import.meta.url));
// Chunk by chunk: a pipe whose writer is still starting has nothing to read yet, which a plain read takes for an error.
let piped = "";
for await (const chunk of process.stdin.setEncoding("utf8")) piped += chunk;
const schema = JSON.parse(piped);

/** The TypeScript of a piece of schema. */
function typeOf(piece) {
  if (piece.$ref) return piece.$ref.replace("#/$defs/", "");
  if ("const" in piece) return JSON.stringify(piece.const);
  if (piece.enum) return piece.enum.map((value) => JSON.stringify(value)).join(" | ");
  const among = piece.anyOf ?? piece.oneOf;
  if (among) return [...new Set(among.map(typeOf))].join(" | ");
  if (piece.type === "array") return `readonly (${piece.items ? typeOf(piece.items) : "unknown"})[]`;
  if (piece.type === "object") {
    if (piece.properties) return shapeOf(piece);
    const value = typeof piece.additionalProperties === "object" ? typeOf(piece.additionalProperties) : "unknown";
    const keys = piece.propertyNames?.enum;
    return keys
      ? `{ readonly [key in ${keys.map((key) => JSON.stringify(key)).join(" | ")}]?: ${value} }`
      : `Readonly<Record<string, ${value}>>`;
  }
  const simple = { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null" };
  return simple[piece.type] ?? "unknown";
}

function comment(text) {
  return text ? `/** ${text.replaceAll("``", "`").replace(/\s+/g, " ").trim()} */\n` : "";
}

function shapeOf(piece) {
  const required = new Set(piece.required ?? []);
  const fields = Object.entries(piece.properties ?? {}).map(
    ([name, each]) =>
      `${comment(each.description)}readonly ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${typeOf(each)};`,
  );
  return `{\n${fields.join("\n")}\n}`;
}

const lines = [
  "// Made by scripts/types.mjs from the server's messages; do not edit.",
  ...Object.entries(schema.$defs).map(([name, piece]) =>
    Object.keys(piece.properties ?? {}).length
      ? `${comment(piece.description)}export interface ${name} ${shapeOf(piece)}`
      : `${comment(piece.description)}export type ${name} = ${piece.type === "object" ? "object" : typeOf(piece)};`,
  ),
];
const text = await format(lines.join("\n\n"), { parser: "typescript", printWidth: 120 });
if (process.argv.includes("--check")) {
  let stored = "";
  try {
    stored = readFileSync(target, "utf8");
  } catch {
    // A missing file is as stale as a wrong one.
  }
  if (stored !== text) {
    console.error(
      "src/api/messages.ts is stale: python -m heptapolis.server.messages.json_schema | node scripts/types.mjs",
    );
    process.exit(1);
  }
} else writeFileSync(target, text);
