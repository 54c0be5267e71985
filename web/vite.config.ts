import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { groundOf, WONDERS } from "./src/art/wonders";

const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

// The gallery is for people who work on the client; players never load it, so it joins the build only when asked for.
const pages = { index: page("index.html") };
const galleryPages = { gallery: page("gallery.html"), table: page("table.html") };

/** Writes a Brotli and a gzip file beside each text file of the build, for the server to send. */
const compressed = (): Plugin => ({
  name: "compressed",
  apply: "build",
  writeBundle({ dir }, files) {
    for (const name of Object.keys(files).filter((each) => /\.(js|css|html|svg)$/.test(each))) {
      const file = join(dir!, name);
      const content = readFileSync(file);
      if (content.length < 1000) continue;
      writeFileSync(`${file}.br`, brotliCompressSync(content));
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    }
  },
});

/** Writes the service worker, which keeps the files of the start and of the score pad. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = new Set<string>();
      const follow = (name: string): void => {
        const chunk = bundle[name];
        if (files.has(name) || chunk?.type !== "chunk") return;
        files.add(name);
        chunk.viteMetadata?.importedCss.forEach((css) => files.add(css));
        chunk.imports.forEach(follow);
      };
      for (const [name, chunk] of Object.entries(bundle))
        if (chunk.type === "chunk" && (chunk.isEntry || chunk.moduleIds.some((id) => id.endsWith(`/src/${PARTS.pad}`))))
          follow(name);
      // File names carry a hash of their contents.
      const list = [
        "/pad",
        "/favicon.svg",
        "/icon-192.png",
        "/manifest.webmanifest",
        ...[...files].sort().map((name) => `/${name}`),
      ];
      const version = createHash("sha256").update(list.join()).digest("hex").slice(0, 16);
      const source = readFileSync(page("src/service-worker.js"), "utf8")
        .replace("= __FILES__", `= ${JSON.stringify(list)}`)
        .replace("${__VERSION__}", version);
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
  };
}

/** The values of custom properties in a style sheet; the first one of a name counts. */
function properties(css: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, value] of css.matchAll(/--([\w-]+):\s*([^;]+);/g))
    if (!found.has(name!)) found.set(name!, value!);
  return found;
}

/** Writes the art as data, from which the server draws the pictures of links. */
const artAsData = (): Plugin => ({
  name: "art-as-data",
  apply: "build",
  generateBundle() {
    const figure = readFileSync(page("src/styles/figure.css"), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    const values = new Map([...properties(readFileSync(page("src/styles/tokens.css"), "utf8")), ...properties(figure)]);
    // The renderer knows no custom properties.
    const plain = (text: string): string => {
      const next = text.replace(/var\(--([\w-]+)(?:,[^()]*)?\)/g, (_, name: string) => values.get(name) ?? "none");
      return next === text ? text : plain(next);
    };
    const style = plain(figure.replace(/--[\w-]+:[^;]+;/g, "")).replace(/\s+/g, " ");
    const wonders = Object.fromEntries(
      Object.entries(WONDERS).map(([name, art]) => [
        name,
        {
          behind: plain(art.behind()),
          stages: art.stages.map(plain),
          before: plain(art.before()),
          ground: plain(groundOf(art)),
        },
      ]),
    );
    const logo = readFileSync(page("public/favicon.svg"), "utf8").replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");
    this.emitFile({ type: "asset", fileName: "art.json", source: JSON.stringify({ style, logo, wonders }) });
  },
});

/** Parts of the client that are loaded at once. */
const PARTS = {
  pad: "screens/pad/Pad.svelte",
  cards: "components/card/CardSheet.svelte",
  table: "scene/TableScene.svelte",
  end: "screens/end/End.svelte",
  replay: "screens/replay/ReplayView.svelte",
};
const MESSAGES = page("src/paraglide/messages");

interface Modules {
  getModuleInfo(id: string): { readonly code: string | null; readonly importedIds: string[] } | null;
}

/** The name of the file with the modules that some parts need. */
const nameOf = (parts: readonly string[]): string =>
  parts.length > 1 ? `shared-${parts.map((part) => part[0]).join("")}` : parts[0]!;

/**
 * Gives each module the name of its file: one for the first screen, and one for all that the same parts need. The
 * bundler alone would make a file of each few messages, and requests take longer than the bytes in them.
 */
function files(): (id: string, modules: Modules) => string | null {
  let first: Set<string> | undefined;
  const parts = new Map<string, string[]>();
  return (id, modules) => {
    const needed = (module: string, found = new Set<string>()): Set<string> => {
      const info = modules.getModuleInfo(module);
      if (found.has(module) || first?.has(module) || !info) return found;
      found.add(module);
      for (const each of info.importedIds)
        // Everybody imports all messages; those that a module names are those that it needs.
        if (each !== `${MESSAGES}.js`) needed(each, found);
        else for (const [, name] of info.code?.matchAll(/\bm\.(\w+)/g) ?? []) needed(`${MESSAGES}/${name}.js`, found);
      return found;
    };
    const entry = page("src/main.ts");
    if (!first) {
      first = needed(entry);
      // What starts the client stays in a file that nobody else imports.
      first.delete(entry);
      for (const [part, file] of Object.entries(PARTS))
        for (const module of needed(page(`src/${file}`))) parts.set(module, [...(parts.get(module) ?? []), part]);
    }
    const by = parts.get(id);
    return first.has(id) ? "first" : by?.length ? nameOf(by) : null;
  };
}

export default defineConfig({
  base: "/",
  plugins: [svelte(), svelteTesting(), serviceWorker(), artAsData(), compressed()],
  build: {
    outDir: process.env["HEPTAPOLIS_WEB_OUT"] ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    rollupOptions: {
      input: process.env["HEPTAPOLIS_WEB_GALLERY"] ? { ...pages, ...galleryPages } : pages,
      output: { codeSplitting: { groups: [{ name: files(), includeDependenciesRecursively: false }] } },
    },
  },
  server: { proxy: { "/api": { target: process.env["HEPTAPOLIS_SERVER"] ?? "http://127.0.0.1:8777", ws: true } } },
  test: {
    environment: "jsdom",
    include: ["tests/**/*.test.ts"],
    isolate: false,
    testTimeout: 30_000,
    setupFiles: ["tests/setup.ts"],
  },
});
