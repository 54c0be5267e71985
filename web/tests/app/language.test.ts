import { cleanup, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import App from "../../src/app/App.svelte";
import { router } from "../../src/app/router.svelte";
import { settings } from "../../src/browser/settings.svelte";
import * as m from "../../src/paraglide/messages.js";
// The application loads this screen when it is asked for. Here it is compiled before the test, which would wait for it.
import "../../src/screens/table/TablePage.svelte";

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
  await waitFor(() => expect(FakeSocket.opened).toBe(1));
  settings.setLanguage("de");
  await waitFor(() => expect(screen.getByText(m.loading({}, { locale: "de" }))).toBeTruthy());
  // A screen that was built again would have been loaded and have opened its connection by now.
  await import("../../src/screens/table/TablePage.svelte");
  await tick();
  expect(FakeSocket.opened).toBe(1);
});

it("takes the language from the address, as the command line opens it", async () => {
  vi.resetModules();
  history.replaceState(null, "", "/?language=fr");
  const fresh = await import("../../src/browser/settings.svelte");
  expect(fresh.settings.language).toBe("fr");
  history.replaceState(null, "", "/");
  vi.resetModules();
  expect((await import("../../src/browser/settings.svelte")).settings.language).toBe("fr");
});
