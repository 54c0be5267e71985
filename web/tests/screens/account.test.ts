import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ServerError } from "../../src/api/errors";
import {
  accountTrouble,
  newAccountTrouble,
  newPasswordTrouble,
  nicknameTrouble,
  passwordTrouble,
} from "../../src/screens/account/validation";
import { errorText } from "../../src/text/errors";
import { routeOf } from "../../src/app/router.svelte";
import { nameOf } from "../../src/game/seats";
import { stored } from "../../src/browser/storage";
import LogInForm from "../../src/screens/account/LogInForm.svelte";
import { Form } from "../../src/state/form.svelte";
import { session } from "../../src/state/session.svelte";

const guest = { person: { id: "p1", name: "Ada", kind: "guest" }, account: null, admin: false, banned_until: null };
const account = { person: { id: "p1", name: "Ada", kind: "account" }, account: "ada" };
const nobody = { person: null, account: null, admin: false, banned_until: null };

/** A server that answers one request after the other. */
function served(...answers: readonly [number, unknown][]) {
  const fetched = vi.fn(() => {
    const [status, body] = answers[fetched.mock.calls.length - 1]!;
    return Promise.resolve({ ok: status < 400, status, json: () => Promise.resolve(body) } as Response);
  });
  vi.stubGlobal("fetch", fetched);
  return fetched as unknown as ReturnType<typeof vi.fn<(path: string, init: RequestInit) => Promise<Response>>>;
}

