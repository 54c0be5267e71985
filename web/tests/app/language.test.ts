import { cleanup, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import App from "../../src/app/App.svelte";
import { router } from "../../src/app/router.svelte";
import { settings } from "../../src/browser/settings.svelte";
import * as m from "../../src/paraglide/messages.js";

class FakeSocket {
  static opened = 0;
  onmessage = null;
  onclose = null;
  constructor() {
    FakeSocket.opened += 1;
  }
  send(): void {}
  close(): void {}
}

afterEach(() => {
  cleanup();
  settings.setLanguage("en");
  vi.unstubAllGlobals();
});

it("keeps the connection to a table when the language changes", async () => {
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  window.scrollTo = () => undefined;
  router.go(`/table/${"t".repeat(22)}`);
  render(App);
  await waitFor(() => expect(FakeSocket.opened).toBe(1), { timeout: 20_000 });
  settings.setLanguage("de");
  await waitFor(() => expect(screen.getByText(m.loading({}, { locale: "de" }))).toBeTruthy());
  // Time enough for the screen to come anew.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(FakeSocket.opened).toBe(1);
}, 30_000);
