// Made by scripts/types.mjs from the server's messages; do not edit.

/** Turn a guest into an account, or log in. */
export interface AccountBody {
  readonly account: string;
  readonly password: string;
}

/** What only the owner of an account sees. */
export interface AccountDetails {
  /** For password resets. */
  readonly email: string | null;
  /** Whether this server can send mails. */
  readonly mail: boolean;
  /** When the account will be deleted; null: it stays. */
  readonly deletion: number | null;
}

/** What an admin may do at the moment. */
export interface AdminHome {
  /** Not set up yet; set up, but this session has given no code; or all is open. */
  readonly second_factor: "missing" | "needed" | "confirmed";
  readonly notice: Notice;
  /** 0 as long as the second factor is not confirmed. */
  readonly open_reports: number;
}

/** Tables, last changed first. */
export interface AdminTables {
  readonly tables: readonly TableSummary[];
  readonly more: boolean;
}

/** Ask what the sage would do; the game counts as coached from then on. */
export interface Advice {
  readonly id?: number | null;
  readonly type: "advice";
  readonly moment: number;
  /** Of the reasons. */
  readonly language?: "en" | "fr" | "nl" | "de" | "da";
}

/** What the sage would do: the answer to `advice`, for the player who asked. */
export interface AdviceMessage {
  readonly type: "advice";
  readonly id: number | null;
  readonly seq: number;
  readonly moment: number;
  /** The city to decide for. */
  readonly city: number;
  /** Whether the first move is clearly the best. */
  readonly clear: boolean;
  /** Up to three, the best first. */
  readonly moves: readonly AdvisedMove[];
}

/** A move that the sage would consider, and the expected result of the game after it. */
export interface AdvisedMove {
  readonly move: Move;
  readonly points: number;
  /** The chance to win, from 0 to 1. */
  readonly win: number;
  /** What moves are ranked by. */
  readonly worth: number;
  /** Of the reason: one of the keys of the analysis, or empty without a reason. */
  readonly kind: string;
  /** One sentence in the language asked for. */
  readonly reason: string;
}

/** Analyse a recorded game from elsewhere; send it again to learn how far the analysis has come. */
export interface AnalyseRecordBody {
  readonly record: string;
}

/** The analysis of a game, or how far it has come. */
export interface AnalysisAnswer {
  readonly state: "none" | "queued" | "running" | "ready" | "failed";
  /** Decisions judged so far ... */
  readonly done: number;
  /** ... and in all. */
  readonly total: number;
  /** Whether `analysis` is of another version of the sage; asking for it again makes a new one. */
  readonly outdated: boolean;
  /** While the first analysis of a game is made: as far as it has come, without accuracy and decisive moments. */
  readonly analysis: GameAnalysis | null;
}

/** A reason for or against a move. */
export interface AnalysisReason {
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** The sentence in the language asked for. */
  readonly text: string;
}

/** Ask for a seat to which the host invites, after `join` with `enter`. */
export interface AskSeat {
  readonly id?: number | null;
  readonly type: "ask-seat";
  readonly seat: number;
}

/** Agree that a person who asks gets the seat, or not; everybody seated must agree. */
export interface Assent {
  readonly id?: number | null;
  readonly type: "assent";
  readonly person: string;
  readonly agree: boolean;
}

/** Something the host or an admin did. */
export interface AuditLine {
  readonly id: string;
  readonly at: number;
  /** The name of the admin, or `host` for the command line. */
  readonly by: string;
  readonly act: string;
  readonly target: string;
  readonly reason: string;
}

/** The audit log, latest first. */
export interface AuditLog {
  readonly lines: readonly AuditLine[];
  readonly more: boolean;
}

/** Wait to be invited to tables (programs only); then `invitation` messages come. Needs no `join`. */
export interface AwaitInvitations {
  readonly id?: number | null;
  readonly type: "await-invitations";
}

/** A wonder board. */
export interface BoardData {
  readonly wonder: string;
  readonly name: string;
  readonly title: string;
  readonly box: string;
  readonly sides: readonly SideData[];
}

/** How often a side of a wonder won. */
export interface BoardShare {
  readonly wonder: string;
  readonly side: "A" | "B" | "day" | "night";
  readonly games: number;
  readonly won: number;
  /** The share that luck alone would win. */
  readonly chance: number;
  /** The share won is between `low` and `high` with 95 % certainty. */
  readonly low: number;
  readonly high: number;
  readonly points: number;
}

/** Bought goods by seller, one entry for each unit. */
export interface Bought {
  readonly left: readonly string[];
  readonly right: readonly string[];
  readonly bank: readonly string[];
}

/** The sources of the points of one city, by category. */
export interface Breakdown {
  readonly seat: number;
  readonly sources: Readonly<Record<string, readonly ScoreSource[]>>;
}

/** The server closes this socket; if `again`, reconnect after `after` milliseconds. */
export interface Bye {
  readonly type: "bye";
  readonly reason: "restart" | "replaced" | "idle" | "removed" | "banned";
  readonly again: boolean;
  readonly after: number;
}

/** A card, guild or leader. */
export interface CardData {
  /** The key in all messages: the English printed name. */
  readonly card: string;
  /** What it is called in the language asked for. */
  readonly name: string;
  readonly color: string;
  readonly box: string;
  /** For each age the player counts at which a copy joins. */
  readonly ages: Readonly<Record<string, readonly number[]>>;
  readonly coins: number;
  readonly cost: Readonly<Record<string, number>>;
  readonly effects: readonly Effect[];
  readonly chain_from: readonly string[];
  readonly chain_to: readonly string[];
  readonly symbols_in: readonly string[];
  readonly symbols_out: readonly string[];
}

/** Whether a card in the viewer's hand can be built, and how. */
export interface CardHint {
  readonly card: string;
  /** The city it would stand in: the viewer's own, or the Free City. */
  readonly city: number;
  /** `free` costs nothing; `chain` and `power` are free by what `by` names; `own` needs no neighbor. */
  readonly state: "free" | "chain" | "own" | "trade" | "power" | "no";
  /** The card or power that makes it free. */
  readonly by: string | null;
  /** Coins of the printed cost. */
  readonly coins: number;
  /** Distinct payments, cheapest first; empty where it is free or cannot be built. */
  readonly prices: readonly Price[];
  /** Powers that could build it for nothing as well. */
  readonly powers: readonly string[];
  /** Why it cannot be built. */
  readonly reason: Reason | null;
  /** A smallest set of goods that it lacks and nobody sells. */
  readonly missing: readonly string[];
}

/** The mean points of a row of the score sheet. */
export interface CategoryMean {
  readonly category:
    "military" | "treasury" | "wonder" | "civilian" | "commerce" | "guilds" | "science" | "cities" | "leaders";
  readonly mean: number;
  /** The mean of all cities at tables of the same size, edition and boxes; null while there are too few. */
  readonly everybody: number | null;
}

/** Send a chat line, free text or a quick phrase, to the table or to the partner. */
export interface Chat {
  readonly id?: number | null;
  readonly type: "chat";
  readonly to?: "table" | "partner";
  readonly text?: string | null;
  readonly phrase?:
    "hello" | "good-luck" | "well-played" | "thanks" | "oops" | "hurry" | "wow" | "one-moment" | "good-game" | null;
  /** Unique text made by the client: a line sent again after a lost connection is stored once. */
  readonly nonce?: string | null;
}

/** One line of the chat: free text or a quick phrase. */
export interface ChatLine {
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly person: Person;
  /** The seat of the sender; null for a spectator. */
  readonly seat: number | null;
  readonly to: "table" | "partner";
  /** Free text, to be shown as text and nothing else. */
  readonly text: string | null;
  /** A quick phrase, which the client translates. */
  readonly phrase:
    "hello" | "good-luck" | "well-played" | "thanks" | "oops" | "hurry" | "wow" | "one-moment" | "good-game" | null;
}