beforeEach(() => {
  vi.stubGlobal("scrollTo", vi.fn());
  localStorage.clear();
  session.me = null;
  session.notice = "";
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("names and passwords", () => {
  it.each(["ada", "Ada.Love-lace_1815", "a".repeat(24)])("lets %s be an account name", (name) =>
    expect(newAccountTrouble(name)).toBe(""),
  );
  it.each(["", "ad", "a".repeat(25), "ada lovelace", "ädä", "ada@home"])("lets %j be none", (name) =>
    expect(newAccountTrouble(name)).not.toBe(""),
  );
  it("limits the length of a password, counted in characters", () => {
    expect(newPasswordTrouble("1234567")).toContain("8");
    expect(newPasswordTrouble("12345678")).toBe("");
    expect(newPasswordTrouble("🏛🏛🏛🏛")).toContain("8");
    expect(newPasswordTrouble("a".repeat(200))).toBe("");
    expect(newPasswordTrouble("a".repeat(201))).toContain("200");
    expect(newPasswordTrouble("")).not.toBe(newPasswordTrouble("short"));
  });
  it("asks for missing fields at login, and reveals nothing else", () => {
    expect(accountTrouble("")).not.toBe("");
    expect(passwordTrouble("")).not.toBe("");
    expect(accountTrouble("ä")).toBe("");
    expect(passwordTrouble("short")).toBe("");
    expect(nicknameTrouble("  ")).not.toBe("");
  });
});

describe("refusals", () => {
  it.each(["person/taken", "person/login", "person/account", "person/already"])("has words for %s", (code) =>
    expect(errorText(code)).not.toContain(code),
  );
  it("shows long waits in minutes", () => {
    expect(errorText("message/too-often", { seconds: 30 })).toContain("30 s");
    expect(errorText("message/too-often", { seconds: 241 })).toContain("5 min.");
  });
});

describe("addresses", () => {
  it("knows the account screens", () => {
    expect(routeOf("/account")).toEqual({ at: "account", what: "me" });
    expect(routeOf("/account/keep")).toEqual({ at: "account", what: "keep" });
    expect(routeOf("/account/login/")).toEqual({ at: "account", what: "login" });
    expect(routeOf("/account/other")).toEqual({ at: "start" });
  });
});

describe("the session", () => {
  it("goes from guest to account, out, and back in", async () => {
    const asked = served([200, guest], [200, account], [200, nobody], [200, account]);
    await session.setNickname("Ada");
    expect(session.person?.kind).toBe("guest");
    expect(stored("name")).toBe("Ada");
    expect(session.notice).toBe("");
    await session.register("ada", "a long sentence");
    expect(session.account).toBe("ada");
    expect(session.notice).toContain("ada");
    await session.logOut();
    expect(session.person).toBeNull();
    expect(stored("name")).toBe("");
    await session.logIn("ada", "a long sentence");
    expect(session.person?.name).toBe("Ada");
    expect(asked.mock.calls.map(([path]) => path)).toEqual([
      "/api/guest",
      "/api/register",
      "/api/logout",
      "/api/login",
    ]);
  });
  it("does not change if the server refuses", async () => {
    served([200, account], [401, { code: "person/login" }]);
    await session.load();
    await expect(session.deleteMe("wrong password")).rejects.toEqual(new ServerError("person/login"));
    expect(session.account).toBe("ada");
  });
  it("has a name for deleted players", () => {
    expect(nameOf({ seat: 0, bot: null, person: { id: "p1", name: "-", kind: "guest" } })).toBe("former player");
    expect(nameOf({ seat: 0, bot: null, person: { id: "p1", name: "Ada", kind: "guest" } })).toBe("Ada");
  });
});

describe("a form", () => {
  const sent = (form: HTMLFormElement): SubmitEvent =>
    ({ preventDefault: vi.fn(), currentTarget: form }) as unknown as SubmitEvent;

  it("is not sent with a wrong field, nor twice at once", async () => {
    const form = new Form<"account">();
    const act = vi.fn(() => new Promise<void>(() => undefined));
    expect(await form.send(sent(document.createElement("form")), { account: "wrong" }, act)).toBe(false);
    expect(form.wrong.account).toBe("wrong");
    expect(act).not.toHaveBeenCalled();
    void form.send(sent(document.createElement("form")), { account: "" }, act);
    expect(form.wrong.account).toBeUndefined();
    expect(await form.send(sent(document.createElement("form")), { account: "" }, act)).toBe(false);
    expect(act).toHaveBeenCalledOnce();
  });
  it("shows an error at its field", async () => {
    const form = new Form<"account">((code) => (code === "person/taken" ? ["account", "taken"] : null));
    const element = document.createElement("form");
    await form.send(sent(element), { account: "" }, () => Promise.reject(new ServerError("person/taken")));
    expect([form.wrong.account, form.oops]).toEqual(["taken", ""]);
    await form.send(sent(element), { account: "" }, () => Promise.reject(new ServerError("client/offline")));
    expect(form.wrong.account).toBeUndefined();
    expect(form.oops).toBe("The server cannot be reached.");
    expect(form.busy).toBe(false);
  });
});

describe("logging in", () => {
  it("focuses the first invalid field and shows its error", async () => {
    const asked = served([401, { code: "person/login" }], [200, account]);
    session.me = guest as typeof session.me;
    render(LogInForm);
    expect(screen.getByText(/this guest's games stay behind/)).toBeTruthy();
    const name = screen.getByLabelText("Account name");
    const password = screen.getByLabelText("Password");
    expect(name.getAttribute("autocomplete")).toBe("username");
    expect(password.getAttribute("autocomplete")).toBe("current-password");
    const form = name.closest("form")!;
    await fireEvent.submit(form);
    expect(asked).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(name.getAttribute("aria-invalid")).toBe("true");
    await fireEvent.input(name, { target: { value: " ada " } });
    await fireEvent.input(password, { target: { value: "wrong" } });
    await fireEvent.submit(form);
    await waitFor(() => expect(document.activeElement).toBe(password));
    const why = document.getElementById(password.getAttribute("aria-describedby")!);
    expect(why?.textContent).toBe("Wrong account name or password.");
    await fireEvent.input(password, { target: { value: "a long sentence" } });
    await fireEvent.submit(form);
    await waitFor(() => expect(session.account).toBe("ada"));
    expect(JSON.parse(asked.mock.calls[1]![1].body as string)).toEqual({ account: "ada", password: "a long sentence" });
  });
});
