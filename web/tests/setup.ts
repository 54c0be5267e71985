// Test files share one page (`isolate: false` in vite.config.ts, three times as fast): each test starts in English.
import { configure } from "@testing-library/svelte";
import { beforeEach } from "vitest";
import { setLocale } from "../src/paraglide/runtime.js";

// A busy machine may take long for what takes no time.
configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => void setLocale("en", { reload: false }));

// jsdom lays nothing out, so nothing ever changes its size.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
