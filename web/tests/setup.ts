// Test files share one page (`isolate: false` in vite.config.ts, three times as fast): each test starts in English.
import { beforeEach } from "vitest";
import { setLocale } from "../src/paraglide/runtime.js";

beforeEach(() => void setLocale("en", { reload: false }));