/** A new chat line. */
export interface ChatMessage {
  readonly type: "chat";
  readonly seq: number;
  readonly line: ChatLine;
}

/** The options of a new table that the rules allow. */
export interface Choices {
  readonly combinations: readonly Combination[];
  readonly levels: readonly ("easy" | "normal" | "hard" | "expert" | "sage")[];
  /** Bots of the host, offered beside the levels. */
  readonly bots: readonly string[];
  /** Seconds for each decision; null: no clock. */
  readonly clocks: { readonly [key in "none" | "30s" | "90s" | "day" | "three-days"]?: number | null };
  readonly phrases: readonly string[];
  readonly languages: readonly string[];
  readonly grace_seconds: number;
}

/** Choose a move, or choose again before the reveal. */
export interface Choose {
  readonly id?: number | null;
  readonly type: "choose";
  /** The moment of the view that the move answers. */
  readonly moment: number;
  readonly move: MoveText;
}

/** Choose wonder and side of one's own seat, as host of any; null leaves them to chance (before the start). */
export interface ChooseWonder {
  readonly id?: number | null;
  readonly type: "choose-wonder";
  readonly seat: number;
  readonly board?: string | null;
  readonly side?: "A" | "B" | "day" | "night" | null;
}

/** A player has chosen, changed or withdrawn a choice; only that player gets the new game in `play`. */
export interface ChosenMessage {
  readonly type: "chosen";
  readonly seq: number;
  readonly moment: number;
  readonly has_chosen: readonly number[];
  readonly waiting: readonly number[];
  /** For the player whose own choice it was: the view with it, and what may be decided next. */
  readonly play: Play | null;
}

export type ClientMessage =
  | Join
  | TakeSeat
  | LeaveSeat
  | SeatBot
  | AwaitInvitations
  | InviteProgram
  | EmptySeat
  | SwapSeats
  | SetOptions
  | ChooseWonder
  | Ready
  | Start
  | Choose
  | Withdraw
  | Preview
  | Advice
  | TakeBack
  | Relieve
  | Return
  | Invite
  | AskSeat
  | Assent
  | Chat
  | Mute
  | Rematch
  | Ping;

/** The table with a code. */
export interface CodeAnswer {
  readonly table: string;
  readonly link: string;
}

/** The code of a table, as somebody typed it. */
export interface CodeBody {
  readonly code: string;
}

/** A code of the authenticator app, or a recovery code. */
export interface CodeOfAppBody {
  readonly code: string;
}

/** Player counts that an edition, its boxes and a mode allow. */
export interface Combination {
  readonly edition: "first" | "second";
  readonly expansions: readonly ("leaders" | "cities" | "manneken-pis")[];
  readonly mode: "standard" | "free-city" | "teams";
  readonly seats: readonly number[];
  readonly boards: readonly string[];
  readonly sides: readonly ("A" | "B" | "day" | "night")[];
}

/** Confirm the deletion, for an account with its password. */
export interface ConfirmBody {
  readonly password?: string | null;
}

/** One conflict, as it ended or as it would end now: between a city and its opponent on the left. Partners do not fight, and cities with diplomacy are skipped. */
export interface Conflict {
  readonly seat: number;
  readonly left: number;
  readonly shields: number;
  readonly left_shields: number;
  /** Tokens that the city takes. */
  readonly tokens: readonly number[];
  /** Tokens that the other one takes. */
  readonly left_tokens: readonly number[];
  /** In teams, which of the two have diplomacy, so that one token is taken instead of two. */
  readonly diplomats: readonly number[];
}

/** A person who is connected now. */
export interface ConnectedPerson {
  readonly person: Person;
  readonly account: string | null;
  readonly table: string | null;
  readonly address: string;
}

/** Play on from a moment of a recorded game, against bots. */
export interface ContinueBody {
  /** How many moments of the game come before; 0 is its start. */
  readonly moment: number;
  /** Where the person sits; bots have the others. */
  readonly seat?: number;
  readonly level?: string;
}

/** Likewise, with a record from elsewhere. */
export interface ContinueRecordBody {
  /** How many moments of the game come before; 0 is its start. */
  readonly moment: number;
  /** Where the person sits; bots have the others. */
  readonly seat?: number;
  readonly level?: string;
  readonly record: string;
}

/** The deal of a day. */
export interface DailyDay {
  readonly day: string;
  /** When it can no longer be played, in milliseconds since 1970. */
  readonly ends: number;
  /** The server's time. */
  readonly now: number;
  readonly options: Options;
  readonly level: "easy" | "normal" | "hard" | "expert" | "sage";
  readonly state: "new" | "playing" | "late" | "over";
  /** My game. */
  readonly table: string | null;
  /** Days in a row on which I have finished the deal, up to this one or the one before. */
  readonly streak: number;
  /** My longest streak. */
  readonly longest: number;
  /** The rows of the score sheet, in the order of `categories` of the results. */
  readonly categories: readonly string[];
  /** Null until I have finished or the day is over. */
  readonly results: DailyResults | null;
  /** What boards, hands and bots of the day follow from; null until the day is over. */
  readonly secret: string | null;
}

/** The deals of a month, as far as the calendar has come. */
export interface DailyMonth {
  readonly month: string;
  readonly days: readonly DailyMonthDay[];
  readonly streak: number;
  readonly longest: number;
}

/** A day in the view of a month. */
export interface DailyMonthDay {
  readonly day: string;
  readonly options: Options;
  readonly state: "new" | "playing" | "late" | "over";
  readonly table: string | null;
  /** Mine; null unless I have finished in time. */
  readonly points: number | null;
  readonly rank: number | null;
  /** The most points of an account; null until the day is over or I have finished. */
  readonly best: number | null;
  /** How many people have finished; null likewise. */
  readonly count: number | null;
}

/** How somebody has played the deal of a day. */
export interface DailyResult {
  readonly person: Person;
  /** Among accounts; null for guests and programs, who are not ranked. */
  readonly rank: number | null;
  readonly points: number;
  /** At the table, among the bots. */
  readonly place: number;
  /** Points by category, in the order of the score sheet. */
  readonly categories: readonly number[];
  /** The game, whose replay can be opened. */
  readonly table: string;
  readonly you: boolean;
}

/** All results of a day. */
export interface DailyResults {
  /** Most points first; only the first thousand, and mine. */
  readonly results: readonly DailyResult[];
  /** How many people have finished it in time. */
  readonly count: number;
  /** How many of them are accounts. */
  readonly ranked: number;
  /** Null until the sage has finished, too. */
  readonly sage: DailySage | null;
}

/** How the sage has played the deal of a day. */
export interface DailySage {
  readonly points: number;
  readonly place: number;
  readonly categories: readonly number[];
  readonly table: string;
}

/** The games that ended on a day. */
export interface Day {
  /** As in 2026-11-16, in universal time. */
  readonly day: string;
  readonly games: number;
}

/** One decision of a game. */
export interface DecisionAnalysis {
  /** The number of its moment in the replay, from 0. */
  readonly line: number;
  readonly moment: string;
  /** Who decided. */
  readonly seat: number;
  /** For which city; differs from `seat` only for the Free City. */
  readonly city: number;
  readonly kind: "side" | "draft" | "recruit" | "play" | "last-card" | "dig" | "copy" | "debt" | "over";
  readonly move: string;
  /** The move made. */
  readonly shown: RevealedMove;
  readonly choices: number;
  readonly stake: number;
  /** At most five, the best first, and the move made if it is none of them. */
  readonly best: readonly MoveAnalysis[];
  readonly loss: MoveLoss;
  readonly mark: "slip" | "mistake" | "blunder" | null;
  /** For the best move if something was lost, else for the move made. */
  readonly reasons: readonly AnalysisReason[];
}

/** The request was carried out and stored. */
export interface Done {
  readonly type: "done";
  readonly id: number | null;
  readonly seq: number;
  /** The answer to `choose`: the choice as it was understood, with the payment filled in. */
  readonly move?: Move;
}

