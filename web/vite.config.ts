import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

// The gallery is for people who work on the client; players never load it, so it joins the build only when asked for.
const pages = { index: page("index.html") };
const galleryPages = { gallery: page("gallery.html"), table: page("table.html") };

export default defineConfig({
  base: "/",
  plugins: [svelte(), svelteTesting()],
  build: {
    outDir: process.env["HEPTAPOLIS_WEB_OUT"] ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    rollupOptions: { input: process.env["HEPTAPOLIS_WEB_GALLERY"] ? { ...pages, ...galleryPages } : pages },
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
