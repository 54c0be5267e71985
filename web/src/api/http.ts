/** The server's HTTP interface. */
import type {
  AccountDetails,
  AnalysisAnswer,
  Choices,
  CodeAnswer,
  ContinueBody,
  DailyDay,
  DailyMonth,
  DecisionAnalysis,
  FinishedGame,
  ForgottenBody,
  GameRatings,
  GamesBehind,
  GamesQuery,
  HostStatistics,
  Leaderboard,
  LookAnswer,
  Me,
  MyTables,
  NewTable,
  NewTableAnswer,
  PushAnswer,
  PushKey,
  SubscriptionBody,
  Notice,
  Options,
  Profile,
  ProfileChoice,
  ProgramList,
  Replay,
  ReportBody,
  RulebookData,
  RulesText,
  Session,
  TableList,
} from "./messages";
import { ServerError } from "./errors";
import { Rulebook } from "../game/rulebook";

export type RatingKind = Leaderboard["kind"];

/** Which games of a person count. */
export type ProfileFilter = Required<Pick<GamesQuery, "only" | "days">>;

export async function request<T>(path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "X-Heptapolis": "1", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ServerError("client/offline");
  }
  if (!response.ok) {
    const error = (await response.json().catch(() => ({}))) as {
      code?: string;
      params?: Record<string, string | number>;
    };
    throw new ServerError(error.code ?? "server/internal", error.params);
  }
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** What the host tells everybody. */
export const notice = (): Promise<Notice> => request("/api/notice");
/** Reports a person at a table to the host. */
export const report = (table: string, body: ReportBody): Promise<void> => request(`/api/tables/${table}/reports`, body);
export const me = (): Promise<Me> => request("/api/me");
export const setNickname = (name: string): Promise<Me> => request("/api/guest", { name });
export const register = (account: string, password: string): Promise<Me> =>
  request("/api/register", { account, password });
export const logIn = (account: string, password: string): Promise<Me> => request("/api/login", { account, password });
export const logOut = (): Promise<Me> => request("/api/logout", {});
export const changePassword = (password: string, new_password: string): Promise<Me> =>
  request("/api/me/password", { password, new_password });
/** Deletes guest or account; an account must give its password. */
export const deleteMe = (password: string | null): Promise<Me> => request("/api/me/delete", { password });
/** Cancels the deletion of the account. */
export const keepAccount = (): Promise<void> => request("/api/me/keep", {});
export const accountDetails = (): Promise<AccountDetails> => request("/api/me/account");
export const sessions = (): Promise<Session[]> => request("/api/me/sessions");
export const endSession = (id: string): Promise<void> => request(`/api/me/sessions/${id}/end`, {});
export const endOtherSessions = (): Promise<void> => request("/api/me/end-other-sessions", {});
export const setEmail = (password: string, email: string | null): Promise<void> =>
  request("/api/me/email", { password, email });
export const forgotPassword = (account: string, language: ForgottenBody["language"]): Promise<void> =>
  request("/api/password/forgotten", { account, language });
export const resetPassword = (secret: string, new_password: string): Promise<void> =>
  request("/api/password/reset", { secret, new_password });
export const choices = (): Promise<Choices> => request("/api/choices");
/** The programs that wait to be invited to a table. */
export const programs = (): Promise<ProgramList> => request("/api/programs");
export const openTables = (): Promise<TableList> => request("/api/tables?status=open");
export const runningTables = (): Promise<TableList> => request("/api/tables?status=playing");
/** The person's own tables, the newest change first; `before` asks for the next page. */
export const myGames = (status: "open" | "playing" | "over", before?: number): Promise<TableList> =>
  request(`/api/me/games?status=${status}${before === undefined ? "" : `&before=${before}`}`);