/** A printed effect: its kind, its values, and an explanation. */
export interface Effect {
  readonly kind: string;
  readonly args: Readonly<Record<string, number | string | readonly string[]>>;
  readonly text: string;
}

/** Where to send a link for a new password; null: nowhere. */
export interface EmailBody {
  readonly password: string;
  readonly email: string | null;
}

/** Remove a bot or a person from a seat (host only, before the start). */
export interface EmptySeat {
  readonly id?: number | null;
  readonly type: "empty-seat";
  readonly seat: number;
}

/** The request was refused; nothing has changed. */
export interface Error {
  readonly type: "error";
  readonly id: number | null;
  /** Stable; a client translates it. The list is in `docs/protocol.md`. */
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** An error: a stable code and its parameters. */
export interface ErrorAnswer {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Everything that the server knows about the person. */
export interface Export {
  readonly person: Person;
  readonly account: string | null;
  readonly created: number;
  readonly email: string | null;
  readonly deletion: number | null;
  readonly sessions: readonly Session[];
  readonly tokens: readonly Token[];
  /** Ids of the people whose chat the person does not want to see. */
  readonly muted: readonly string[];
  readonly games: readonly ExportedGame[];
  readonly chat: readonly ExportedLine[];
}

/** A table at which the person has a seat. */
export interface ExportedGame {
  readonly table: string;
  readonly status: "open" | "playing" | "over";
  readonly created: number;
  readonly changed: number;
  /** Of a finished game, as text. */
  readonly record: string | null;
}

/** Something the person said at a table. */
export interface ExportedLine {
  readonly table: string;
  readonly at: number;
  readonly text: string;
}

/** The permanent page of a finished game. */
export interface FinishedGame {
  readonly table: string;
  readonly options: Options;
  readonly seats: readonly Seat[];
  readonly ended: number;
  /** The moment of a recorded game at which this one began; such a game is not rated. */
  readonly begun: string | null;
  /** Whether a player had asked for advice; such a game is not rated. */
  readonly coached: boolean;
  /** How many turns were taken back; such a game is not rated. */
  readonly taken_back: number;
  /** The day whose deal was played. */
  readonly daily: string | null;
  readonly result: Result;
  /** The last position with everything shown (`heptapolis-view/1`). */
  readonly view: View;
}

/** Whose password was forgotten, and the language of the mail. */
export interface ForgottenBody {
  readonly account: string;
  readonly language?: "en" | "fr" | "nl" | "de" | "da";
}

/** A person found by name. */
export interface FoundPerson {
  readonly person: Person;
  readonly account: string | null;
  readonly created: number;
}

/** The Free City of the two-player game. */
export interface FreeCity {
  readonly seat: number;
  /** Who plays for it. */
  readonly holder: number;
  /** How many cards its draw pile has. */
  readonly draw_pile: number;
  /** For its holder: the card drawn this turn, which is not in `hand`. */
  readonly drawn: string | null;
}

/** Allow a name again. */
export interface FreeNameBody {
  readonly name: string;
}

/** What a city got this turn, after the reveal. */
export interface Fresh {
  readonly built: number;
  readonly stages: number;
  readonly leaders: number;
  readonly held: number;
  readonly bonus: boolean;
  /** From whom it has bought. */
  readonly bought?: readonly ("left" | "right" | "bank")[];
}

/** What the sage thinks of a game (`heptapolis-analysis/1`), as `docs/outputs.md` describes it. */
export interface GameAnalysis {
  readonly format: string;
  readonly players: number;
  readonly edition: "first" | "second";
  readonly expansions: readonly ("leaders" | "cities" | "manneken-pis")[];
  readonly mode: "standard" | "free-city" | "teams";
  readonly evaluator: string;
  readonly net: string;
  readonly net_fingerprint: string;
  readonly language: "en" | "fr" | "nl" | "de" | "da";
  readonly decisions: readonly DecisionAnalysis[];
  readonly turns: readonly TurnForecast[];
  readonly accuracy: readonly (number | null)[];
  readonly moments_that_decided: readonly string[];
  readonly turnings: readonly TurningPoint[];
  readonly seconds: number;
  readonly highlights: readonly SeatHighlights[];
}

/** What a finished game meant for ratings. */
export interface GameRatings {
  readonly rated: "no" | "yes" | "address" | "helped" | "program" | "void";
  /** For the person who asks, and for people on the leaderboards. */
  readonly changes: readonly RatingChange[];
}

/** Games behind a number of a profile, the latest first; for a category those with most points in it. */
export interface GamesBehind {
  readonly games: readonly PlayedGame[];
  /** Whether there are more than these twenty; ask with `skip` for the next ones. */
  readonly more: boolean;
}

/** The games behind a number of a profile. */
export interface GamesQuery {
  readonly topic?:
    "all" | "wonder" | "board" | "players" | "edition" | "boxes" | "way" | "category" | "person" | "rating";
  /** What they have in common, as the profile names it: a board as in `Giza|A`, a number of players, a person. */
  readonly key?: string;
  readonly only?: "all" | "rated" | "people";
  readonly days?: number;
  readonly skip?: number;
}

/** Log in as a guest, or change the nickname. */
export interface GuestBody {
  readonly name: string;
}

/** Games with one other person. */
export interface HeadToHead {
  readonly person: Person;
  readonly games: number;
  readonly ahead: number;
  readonly behind: number;
}

/** What the server computes besides the view, so that clients need no rules. */
export interface Help {
  /** Of the age, counted from 1. */
  readonly turn: number;
  readonly turns: number;
  /** Where hands go after this turn. */
  readonly passes: "left" | "right" | "swap";
  /** What a victory is worth in this age. */
  readonly victory: number;
  /** By seat. */
  readonly figures: readonly SeatFigures[];
  /** The cards that the viewer may use now. */
  readonly cards: readonly CardHint[];
  /** The next stage of each city for which the viewer decides now. */
  readonly stages: readonly StageHint[];
}

/** What the host tells everybody. */
export interface HostMessage {
  readonly text: string;
  readonly at: number;
  readonly until: number;
}

/** The games at the public tables of this server. */
export interface HostStatistics {
  readonly games: number;
  /** The last sixty days on which a game ended, the first day first. */
  readonly days: readonly Day[];
  readonly boards: readonly BoardShare[];
  readonly sizes: readonly TableSize[];
  readonly longest: readonly RecordGame[];
  readonly closest: readonly RecordGame[];
  /** The most points of a city; without games in which somebody had help. */
  readonly best: readonly RecordGame[];
}

/** A host invites this program to a seat: it may join the table and take it. */
export interface Invitation {
  readonly type: "invitation";
  readonly table: string;
  readonly link: string;
  readonly seat: number;
  readonly by: Person;
  readonly options: Options;
}

/** Let somebody ask for a bot's seat during a game, or no longer (host only). */
export interface Invite {
  readonly id?: number | null;
  readonly type: "invite";
  readonly seat: number;
  readonly wanted?: boolean;
}

/** Invite a program that waits to a seat, by its name (host only, before the start). */
export interface InviteProgram {
  readonly id?: number | null;
  readonly type: "invite-program";
  readonly seat: number;
  readonly name: string;
}

/** Join a table, as a player or a spectator; the first message of every socket. */
export interface Join {
  readonly id?: number | null;
  readonly type: "join";
  readonly table: string;
  /** The last sequence number this client has; the answer holds what it missed. */
  readonly since?: number;
  /** Public information only, even for a person with a seat. */
  readonly watch?: boolean;
  /** Wait for a seat of a running game: nothing of the game is sent until the seat is given. */
  readonly enter?: boolean;
}

/** What the viewer knows of a hand that it has held and passed on. */
export interface KnownHand {
  readonly seat: number;
  readonly size: number;
  /** The hand holds `size` of these. */
  readonly cards: readonly string[];
}

/** Leaders that the viewer passed on in the draft: each of these seats has one of them. */
export interface KnownLeaders {
  readonly seats: readonly number[];
  readonly cards: readonly string[];
}

/** The people who want to be listed, the best first by what their rating is at least. */
export interface Leaderboard {
  readonly kind: "base" | "expansions" | "teams";
  /** How many there are; the list has the first hundred, and the person who asks. */
  readonly people: number;
  readonly rows: readonly LeaderboardRow[];
}

/** A person on a leaderboard. */
export interface LeaderboardRow {
  readonly rank: number;
  readonly person: Person;
  readonly rating: number;
  readonly spread: number;
  readonly games: number;
  /** When the last rated game ended, in milliseconds since 1970. */
  readonly ended: number;
  readonly you: boolean;
}

/** Leave the seat; during a game a bot gets it. */
export interface LeaveSeat {
  readonly id?: number | null;
  readonly type: "leave-seat";
}

/** A seat in a list of tables. */
export interface ListedSeat {
  readonly seat: number;
  /** Its owner; also while a bot sits in. */
  readonly person: Person | null;
  /** The bot that plays here: for itself where there is no owner, else until the owner is back. */
  readonly bot: string | null;
}

/** Seats, people, options or presence have changed. */
export interface LobbyMessage {
  readonly type: "lobby";
  readonly seq: number;
  readonly table: TableState;
  readonly you: number | null;
}

/** A deeper look at one decision. */
export interface LookAnswer {
  readonly decision: DecisionAnalysis;
}

/** Look deeper at one decision of a game. */
export interface LookBody {
  /** The number of its moment in the replay, from 0. */
  readonly line: number;
  /** The city that was decided for. */
  readonly city: number;
}

/** Likewise, with a record from elsewhere. */
export interface LookRecordBody {
  /** The number of its moment in the replay, from 0. */
  readonly line: number;
  /** The city that was decided for. */
  readonly city: number;
  readonly record: string;
}

/** Start or end maintenance. */
export interface MaintenanceBody {
  readonly mode: "off" | "finish" | "pause";
  readonly reason?: string;
}

/** Who you are. */
export interface Me {
  readonly person: Person | null;
  readonly account: string | null;
  /** Whether the host's tools are open to you. */
  readonly admin: boolean;
  /** Until when you are banned; 0 until it is lifted, null without a ban. */
  readonly banned_until: number | null;
}

/** A message to everybody; an empty text takes it away. */
export interface MessageBody {
  readonly text: string;
  readonly hours?: number;
}

/** A move: `player`, `action` and the fields that the action needs. */
export interface Move {
  readonly player: number;
  readonly action: "build" | "wonder" | "discard" | "pass" | "dig" | "copy" | "settle" | "side" | "draft" | "recruit";
  readonly card?: string;
  /** Every `build` and `wonder` that is paid for. */
  readonly pay?: Pay;
  /** The power that makes it free. */
  readonly using?: string;
  /** Whose stage is copied, where the board leaves the choice. */
  readonly copy?: "left" | "right";
  /** `settle`: the coins paid. */
  readonly coins?: number;
  /** `side`: the side chosen. */
  readonly side?: "A" | "B" | "day" | "night";
  /** The Free City's seat when the move is for the Free City. */
  readonly city?: number;
}

/** A move and the expected result of the game after it, by what its seat knew. */
export interface MoveAnalysis {
  /** As records write it. */
  readonly move: string;
  readonly shown: RevealedMove;
  readonly points: number;
  readonly margin: number;
  /** The chance to win, from 0 to 1. */
  readonly win: number;
  /** What moves are ranked by. */
  readonly worth: number;
  /** The standard error of `worth`; null if the search did not try the move. */
  readonly error: number | null;
  readonly reasons: readonly AnalysisReason[];
}

/** What a move lost against the best one; 0 if the search cannot tell the two apart. */
export interface MoveLoss {
  readonly points: number;
  readonly win: number;
}

/** What a legal move would do if the others did nothing; their moves may change it. */
export interface MovePreview {
  readonly move: Move;
  /** Treasuries afterwards, by seat. */
  readonly coins: readonly number[];
  /** Goods that are bought with its payment; where several purchases cost the same, one of them. */
  readonly bought: Bought;
  /** What it adds to what the city produces; each entry is one unit of one of these resources. */
  readonly makes: readonly (readonly string[])[];
  /** Coins that each seat would have to pay or take as debt. */
  readonly losses: readonly number[];
  readonly shields: number;
  /** How all conflicts would end afterwards. */
  readonly conflicts: readonly Conflict[];
  /** Diplomacy tokens afterwards. */
  readonly diplomacy: number;
  /** Seats that would stay out of the conflicts by diplomacy. */
  readonly peace: readonly number[];
  readonly science: Science;
  /** What the city pays for one unit from the next turn on. */
  readonly prices: NeighborPrices;
  /** The score afterwards, where the table shows it. */
  readonly points: number | null;
}

/** A move that a client chooses: one of the legal moves, or without `pay` the cheapest of them. */
export interface MoveText {
  readonly player: number;
  readonly action: "build" | "wonder" | "discard" | "pass" | "dig" | "copy" | "settle" | "side" | "draft" | "recruit";
  readonly card?: string | null;
  readonly pay?: PayInput | null;
  readonly using?: string | null;
  readonly copy?: "left" | "right" | null;
  readonly city?: number | null;
  readonly coins?: number | null;
  readonly side?: "A" | "B" | "day" | "night" | null;
}

/** Hide or show the chat lines of a person, only for yourself. */
export interface Mute {
  readonly id?: number | null;
  readonly type: "mute";
  readonly person: string;
  readonly muted?: boolean;
}

/** The people that this person has muted; sent to all tabs of the person. */
export interface MutedMessage {
  readonly type: "muted";
  readonly muted: readonly string[];
}

/** My tables that are not finished: those that wait for me first, then by the time left. */
export interface MyTables {
  readonly tables: readonly TableSummary[];
  /** The server's time, for the time left. */
  readonly now: number;
}

/** Reserve a name for admins, or forbid it as a part of any name. */
export interface NameBody {
  readonly name: string;
  readonly kind: "reserved" | "forbidden";
}

/** Prices of one unit from each neighbor. */
export interface NeighborPrices {
  readonly left: TradePrices;
  readonly right: TradePrices;
}

/** Open a table. */
export interface NewTable {
  readonly options: OptionsInput;
  /** Where to sit down at once; null: nowhere yet. */
  readonly seat?: number | null;
  /** Bots by seat; null or missing: free. */
  readonly bots?: readonly (string | null)[];
  /** Start at once (every other seat has a bot). */
  readonly start?: boolean;
}

/** The new table. */
export interface NewTableAnswer {
  readonly table: string;
  readonly link: string;
}

/** The host's message, if there is one, and whether the server is under maintenance. */
export interface Notice {
  readonly message: HostMessage | null;
  readonly maintenance: "off" | "finish" | "pause";
}

/** What the host tells everybody: after `welcome` if there is something, and when it changes. */
export interface NoticeMessage {
  readonly type: "notice";
  readonly notice: Notice;
}

/** All cards of one city that are no longer secret once its game is over. */
export interface OpenCards {
  readonly hand: readonly string[];
  readonly leader_hand: readonly string[];
  readonly draft_hand: readonly string[];
  /** The cards under its stages; null where the record does not say. */
  readonly buried: readonly (string | null)[];
}

/** What a table plays and how; the host can change it until the start. */
export interface Options {
  readonly edition: "first" | "second";
  readonly expansions: readonly ("leaders" | "cities" | "manneken-pis")[];
  readonly mode: "standard" | "free-city" | "teams";
  /** People and bots; the Free City of the two-player game is not counted. */
  readonly seats: number;
  /** Wonders by seat; null or missing: drawn at random. */
  readonly boards: readonly (string | null)[];
  /** Sides by seat; null or missing: random (second edition: the owner is asked). */
  readonly sides: readonly ("A" | "B" | "day" | "night" | null)[];
  /** Time for each decision; when it runs out a bot decides. */
  readonly clock: "none" | "30s" | "90s" | "day" | "three-days";
  /** Whether the table is in the list of open and running tables; otherwise it is found by its link only. */
  readonly public: boolean;
  /** Whether everyone sees the current scores. */
  readonly show_scores: boolean;
  /** The bot that decides when the clock has run out or a person is away. */
  readonly clock_level: "easy" | "normal" | "hard" | "expert" | "sage";
  /** Whether players may ask what the sage would do; against bots alone they always may. */
  readonly coach: boolean;
  /** Whether the game counts for ratings: a public table with a clock, without coach, undo and chosen boards. */
  readonly rated: boolean;
}

/** The options of a table as a client sends them; missing options get defaults. */
export interface OptionsInput {
  readonly edition?: "first" | "second";
  readonly expansions?: readonly ("leaders" | "cities" | "manneken-pis")[];
  readonly mode?: "standard" | "free-city" | "teams";
  readonly seats?: number;
  readonly boards?: readonly (string | null)[];
  readonly sides?: readonly ("A" | "B" | "day" | "night" | null)[];
  readonly clock?: "none" | "30s" | "90s" | "day" | "three-days";
  readonly public?: boolean;
  readonly show_scores?: boolean;
  readonly clock_level?: "easy" | "normal" | "hard" | "expert" | "sage";
  readonly coach?: boolean;
  readonly rated?: boolean;
}

/** Confirm with the password, or change it. */
export interface PasswordBody {
  readonly password: string;
  readonly new_password?: string | null;
}

/** Coins for what is bought; those of the printed cost are not included. */
export interface Pay {
  readonly left: number;
  readonly right: number;
  /** Only where something is bought from the bank. */
  readonly bank?: number;
}

/** Coins paid for bought goods, without the printed coins. */
export interface PayInput {
  readonly left?: number;
  readonly right?: number;
  readonly bank?: number;
}

/** Coins paid for bought goods to both neighbors and the bank, without the printed coins. */
export interface Payment {
  readonly left: number;
  readonly right: number;
  readonly bank: number;
}

/** A decision to make, with every legal move. */
export interface PendingDecision {
  readonly player: number;
  readonly decision: "side" | "draft" | "recruit" | "play" | "last-card" | "dig" | "copy" | "debt" | "over";
  /** The Free City's seat when it is for the Free City. */
  readonly city?: number;
  readonly moves: readonly Move[];
}

/** A person, as others see them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly kind: "guest" | "account" | "program";
}

/** The rating of a person in one kind of games. */
export interface PersonRating {
  readonly kind: "base" | "expansions" | "teams";
  /** A newcomer has 1500. */
  readonly rating: number;
  /** The true rating is within this distance of it with 95 % certainty. */
  readonly spread: number;
  readonly games: number;
  /** Whether there are fewer than ten games. */
  readonly provisional: boolean;
  /** After each game, the first game first; at most the last 200. */
  readonly history: readonly RatingPoint[];
}

/** Check the connection, and say whether anybody looks at the page. */
export interface Ping {
  readonly id?: number | null;
  readonly type: "ping";
  /** Whether the page is in the background: then a message is sent when it is the person's turn. */
  readonly hidden?: boolean;
}

/** The game as this viewer may see it. */
export interface Play {
  /** Counts the decisions that were carried out; a choice names the moment that it answers. */
  readonly moment: number;
  readonly view: View;
  readonly help: Help;
  /** The viewer's seat. */
  readonly you: number | null;
  /** The players who still have to choose. */
  readonly waiting: readonly number[];
  /** Milliseconds since 1970 when the clock of this moment runs out. */
  readonly deadline: number | null;
  /** Without a clock: when players who have chosen may let a bot play for the others. */
  readonly patience_until: number | null;
  /** Milliseconds since 1970 when this moment began. */
  readonly since: number;
  /** For a viewer who has chosen: the moves by which the choice can still be replaced. */
  readonly again: readonly PendingDecision[];
  /** Once the game is over. */
  readonly result: Result | null;
}

/** A turn was carried out: what happened, and the game now. */
export interface PlayMessage {
  readonly type: "play";
  readonly seq: number;
  readonly reveals: readonly Reveal[];
  readonly play: Play;
}

/** A finished game of a person. */
export interface PlayedGame {
  readonly table: string;
  /** The permanent page of the game, as a path on this server. */
  readonly page: string;
  /** Its replay, likewise. */
  readonly replay: string;
  /** Milliseconds since 1970. */
  readonly ended: number;
  readonly public: boolean;
  readonly edition: "first" | "second";
  readonly boxes: string;
  readonly mode: "standard" | "free-city" | "teams";
  readonly players: number;
  readonly wonder: string;
  readonly side: "A" | "B" | "day" | "night";
  readonly place: number;
  readonly won: boolean;
  readonly points: number;
  /** The points by row of the score sheet. */
  readonly categories: Readonly<Record<string, number>>;
  /** From 0 to 100, where the game was analysed. */
  readonly accuracy: number | null;
  /** Points lost a turn by the sage's judgment, the mean, likewise. */
  readonly lost: number | null;
  /** Up to 14 expected numbers of points over the game, likewise; the last is the result. */
  readonly line: readonly number[];
  readonly rated: "no" | "yes" | "address" | "helped" | "program" | "void";
  /** What it changed in the rating of the person. */
  readonly change: number | null;
}

/** The answer to `ping`. */
export interface Pong {
  readonly type: "pong";
  readonly id: number | null;
  readonly now: number;
}

/** Ask what each legal move with a card would do. */
export interface Preview {
  readonly id?: number | null;
  readonly type: "preview";
  readonly moment: number;
  readonly card: string;
  /** The Free City's seat when it is for the Free City. */
  readonly city?: number | null;
}

/** What the moves with a card would do: the answer to `preview`. */
export interface PreviewMessage {
  readonly type: "preview";
  readonly id: number | null;
  readonly moment: number;
  readonly card: string;
  readonly city: number | null;
  /** One for each legal move with the card, in their order; none for what only keeps a card, as in a draft. */
  readonly moves: readonly MovePreview[];
}

/** One way to pay: coins by receiver, and the total with the printed coins. */
export interface Price {
  readonly pay: Payment;
  readonly total: number;
}

/** What one process of the server is using. */
export interface ProcessUsage {
  readonly process: string;
  readonly at: number;
  readonly started: number;
  /** Of one core. */
  readonly cpu_percent: number;
  readonly memory_bytes: number;
  readonly sockets: number;
  readonly tables: number;
  readonly messages_per_second: number;
}

/** What the statistics know about a person. To others, only games at public tables count. */
export interface Profile {
  readonly person: Person;
  /** Whether it is the profile of the person who asks. */
  readonly own: boolean;
  readonly choice: ProfileChoice;
  /** When the person first came, in milliseconds since 1970. */
  readonly since: number;
  readonly games: number;
  readonly won: number;
  /** The share that luck alone would win. */
  readonly chance: number;
  /** The mean place; null without games. */
  readonly place: number | null;
  readonly points: number | null;
  /** The mean accuracy of the analysed games. */
  readonly accuracy: number | null;
  /** The mean of points lost a turn in the analysed games. */
  readonly lost: number | null;
  /** How many games were analysed. */
  readonly judged: number;
  readonly streak: Streak;
  readonly boards: readonly BoardShare[];
  readonly players: readonly Share[];
  readonly editions: readonly Share[];
  readonly boxes: readonly Share[];
  readonly ways: readonly Share[];
  readonly categories: readonly CategoryMean[];
  /** Of all rated games; nothing without one. */
  readonly ratings: readonly PersonRating[];
  readonly last: readonly PlayedGame[];
  readonly against: readonly HeadToHead[];
}

/** What others may see of me. */
export interface ProfileBody {
  readonly shown: boolean;
  readonly listed: boolean;
}

/** What others may see of a person. */
export interface ProfileChoice {
  /** Whether others may open the profile. */
  readonly shown: boolean;
  /** Whether leaderboards name the person. */
  readonly listed: boolean;
}

/** The programs that wait to be invited to a table, by name. */
export interface ProgramList {
  readonly programs: readonly string[];
}

/** Whether this browser is told when it is my turn. */
export interface PushAnswer {
  readonly subscribed: boolean;
}

/** The key with which a browser subscribes to messages. */
export interface PushKey {
  readonly key: string;
}

/** What a game changed for one seat. */
export interface RatingChange {
  readonly seat: number;
  /** After the game. */
  readonly rating: number;
  readonly change: number;
  /** How much the game counted, from 0 to 1: the same people again and again count less. */
  readonly weight: number;
}

/** A rating after a game. */
export interface RatingPoint {
  readonly ended: number;
  readonly rating: number;
  readonly spread: number;
}

/** Be ready to start, or no longer. */
export interface Ready {
  readonly id?: number | null;
  readonly type: "ready";
  readonly ready: boolean;
}

/** Why something is not possible: a key that the client translates, and the figures in it. */
export interface Reason {
  readonly code: string;
  readonly key: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** Why; for the audit log. */
export interface ReasonBody {
  readonly reason?: string;
}

/** A recorded game from elsewhere, to be replayed; nothing of it is kept. */
export interface RecordBody {
  /** As text or as JSON. */
  readonly record: string;
  /** Whose view is asked for. */
  readonly seat?: number;
}

/** A game that stands out. */
export interface RecordGame {
  readonly table: string;
  readonly page: string;
  readonly replay: string;
  readonly ended: number;
  readonly players: number;
  readonly edition: "first" | "second";
  readonly boxes: string;
  readonly mode: "standard" | "free-city" | "teams";
  readonly seconds: number;
  /** By how many points the winner was ahead. */
  readonly margin: number;
  /** Most points of a city. */
  readonly best: number;
}

/** Codes for the day when the app is lost; each works once. */
export interface RecoveryCodes {
  readonly codes: readonly string[];
}

/** Let a bot play for a person who has been away too long; the owner can return at any time. */
export interface Relieve {
  readonly id?: number | null;
  readonly type: "relieve";
  readonly seat: number;
  readonly level?: "easy" | "normal" | "hard" | "expert" | "sage" | null;
}

/** After the game: open a new table with the same people, bots and options. */
export interface Rematch {
  readonly id?: number | null;
  readonly type: "rematch";
}

/** A recorded game, moment by moment, as one seat saw it. */
export interface Replay {
  /** The table at which it was played; null for a record from elsewhere. */
  readonly table: string | null;
  readonly options: Options;
  readonly seats: readonly Seat[];
  /** Whose views these are. */
  readonly seat: number;
  readonly ended: number | null;
  readonly moments: readonly ReplayMoment[];
  /** Null for the record of a game that was not finished. */
  readonly result: Result | null;
}

/** A recorded game before one of its decisions, or at its end. */
export interface ReplayMoment {
  /** As records write it: `draft.1`, `II.3`, `III.6 dig`, `over`. */
  readonly at: string;
  /** What the chosen seat saw then. */
  readonly view: View;
  /** What it was told beside it; with the running scores. */
  readonly help: Help;
  /** What was decided then for each city, with the cards that lie face down. */
  readonly moves: readonly RevealedMove[];
  /** What everybody saw of it; null at the end. */
  readonly reveal: Reveal | null;
  /** All hands, by city. */
  readonly cards: readonly OpenCards[];
  /** The discard pile, oldest first. */
  readonly discard: readonly string[];
}

/** What a player has reported. */
export interface Report {
  readonly id: string;
  readonly at: number;
  readonly table: string;
  readonly reporter: Person;
  readonly person: Person;
  readonly about: "chat" | "name" | "cheating" | "leaving" | "other";
  readonly note: string;
  readonly status: "open" | "settled" | "dismissed";
  /** What the reporter could read, up to then. */
  readonly chat: readonly ReportedLine[];
}

/** Report a person at a table to the host. */
export interface ReportBody {
  readonly person: string;
  readonly about: "chat" | "name" | "cheating" | "leaving" | "other";
  readonly note?: string;
}

/** Reports, latest first. */
export interface ReportList {
  readonly reports: readonly Report[];
  readonly more: boolean;
}

/** A line of chat in a report. */
export interface ReportedLine {
  readonly at: number;
  readonly person: Person;
  readonly to: "table" | "partner";
  readonly text: string | null;
  readonly phrase:
    "hello" | "good-luck" | "well-played" | "thanks" | "oops" | "hurry" | "wow" | "one-moment" | "good-game" | null;
}

/** A new password, with the secret of the link in the mail. */
export interface ResetBody {
  readonly secret: string;
  readonly new_password: string;
}

/** The result of a game. */
export interface Result {
  readonly scores: readonly Score[];
  readonly winners: readonly number[];
  /** The sum of each pair of partners in a team game. */
  readonly teams: readonly TeamScore[] | null;
  readonly breakdown: readonly Breakdown[];
  /** The cards under the stages, by seat, now revealed. */
  readonly buried: readonly (readonly (string | null)[])[];
  /** Where the record of the game can be downloaded, as a path on this server. */
  readonly record: string;
  /** The permanent page of the game, as a path on this server. */
  readonly page: string;
}

/** Take your seat back from the bot that plays for you. */
export interface Return {
  readonly id?: number | null;
  readonly type: "return";
}

/** What happened after the last choice, in order; the same for everyone. */
export interface Reveal {
  /** The event of the table that it followed from. */
  readonly seq: number;
  /** The moment that ended. */
  readonly moment: number;
  readonly age: number;
  readonly turn: number;
  readonly phase: "side" | "draft" | "recruit" | "play" | "last-card" | "dig" | "copy" | "debt" | "over";
  readonly moves: readonly RevealedMove[];
  /** Treasuries afterwards, by seat. */
  readonly coins: readonly number[];
  /** What each seat's treasury won or lost, everything together. */
  readonly gained: readonly number[];
  readonly conflicts: readonly Conflict[];
  /** Seats that stayed out of the conflicts by diplomacy. */
  readonly peace: readonly number[];
  readonly age_ended: number | null;
  readonly age_begun: number | null;
  readonly game_over: boolean;
}

/** One move as everyone sees it: a card under a wonder or on the discard pile is face down. */
export interface RevealedMove {
  /** The city it was made for. */
  readonly seat: number;
  readonly player: number;
  readonly action: "build" | "wonder" | "discard" | "pass" | "dig" | "copy" | "settle" | "side" | "draft" | "recruit";
  readonly card?: string;
  readonly pay?: Payment;
  readonly using?: string;
  readonly chained: boolean;
  readonly copy?: "left" | "right";
  readonly coins?: number;
  readonly side?: "A" | "B" | "day" | "night";
  readonly by: "person" | "bot" | "clock" | "replaced";
}

/** A chapter of the rules. */
export interface RuleChapter {
  readonly id: string;
  readonly group: "base" | "boxes" | "more";
  readonly title: string;
  readonly paragraphs: readonly RuleParagraph[];
}

/** A paragraph of the rules. Its id is unique in its chapter. */
export interface RuleParagraph {
  readonly id: string;
  /** The text of a question has the answer on its second line. */
  readonly kind: "lead" | "point" | "text" | "heading" | "example" | "question";
  /** With `[Card]` for the name of a card, leader or wonder, `:sign:` and `**stress**`. */
  readonly text: string;
}

/** Everything printed for one edition and its boxes, with names and explanations in a language. */
export interface RulebookData {
  readonly language: string;
  readonly edition: "first" | "second";
  readonly expansions: readonly ("leaders" | "cities" | "manneken-pis")[];
  readonly fingerprint: string;
  readonly cards: readonly CardData[];
  readonly leaders: readonly CardData[];
  readonly boards: readonly BoardData[];
  /** Words of the game by key ("resource.wood", "score.military"). */
  readonly terms: Readonly<Record<string, string>>;
  readonly raw_materials: readonly string[];
  readonly manufactured_goods: readonly string[];
  /** The first treasury; a board may add to it. */
  readonly start_coins: number;
  /** Coins for a discarded card. */
  readonly sale_coins: number;
  /** What a neighbor asks for one unit where nothing makes it cheaper. */
  readonly trade_price: number;
  readonly hand_size: number;
  /** What a victory is worth in each age. */
  readonly victory_tokens: Readonly<Record<string, number>>;
  readonly coins_per_point: number;
  /** Points for a set of three symbols. */
  readonly set_points: number;
}

/** A reserved or forbidden name. */
export interface RuledName {
  readonly name: string;
  readonly kind: "reserved" | "forbidden";
  readonly at: number;
}

/** The rules of the game in a language. */
export interface RulesText {
  readonly language: string;
  readonly chapters: readonly RuleChapter[];
}

/** A mute or ban that is in force. */
export interface Sanction {
  readonly id: string;
  readonly kind: "ban" | "mute";
  readonly person: Person | null;
  readonly addresses: string | null;
  /** Null: until it is lifted. */
  readonly until: number | null;
  readonly at: number;
  readonly reason: string;
}

/** Mute or ban a person, or ban an address range. */
export interface SanctionBody {
  readonly kind: "ban" | "mute";
  readonly person?: string | null;
  /** An address, or a range in CIDR notation such as 192.0.2.0/24. */
  readonly addresses?: string | null;
  /** Null: until it is lifted. */
  readonly hours?: number | null;
  readonly reason?: string;
}

/** The science symbols of a city. */
export interface Science {
  readonly compass: number;
  readonly gear: number;
  readonly tablet: number;
  readonly any: number;
  readonly masks: number;
  /** What they are worth now. */
  readonly points: number;
}

/** Points of a city by category. */
export interface Score {
  readonly seat: number;
  readonly military: number;
  readonly treasury: number;
  readonly wonder: number;
  readonly civilian: number;
  readonly science: number;
  readonly commerce: number;
  readonly guilds: number;
  readonly cities: number;
  readonly leaders: number;
  readonly total: number;
}

/** A source of points. */
export interface ScoreSource {
  readonly kind:
    | "card"
    | "leader"
    | "copied-leader"
    | "copied-guild"
    | "stage"
    | "victories"
    | "defeats"
    | "coins"
    | "debt"
    | "family"
    | "sets"
    | "set-bonus";
  /** The card, leader, wonder or symbol; `left` or `right` for tokens; empty where there is none. */
  readonly name: string;
  /** The stage, or how many. */
  readonly number: number;
  readonly points: number;
}

/** A seat, and who has it. */
export interface Seat {
  readonly seat: number;
  readonly person: Person | null;
  readonly bot: string | null;
  readonly ready: boolean;
  /** Whether the owner is connected now. */
  readonly present: boolean;
  /** Milliseconds since 1970: when the owner's last connection ended. */
  readonly away_since: number | null;
  /** Whether the owner has been away longer than the grace time, so that any player may put a bot in. */
  readonly can_relieve: boolean;
}

/** Put a bot on a free seat, or change its level (host only, before the start). */
export interface SeatBot {
  readonly id?: number | null;
  readonly type: "seat-bot";
  readonly seat: number;
  /** A level, or one of the host's bots. */
  readonly level: string;
}

/** Public figures of one city. */
export interface SeatFigures {
  readonly seat: number;
  readonly left: number;
  readonly right: number;
  readonly shields: number;
  readonly science: Science;
  /** What it produces for itself; each entry is one unit of one of these resources. */
  readonly makes: readonly (readonly string[])[];
  /** What its neighbors can buy, likewise. */
  readonly sells: readonly (readonly string[])[];
  readonly prices: NeighborPrices;
  /** More than 0: it may buy one unit a turn from the bank at this price. */
  readonly bank_price: number;
  /** The other seat of its team in a team game. */
  readonly partner: number | null;
  /** The running score, where the table shows it. */
  readonly points: number | null;
}

/** A player's best and costliest moves, at most three each, as indexes into `decisions`. */
export interface SeatHighlights {
  readonly seat: number;
  readonly best: readonly number[];
  readonly costliest: readonly number[];
}

/** A person who asks for a seat of a running game. */
export interface SeatRequest {
  readonly seat: number;
  readonly person: Person;
  /** The seats of the people who agree so far; all seated people must, before the next age begins. */
  readonly agreed: readonly number[];
}

/** A new secret for an authenticator app. */
export interface SecondFactor {
  readonly secret: string;
  /** For a QR code. */
  readonly uri: string;
}

export type ServerMessage =
  | Welcome
  | TableMessage
  | LobbyMessage
  | ChosenMessage
  | PlayMessage
  | PreviewMessage
  | AdviceMessage
  | ChatMessage
  | MutedMessage
  | NoticeMessage
  | Invitation
  | Done
  | Error
  | Pong
  | Bye;

/** What the server is using. */
export interface ServerUsage {
  readonly version: string;
  readonly processes: readonly ProcessUsage[];
  /** Different people who are connected. */
  readonly people: number;
  readonly unfinished_tables: number;
  readonly database_bytes: number | null;
  readonly disk_free_bytes: number | null;
}

/** A browser in which an account is logged in. */
export interface Session {
  readonly id: string;
  /** Whether it is the one that asks. */
  readonly current: boolean;
  readonly created: number;
  /** When it was last used, to the hour. */
  readonly seen: number;
  /** What the browser calls itself. */
  readonly agent: string;
}

/** Change the options (host only, before the start). */
export interface SetOptions {
  readonly id?: number | null;
  readonly type: "set-options";
  readonly options: OptionsInput;
}

/** Set up the second factor, with the password. */
export interface SetUpBody {
  readonly password: string;
}

/** What became of a report. */
export interface SettleBody {
  readonly status: "open" | "settled" | "dismissed";
  readonly reason?: string;
}

/** How often games of one kind were won. */
export interface Share {
  /** The number of players, the edition, the boxes joined by plus signs, or the way. */
  readonly key: string;
  readonly games: number;
  readonly won: number;
  /** The share that luck alone would win. */
  readonly chance: number;
  /** Points, the mean of a game. */
  readonly points: number;
}

/** A side of a board. */
export interface SideData {
  readonly side: string;
  readonly resource: string | null;
  readonly extra_coins: number;
  readonly powers: readonly Effect[];
  readonly stages: readonly StageData[];
  readonly pays_copied_cost: boolean;
}

/** A stage of a wonder. */
export interface StageData {
  readonly coins: number;
  readonly cost: Readonly<Record<string, number>>;
  readonly effects: readonly Effect[];
}

/** Whether the next stage of the wonder can be built, and how. */
export interface StageHint {
  readonly city: number;
  /** The stage, counted from 1; one more than there are when the wonder is complete. */
  readonly number: number;
  readonly state: "free" | "own" | "trade" | "no";
  /** Coins of the printed cost. */
  readonly coins: number;
  /** Distinct payments, cheapest first. */
  readonly prices: readonly Price[];
  /** For a board that copies either neighbor: the sides that can be chosen. */
  readonly copies: readonly ("left" | "right")[];
  /** Why it cannot be built. */
  readonly reason: Reason | null;
  /** A smallest set of goods that it lacks and nobody sells. */
  readonly missing: readonly string[];
}

/** Start the game (host only; all seats taken, all other people ready). */
export interface Start {
  readonly id?: number | null;
  readonly type: "start";
}

/** Games won one after the other. */
export interface Streak {
  readonly now: number;
  readonly longest: number;
}

/** A browser's push subscription. */
export interface SubscriptionBody {
  readonly endpoint: string;
  readonly keys: SubscriptionKeys;
  readonly language?: "en" | "fr" | "nl" | "de" | "da";
}

/** The keys of a browser's push subscription. */
export interface SubscriptionKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** Let two seats change places, with their wonders (host only, before the start). */
export interface SwapSeats {
  readonly id?: number | null;
  readonly type: "swap-seats";
  readonly seat: number;
  readonly other: number;
}

/** Tables, last changed first. */
export interface TableList {
  readonly tables: readonly TableSummary[];
  /** Whether there are more than are shown. */
  readonly more: boolean;
}

/** The whole table for this viewer: the answer to `join`. */
export interface TableMessage {
  readonly type: "table";
  readonly seq: number;
  readonly id: number | null;
  readonly table: TableState;
  readonly you: number | null;
  /** The game; null before the start. */
  readonly play: Play | null;
  /** What was revealed after the sequence number that the client named, oldest first. */
  readonly reveals: readonly Reveal[];
  /** What was said after it, as far as this viewer may read it. */
  readonly chat: readonly ChatLine[];
  readonly muted: readonly string[];
}

/** The games with one number of players. */
export interface TableSize {
  readonly players: number;
  readonly games: number;
  /** The mean of all cities. */
  readonly points: number;
  /** The mean of the best city. */
  readonly winner: number;
}

/** The table without its game: options, seats, people. */
export interface TableState {
  readonly id: string;
  /** The path to share. */
  readonly link: string;
  /** Letters to type on the start page instead of the link; null once the game has started. */
  readonly code: string | null;
  readonly status: "open" | "playing" | "over";
  readonly options: Options;
  readonly host: string | null;
  readonly seats: readonly Seat[];
  /** Bots' seats for which newcomers may ask, during the game. */
  readonly invited: readonly number[];
  /** People who ask for one of them. */
  readonly asks: readonly SeatRequest[];
  /** How many watch without a seat (those of this server process). */
  readonly watchers: number;
  readonly created: number;
  /** How long a person may be away before others may let a bot play. */
  readonly grace_seconds: number;
  /** The table at which the same people play again. */
  readonly rematch: string | null;
  /** The moment of a recorded game at which this one began (`II.3`); such a game is not rated. */
  readonly begun: string | null;
  /** Whether a player has asked for advice; such a game is not rated. */
  readonly coached: boolean;
  /** How many turns were taken back; such a game is not rated. */
  readonly taken_back: number;
  /** The day whose deal is played here; then there is neither advice nor a way back. */
  readonly daily: string | null;
}

/** A table in a list. */
export interface TableSummary {
  readonly table: string;
  readonly link: string;
  readonly status: "open" | "playing" | "over";
  readonly options: Options;
  readonly host: string | null;
  readonly seats: readonly ListedSeat[];
  /** Seats that can be taken. */
  readonly free: number;
  readonly age: number | null;
  readonly created: number;
  readonly changed: number;
  readonly you: number | null;
  /** Whether the table waits for you. */
  readonly your_turn: boolean;
  /** When the clock of the present decision runs out; null without a clock. */
  readonly deadline: number | null;
  /** When the last card was played; `changed` moves on with the chat. */
  readonly ended: number | null;
  readonly winners: readonly number[] | null;
  readonly totals: readonly number[] | null;
  /** The sum of each pair of partners in a team game that has ended. */
  readonly teams: readonly TeamScore[] | null;
}

/** Take back the last turn that was revealed, in a game against bots alone. */
export interface TakeBack {
  readonly id?: number | null;
  readonly type: "take-back";
  /** The present moment. */
  readonly moment: number;
}

/** Take a free seat or a bot's seat, or move to it. */
export interface TakeSeat {
  readonly id?: number | null;
  readonly type: "take-seat";
  readonly seat: number;
}

/** The score of a team. */
export interface TeamScore {
  readonly seats: readonly number[];
  readonly total: number;
}

/** A token of a program; the secret is shown only when it is created. */
export interface Token {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly secret: string | null;
}

/** The name of a program. */
export interface TokenBody {
  readonly name: string;
}

/** Prices of one unit from a neighbor. */
export interface TradePrices {
  readonly raw: number;
  readonly manufactured: number;
}

/** What every player could expect before a line of the record; the last one is the result. */
export interface TurnForecast {
  readonly line: number;
  readonly moment: string;
  readonly points: readonly number[];
  readonly win: readonly number[];
}

/** A moment that decided the game. */
export interface TurningPoint {
  readonly line: number;
  readonly moment: string;
  /** Whose chance to win changed most. */
  readonly seat: number;
  readonly change: number;
}

/** The address of a push subscription. */
export interface UnsubscribeBody {
  readonly endpoint: string;
}

/** The document `heptapolis-view/1`. Later versions may add fields but change the meaning of none. */
export interface View {
  readonly format: "heptapolis-view/1";
  /** The viewer's seat; None for a spectator. */
  readonly seat: number | null;
  readonly edition: string;
  readonly expansions: readonly string[];
  readonly mode: string;
  readonly age: number;
  readonly turn: number;
  readonly phase: "side" | "draft" | "recruit" | "play" | "last-card" | "dig" | "copy" | "debt" | "over";
  /** The viewer's own choice, as long as it can be changed. */
  readonly chosen: readonly Move[];
  /** The cities for which a move is chosen. */
  readonly has_chosen: readonly number[];
  /** Who still digs, in order; None when nobody does. */
  readonly dig_order: readonly number[] | null;
  readonly seats: readonly ViewSeat[];
  readonly discard: number | readonly string[];
  readonly free_city: FreeCity | null;
  readonly known_hands: readonly KnownHand[];
  readonly known_leaders: readonly KnownLeaders[];
  /** Cards that the viewer knows to be in the discard pile. */
  readonly known_discards: readonly string[];
  /** How the conflicts would end if the age ended now; each pair once. */
  readonly conflicts: readonly Conflict[];
  /** Seats that will stay out of the conflicts by diplomacy. */
  readonly peace: readonly number[];
  /** What was revealed last in this age, without cards that are face down for the viewer. */
  readonly last_moves: readonly Move[];
  /** What the viewer must decide now. */
  readonly pending: readonly PendingDecision[];
}

/** One seat in a view: its city, and its cards as lists where the viewer may see them, else as counts. */
export interface ViewSeat {
  readonly wonder: string;
  readonly side: string | null;
  readonly stages: number;
  readonly copied: readonly ("left" | "right")[];
  readonly buried?: readonly string[];
  readonly coins: number;
  readonly built: readonly string[];
  readonly tokens: readonly number[];
  readonly token_sides: readonly ("left" | "right")[];
  readonly counters?: Readonly<Record<string, number>>;
  readonly debt: number;
  readonly diplomacy: number;
  readonly leaders: readonly string[];
  readonly copied_leader: string | null;
  readonly owes: number;
  readonly used: readonly string[];
  readonly fresh: Fresh | null;
  readonly hand: readonly string[] | number;
  readonly leader_hand: readonly string[] | number;
  readonly draft_hand: readonly string[] | number;
  readonly sold_leaders: readonly string[] | number;
}

/** The first message of a socket: who you are, and how often to ping. */
export interface Welcome {
  readonly type: "welcome";
  readonly you: Person | null;
  readonly version: string;
  /** A name of the server process, for reports of trouble. */
  readonly process: string;
  /** The server's clock in milliseconds since 1970, so that a client can correct its own. */
  readonly now: number;
  /** A client that says nothing for three times as long is taken to be gone. */
  readonly ping_seconds: number;
}

/** Withdraw the choice before the reveal. */
export interface Withdraw {
  readonly id?: number | null;
  readonly type: "withdraw";
  readonly moment: number;
}
