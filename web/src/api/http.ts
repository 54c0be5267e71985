/** The server's HTTP interface. */
import type { Choices, FinishedGame, Me, NewTable, NewTableAnswer, Options, RulebookData, TableList } from "./messages";
import { Book } from "../game/rulebook";

/** The server said no: a stable code to translate. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(code);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "X-Heptapolis": "1", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal("client/offline");
  }
  if (!answer.ok) {
    const told = (await answer.json().catch(() => ({}))) as { code?: string; params?: Record<string, string | number> };
    throw new Refusal(told.code ?? "server/internal", told.params);
  }
  return (await answer.json()) as T;
}

export const me = (): Promise<Me> => ask("/api/me");
export const comeIn = (name: string): Promise<Me> => ask("/api/guest", { name });
export const register = (account: string, password: string): Promise<Me> => ask("/api/register", { account, password });
export const logIn = (account: string, password: string): Promise<Me> => ask("/api/login", { account, password });
export const logOut = (): Promise<Me> => ask("/api/logout", {});
export const changePassword = (password: string, new_password: string): Promise<Me> =>
  ask("/api/me/password", { password, new_password });
/** Forgets this person; an account must give its password. */
export const deleteMe = (password: string | null): Promise<Me> => ask("/api/me/delete", { password });
export const choices = (): Promise<Choices> => ask("/api/choices");
export const openTables = (): Promise<TableList> => ask("/api/tables?status=open");
export const runningTables = (): Promise<TableList> => ask("/api/tables?status=playing");
/** Tables at which this person sits or sat, the newest change first; `before` pages on. */
export const myGames = (status: "open" | "playing" | "over", before?: number): Promise<TableList> =>
  ask(`/api/me/games?status=${status}${before === undefined ? "" : `&before=${before}`}`);
export const newTable = (body: NewTable): Promise<NewTableAnswer> => ask("/api/tables", body);
export const finishedGame = (table: string): Promise<FinishedGame> => ask(`/api/tables/${table}/game`);

const books = new Map<string, Promise<Book>>();

/** Everything printed for what a table plays, in a language; fetched once. */
export function bookOf(options: Pick<Options, "edition" | "expansions">, language: string): Promise<Book> {
  const query = new URLSearchParams({ edition: options.edition ?? "first", language });
  for (const box of options.expansions ?? []) query.append("expansions", box);
  const address = `/api/rulebook?${query.toString()}`;
  let book = books.get(address);
  if (!book) {
    book = ask<RulebookData>(address).then((data) => new Book(data));
    book.catch(() => books.delete(address));
    books.set(address, book);
  }
  return book;
}