/** All of the person's tables that are not finished, the most urgent first. */
export const myTables = (): Promise<MyTables> => request("/api/me/tables");
const chosen = (choice: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(Object.entries(choice).map(([key, value]) => [key, String(value)])).toString();
const profileOf = (person: string): string => (person ? `/api/people/${person}/profile` : "/api/me/profile");
/** Somebody's games in numbers; of nobody: my own. */
export const profile = (person: string, which: ProfileFilter): Promise<Profile> =>
  request(`${profileOf(person)}?${chosen(which)}`);
/** The games behind a number of a profile. */
export const gamesBehind = (person: string, asked: Required<GamesQuery>): Promise<GamesBehind> =>
  request(`${profileOf(person)}/games?${chosen(asked)}`);
export const chooseProfile = (choice: ProfileChoice): Promise<ProfileChoice> => request("/api/me/profile", choice);
export const hostStatistics = (): Promise<HostStatistics> => request("/api/statistics");
export const leaderboard = (kind: RatingKind): Promise<Leaderboard> => request(`/api/leaderboard?kind=${kind}`);
export const gameRatings = (table: string): Promise<GameRatings> => request(`/api/tables/${table}/ratings`);
export const newTable = (body: NewTable): Promise<NewTableAnswer> => request("/api/tables", body);
/** The open table with a code, as somebody typed it. */
export const tableWithCode = (code: string): Promise<CodeAnswer> => request("/api/code", { code });
/** Opens the guided first game. */
export const newLesson = (): Promise<NewTableAnswer> => request("/api/lesson", {});
export const finishedGame = (table: string): Promise<FinishedGame> => request(`/api/tables/${table}/game`);

export const pushKey = (): Promise<PushKey> => request("/api/push");
export const subscribe = (body: SubscriptionBody): Promise<PushAnswer> => request("/api/push", body);
export const unsubscribe = (endpoint: string): Promise<PushAnswer> => request("/api/push/remove", { endpoint });

/** The daily deal of a day; empty: of today. */
export const dailyDeal = (day: string): Promise<DailyDay> => request(`/api/daily${day && `/${day}`}`);
export const dailyMonth = (month: string): Promise<DailyMonth> => request(`/api/daily/month?month=${month}`);
/** Begins today's deal, or goes on with it. */
export const playDaily = (): Promise<NewTableAnswer> => request("/api/daily", {});

/** A finished game moment by moment, as a seat saw it. */
export const replay = (table: string, seat: number): Promise<Replay> =>
  request(`/api/tables/${table}/replay?seat=${seat}`);

/** A record from elsewhere likewise; the server keeps nothing of it. */
export const replayRecord = (record: string, seat: number): Promise<Replay> =>
  request("/api/replays", { record, seat });

/** A finished game of this server, or a record from elsewhere. */
export type GameSource = { readonly table: string } | { readonly record: string };

/** Opens a table that goes on from a moment of a game. */
export const continueGame = (from: GameSource, body: ContinueBody): Promise<NewTableAnswer> =>
  "table" in from
    ? request(`/api/tables/${from.table}/continue`, body)
    : request("/api/replays/continue", { ...body, ...from });

/** How far the analysis of a game is, or the analysis. Asking about a record starts it. */
export const analysis = (from: GameSource, language: string): Promise<AnalysisAnswer> =>
  "table" in from ? request(`/api/tables/${from.table}/analysis?language=${language}`) : analyze(from, language);

/** Has a game analyzed, if it has not been. */
export const analyze = (from: GameSource, language: string): Promise<AnalysisAnswer> =>
  "table" in from
    ? request(`/api/tables/${from.table}/analysis?language=${language}`, {})
    : request(`/api/replays/analysis?language=${language}`, from);

/** A deeper look at one decision. */
export const look = (
  from: GameSource,
  { line, city }: Pick<DecisionAnalysis, "line" | "city">,
  language: string,
): Promise<LookAnswer> =>
  "table" in from
    ? request(`/api/tables/${from.table}/analysis/look?language=${language}`, { line, city })
    : request(`/api/replays/look?language=${language}`, { ...from, line, city });

const rulebooks = new Map<string, Promise<Rulebook>>();

/** The rulebook of a table's edition and boxes in a language; fetched once. */
export function rulebook(options: Pick<Options, "edition" | "expansions">, language: string): Promise<Rulebook> {
  const query = new URLSearchParams({ edition: options.edition, language });
  for (const box of options.expansions) query.append("expansions", box);
  const address = `/api/rulebook?${query.toString()}`;
  let book = rulebooks.get(address);
  if (!book) {
    book = request<RulebookData>(address).then((data) => new Rulebook(data));
    book.catch(() => rulebooks.delete(address));
    rulebooks.set(address, book);
  }
  return book;
}

const rules = new Map<string, Promise<RulesText>>();

/** The rules in a language; fetched once. */
export function rulesText(language: string): Promise<RulesText> {
  let text = rules.get(language);
  if (!text) {
    text = request<RulesText>(`/api/rules?language=${language}`);
    text.catch(() => rules.delete(language));
    rules.set(language, text);
  }
  return text;
}
