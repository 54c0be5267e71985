/** Which screen the address names. */
export type Route =
  /** `wrong`: the address is a link to a table that no table can have. */
  | { readonly at: "start"; readonly wrong?: boolean }
  | { readonly at: "about" }
  | { readonly at: "account"; readonly what: "me" | "keep" | "login" | "reset" }
  | { readonly at: "table"; readonly table: string; readonly watch: boolean; readonly enter: boolean }
  | { readonly at: "tv"; readonly table: string }
  | { readonly at: "game"; readonly table: string }
  | { readonly at: "replay"; readonly table: string; readonly seat: number; readonly moment: number }
  | { readonly at: "record" }
  | { readonly at: "pad" }
  | { readonly at: "admin" }
  /** `day`: empty for today. */
  | { readonly at: "daily"; readonly day: string }
  /** `person`: whose profile; empty: my own. */
  | { readonly at: "profile"; readonly person: string }
  | { readonly at: "statistics" }
  | { readonly at: "rules"; readonly chapter: string }
  | { readonly at: "cards" | "wonders"; readonly edition: "first" | "second"; readonly shown: string };

export function routeOf(path: string, query = ""): Route {
  const [, first, id] = /^\/(table|tv|game)\/([A-Za-z0-9_-]{22})\/?$/.exec(path) ?? [];
  if (first === "table")
    return { at: "table", table: id!, watch: /[?&]watch\b/.test(query), enter: /[?&]enter\b/.test(query) };
  if (first === "tv") return { at: "tv", table: id! };
  if (first === "game") return { at: "game", table: id! };
  const [, replayed] = /^\/game\/([A-Za-z0-9_-]{22})\/replay\/?$/.exec(path) ?? [];
  if (replayed) {
    const [, seat] = /[?&]seat=(\d)\b/.exec(query) ?? [];
    const [, moment] = /[?&]moment=(\d{1,3})\b/.exec(query) ?? [];
    return { at: "replay", table: replayed, seat: Number(seat ?? 0), moment: Number(moment ?? 0) };
  }
  const account = /^\/account(?:\/(keep|login|reset))?\/?$/.exec(path);
  if (account) return { at: "account", what: (account[1] as "keep" | "login" | "reset" | undefined) ?? "me" };
  const [, chapter] = /^\/rules(?:\/([a-z-]{1,30}))?\/?$/.exec(path) ?? [];
  if (chapter !== undefined || /^\/rules\/?$/.test(path)) return { at: "rules", chapter: chapter ?? "" };
  const [, browsed] = /^\/(cards|wonders)\/?$/.exec(path) ?? [];
  if (browsed) {
    const edition = /[?&]edition=second\b/.test(query) ? "second" : "first";
    const [, shown] = /[?&]show=([^&]*)/.exec(query) ?? [];
    return { at: browsed as "cards" | "wonders", edition, shown: decoded(shown ?? "") };
  }
  const daily = /^\/daily(?:\/(\d{4}-\d\d-\d\d))?\/?$/.exec(path);
  if (daily) return { at: "daily", day: daily[1] ?? "" };
  if (path === "/replay") return { at: "record" };
  if (path === "/pad") return { at: "pad" };
  if (/^\/admin\/?$/.test(path)) return { at: "admin" };
  const [, person] = /^\/profile(?:\/([A-Za-z0-9_-]{1,24}))?\/?$/.exec(path) ?? [];
  if (person !== undefined || /^\/profile\/?$/.test(path)) return { at: "profile", person: person ?? "" };
  if (path === "/statistics") return { at: "statistics" };
  if (path === "/about") return { at: "about" };
  return /^\/(table|tv|game)\//.test(path) ? { at: "start", wrong: true } : { at: "start" };
}

/** The text behind an escaped part of an address; nothing if it is broken. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

class Router {
  now = $state.raw<Route>({ at: "start" });

  constructor() {
    if (typeof window === "undefined") return;
    this.read();
    window.addEventListener("popstate", () => this.read());
  }

  read(): void {
    this.now = routeOf(location.pathname, location.search);
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.read();
    window.scrollTo(0, 0);
  }
}

export const router = new Router();

/** For links: stays in the page unless the person wants a new tab. */
export function followLink(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  router.go(link.pathname + link.search + link.hash);
}
