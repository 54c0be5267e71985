// Made by scripts/types.mjs from the server's messages; do not edit.

/** Turn a guest into an account, or log in. */
export interface AccountBody {
  readonly account: string;
  readonly password: string;
}

/** Anything a client says; `id` comes back in the answer. */
export interface Ask {
  readonly id?: number | null;
}

/** A wonder board. */
export interface BoardData {
  readonly wonder: string;
  readonly name: string;
  readonly title: string;
  readonly box: string;
  readonly sides: readonly SideData[];
}

/** A body of the HTTP interface: closed. */
export type Body = object;

/** Goods by who sells them, one entry a unit. */
export interface Bought {
  readonly left?: readonly string[];
  readonly right?: readonly string[];
  readonly bank?: readonly string[];
}

/** For one city, by category, where its points come from. */
export interface Breakdown {
  readonly seat: number;
  readonly sources: Readonly<Record<string, readonly ScoreSource[]>>;
}

/** The server closes this socket: come back after so many milliseconds, if `again`. */
export interface Bye {
  readonly type: "bye";
  readonly reason: "restart" | "replaced" | "idle" | "removed";
  readonly again: boolean;
  readonly after: number;
}

/** A card, guild or leader. */
export interface CardData {
  readonly card: string;
  readonly name: string;
  readonly color: string;
  readonly box: string;
  readonly ages: Readonly<Record<string, readonly number[]>>;
  readonly coins: number;
  readonly cost: Readonly<Record<string, number>>;
  readonly effects: readonly Effect[];
  readonly chain_from: readonly string[];
  readonly chain_to: readonly string[];
  readonly symbols_in: readonly string[];
  readonly symbols_out: readonly string[];
}

/** Whether a card of the own hand can be built, and how. */
export interface CardHint {
  readonly card: string;
  readonly city: number;
  readonly state: "free" | "chain" | "own" | "trade" | "power" | "no";
  readonly by?: string | null;
  readonly coins?: number;
  readonly prices?: readonly Price[];
  readonly powers?: readonly string[];
  readonly reason?: Reason | null;
  readonly missing?: readonly string[];
}

/** Say something: free text or a quick phrase, to the table or to the partner. */
export interface Chat {
  readonly id?: number | null;
  readonly type: "chat";
  readonly to?: "table" | "partner";
  readonly text?: string | null;
  readonly phrase?:
    "hello" | "good-luck" | "well-played" | "thanks" | "oops" | "hurry" | "wow" | "one-moment" | "good-game" | null;
  readonly nonce?: string | null;
}

/** One line of the chat. */
export interface ChatLine {
  readonly seq: number;
  readonly at: number;
  readonly person: Person;
  readonly seat?: number | null;
  readonly to: "table" | "partner";
  readonly text?: string | null;
  readonly phrase?:
    "hello" | "good-luck" | "well-played" | "thanks" | "oops" | "hurry" | "wow" | "one-moment" | "good-game" | null;
}

/** Somebody said something. */
export interface ChatMessage {
  readonly type: "chat";
  readonly seq: number;
  readonly line: ChatLine;
}

/** What a new table can choose from, as the rules allow it. */
export interface Choices {
  readonly combinations: readonly Combination[];
  readonly levels: readonly ("easy" | "normal" | "hard" | "expert" | "sage")[];
  readonly clocks: { readonly [key in "none" | "30s" | "90s" | "day" | "three-days"]?: number | null };
  readonly phrases: readonly string[];
  readonly languages: readonly string[];
  readonly grace_seconds: number;
}

/** Choose a move, or choose again before the reveal. */
export interface Choose {
  readonly id?: number | null;
  readonly type: "choose";
  readonly moment: number;
  readonly move: MoveText;
}

/** Somebody has chosen, changed or withdrawn; never what, except one's own. */
export interface ChosenMessage {
  readonly type: "chosen";
  readonly seq: number;
  readonly moment: number;
  readonly has_chosen: readonly number[];
  readonly waiting: readonly number[];
  readonly play?: Play | null;
}

export type ClientMessage =
  | Join
  | TakeSeat
  | LeaveSeat
  | SeatBot
  | EmptySeat
  | SetOptions
  | Ready
  | Start
  | Choose
  | Withdraw
  | Preview
  | Relieve
  | Return
  | Chat
  | Mute
  | Rematch
  | Ping;

/** Player counts that an edition, its boxes and a mode allow. */
export interface Combination {
  readonly edition: "first" | "second";
  readonly expansions: readonly ("leaders" | "cities" | "manneken-pis")[];
  readonly mode: "standard" | "free-city" | "teams";
  readonly seats: readonly number[];
  readonly boards: readonly string[];
  readonly sides: readonly string[];
}

/** Confirm the deletion: an account with its password, a guest without. */
export interface ConfirmBody {
  readonly password?: string | null;
}

/** One conflict, as it ended or as it would end now: a city and the one that it meets on its left. Partners do not meet, and whoever keeps out by diplomacy is passed over. */
export interface Conflict {
  readonly seat: number;
  readonly left: number;
  readonly shields: number;
  readonly left_shields: number;
  readonly tokens: readonly number[];
  readonly left_tokens: readonly number[];
  readonly diplomats?: readonly number[];
}

/** What the client asked for is stored and holds. */
export interface Done {
  readonly type: "done";
  readonly id: number | null;
  readonly seq: number;
  readonly move?: MoveText | null;
}

/** An effect as printed: its kind and values, and what it does in words. */
export interface Effect {
  readonly kind: string;
  readonly args: Readonly<Record<string, number | string | readonly string[]>>;
  readonly text: string;
}

/** Take a bot or a person off a seat (host, before the start). */
export interface EmptySeat {
  readonly id?: number | null;
  readonly type: "empty-seat";
  readonly seat: number;
}

/** What the client asked for was refused; nothing has changed. */
export interface Error {
  readonly type: "error";
  readonly id: number | null;
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A refusal: a stable code, and what belongs to it. */
export interface ErrorAnswer {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** The permanent page of a finished game. */
export interface FinishedGame {
  readonly table: string;
  readonly options: Options;
  readonly seats: readonly Seat[];
  readonly ended: number;
  readonly result: Result;
  readonly view: Readonly<Record<string, unknown>>;
}

/** The Free City: its seat, who plays for it, how many cards its draw pile has. */
export interface FreeCity {
  readonly seat: number;
  readonly holder: number;
  readonly draw_pile: number | readonly string[];
  readonly drawn?: string | null;
}

/** What a city has of this very turn, after the reveal. */
export interface Fresh {
  readonly built?: number;
  readonly stages?: number;
  readonly leaders?: number;
  readonly held?: number;
  readonly bonus?: boolean;
  readonly bought?: readonly ("left" | "right" | "bank")[];
}

/** Come in as a guest, or change the nickname. */
export interface GuestBody {
  readonly name: string;
}

/** What the server works out beside the view, so that a client shows and never judges. */
export interface Help {
  readonly turn: number;
  readonly turns: number;
  readonly passes: "left" | "right" | "swap";
  readonly victory: number;
  readonly cards?: readonly CardHint[];
  readonly stages?: readonly StageHint[];
  readonly figures: readonly SeatFigures[];
  readonly prices?: { readonly [key in "left" | "right"]?: TradePrices };
  readonly bank_price?: number;
}

/** Watch a table, or sit down again; the first message of every socket. */
export interface Join {
  readonly id?: number | null;
  readonly type: "join";
  readonly table: string;
  readonly since?: number;
  readonly watch?: boolean;
}

/** What the viewer knows of a hand that it has held and passed on. */
export interface KnownHand {
  readonly seat: number;
  readonly size: number;
  readonly cards: readonly string[];
}

/** Leaders that the viewer passed on in the draft: each of these seats has one of them. */
export interface KnownLeaders {
  readonly seats: readonly number[];
  readonly cards: readonly string[];
}

/** Stand up; during a game the seat goes to a bot for good. */
export interface LeaveSeat {
  readonly id?: number | null;
  readonly type: "leave-seat";
}

/** Seats, people, options or presence have changed. */
export interface LobbyMessage {
  readonly type: "lobby";
  readonly seq: number;
  readonly table: TableState;
  readonly you: number | null;
}

/** A move of the last reveal, as far as the viewer may see it. */
export interface MadeMove {
  readonly player: number;
  readonly action: "build" | "wonder" | "discard" | "pass" | "dig" | "copy" | "settle" | "side" | "draft" | "recruit";
  readonly card?: string | null;
  readonly pay?: Pay | null;
}

/** Who the server thinks this is. */
export interface Me {
  readonly person: Person | null;
  readonly account?: string | null;
}

/** What a legal move would do if nobody else did anything; cards of others in this turn may add to it. */
export interface MovePreview {
  readonly move: MoveText;
  readonly coins: readonly number[];
  readonly bought: Bought;
  readonly makes: readonly (readonly string[])[];
  readonly losses?: readonly number[];
  readonly shields: number;
  readonly conflicts: readonly Conflict[];
  readonly diplomacy: number;
  readonly peace: readonly number[];
  readonly science: Science;
  readonly prices: { readonly [key in "left" | "right"]?: TradePrices };
  readonly points?: number | null;
}

/** A move as the position contract writes it. */
export interface MoveText {
  readonly player: number;
  readonly action: "build" | "wonder" | "discard" | "pass" | "dig" | "copy" | "settle" | "side" | "draft" | "recruit";
  readonly card?: string | null;
  readonly pay?: Pay | null;
  readonly using?: string | null;
  readonly copy?: "left" | "right" | null;
  readonly city?: number | null;
  readonly coins?: number | null;
  readonly side?: "A" | "B" | "day" | "night" | null;
}

/** No longer see what somebody says, or see it again; only for oneself, and nobody is told. */
export interface Mute {
  readonly id?: number | null;
  readonly type: "mute";
  readonly person: string;
  readonly muted?: boolean;
}

/** Whom this person has muted; to all of the person's tabs. */
export interface MutedMessage {
  readonly type: "muted";
  readonly muted: readonly string[];
}

/** Open a table. */
export interface NewTable {
  readonly options: Options;
  readonly seat?: number | null;
  readonly bots?: readonly ("easy" | "normal" | "hard" | "expert" | "sage" | null)[];
  readonly start?: boolean;
}

/** Where the new table is. */
export interface NewTableAnswer {
  readonly table: string;
  readonly link: string;
}

/** What a table plays and how; chosen by whoever opens it, changed by its host until the start. */
export interface Options {
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
}

/** A value inside messages: closed, so that a misspelled field is an error and not a silence. */
export type Part = object;

/** Confirm with the password, or change it. */
export interface PasswordBody {
  readonly password: string;
  readonly new_password?: string | null;
}

/** Coins for what is bought; those of the printed cost are not in it. */
export interface Pay {
  readonly left?: number;
  readonly right?: number;
  readonly bank?: number;
}

/** What the viewer must decide, with every legal move. */
export interface PendingDecision {
  readonly player: number;
  readonly decision: "side" | "draft" | "recruit" | "play" | "last-card" | "dig" | "copy" | "debt" | "over";
  readonly city?: number | null;
  readonly moves: readonly MoveText[];
}

/** Somebody, as others see them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly kind: "guest" | "account" | "program";
}

/** Ask whether the connection lives. */
export interface Ping {
  readonly id?: number | null;
  readonly type: "ping";
}

/** The game as this viewer may see it. */
export interface Play {
  readonly moment: number;
  readonly view: View;
  readonly help: Help;
  readonly you: number | null;
  readonly waiting: readonly number[];
  readonly deadline: number | null;
  readonly since: number;
  readonly again?: readonly PendingDecision[];
  readonly result?: Result | null;
}

/** Something was carried out: what happened, and the game as it stands now. */
export interface PlayMessage {
  readonly type: "play";
  readonly seq: number;
  readonly reveals: readonly Reveal[];
  readonly play: Play;
}

/** The connection lives. */
export interface Pong {
  readonly type: "pong";
  readonly id: number | null;
  readonly now: number;
}

/** Ask what each legal move with a card would do, before one is chosen; nobody else is told. */
export interface Preview {
  readonly id?: number | null;
  readonly type: "preview";
  readonly moment: number;
  readonly card: string;
  readonly city?: number | null;
}

/** What the moves with a card would do: the answer to `preview`. */
export interface PreviewMessage {
  readonly type: "preview";
  readonly id: number | null;
  readonly moment: number;
  readonly card: string;
  readonly city: number | null;
  readonly moves: readonly MovePreview[];
}

/** One way to pay: what goes to whom, and everything together with the printed coins. */
export interface Price {
  readonly pay: Pay;
  readonly total: number;
}

/** Say that one is ready, or not yet. */
export interface Ready {
  readonly id?: number | null;
  readonly type: "ready";
  readonly ready: boolean;
}

/** Why something is not possible: a key that the client translates, and the figures in it. */
export interface Reason {
  readonly code: string;
  readonly key: string;
  readonly figures?: Readonly<Record<string, number>>;
}

/** Put a bot on the seat of somebody who has been away too long; the owner can come back any time. */
export interface Relieve {
  readonly id?: number | null;
  readonly type: "relieve";
  readonly seat: number;
  readonly level?: "easy" | "normal" | "hard" | "expert" | "sage" | null;
}

/** After the game: a new table with the same people, bots and options; everybody is told where. */
export interface Rematch {
  readonly id?: number | null;
  readonly type: "rematch";
}

/** How the game ended. */
export interface Result {
  readonly scores: readonly Score[];
  readonly winners: readonly number[];
  readonly teams?: readonly TeamScore[] | null;
  readonly breakdown: readonly Breakdown[];
  readonly buried: readonly (readonly (string | null)[])[];
  readonly record: string;
  readonly page: string;
}

/** Take the own seat back from the bot that sits in. */
export interface Return {
  readonly id?: number | null;
  readonly type: "return";
}

/** What happened when the last seat had chosen, in order; the same for everybody. */
export interface Reveal {
  readonly seq: number;
  readonly moment: number;
  readonly age: number;
  readonly turn: number;
  readonly phase: "side" | "draft" | "recruit" | "play" | "last-card" | "dig" | "copy" | "debt" | "over";
  readonly moves: readonly RevealedMove[];
  readonly coins: readonly number[];
  readonly gained: readonly number[];
  readonly conflicts?: readonly Conflict[];
  readonly peace?: readonly number[];
  readonly age_ended?: number | null;
  readonly age_begun?: number | null;
  readonly game_over?: boolean;
}

/** One move as everybody sees it: a card under a wonder or on the discard pile is face down. */
export interface RevealedMove {
  readonly seat: number;
  readonly player: number;
  readonly action: "build" | "wonder" | "discard" | "pass" | "dig" | "copy" | "settle" | "side" | "draft" | "recruit";
  readonly card?: string | null;
  readonly pay?: Pay | null;
  readonly using?: string | null;
  readonly chained?: boolean;
  readonly copy?: "left" | "right" | null;
  readonly coins?: number | null;
  readonly side?: string | null;
  readonly by?: "person" | "bot" | "clock";
}

/** Everything printed for one edition and its boxes, with names and words in a language. */
export interface RulebookData {
  readonly language: string;
  readonly edition: "first" | "second";
  readonly expansions: readonly ("leaders" | "cities" | "manneken-pis")[];
  readonly fingerprint: string;
  readonly cards: readonly CardData[];
  readonly leaders: readonly CardData[];
  readonly boards: readonly BoardData[];
  readonly terms: Readonly<Record<string, string>>;
  readonly start_coins: number;
  readonly sale_coins: number;
  readonly trade_price: number;
  readonly hand_size: number;
  readonly victory_tokens: Readonly<Record<string, number>>;
  readonly coins_per_point: number;
  readonly set_points: number;
}

/** The symbols of a city. */
export interface Science {
  readonly compass: number;
  readonly gear: number;
  readonly tablet: number;
  readonly any: number;
  readonly masks: number;
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

/** Where some points come from. */
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
  readonly name: string;
  readonly number: number;
  readonly points: number;
}

/** A place at the table, and who has it. */
export interface Seat {
  readonly seat: number;
  readonly person?: Person | null;
  readonly bot?: "easy" | "normal" | "hard" | "expert" | "sage" | null;
  readonly ready?: boolean;
  readonly present?: boolean;
  readonly away_since?: number | null;
  readonly can_relieve?: boolean;
}

/** Put a bot on a free seat, or change its level (host, before the start). */
export interface SeatBot {
  readonly id?: number | null;
  readonly type: "seat-bot";
  readonly seat: number;
  readonly level: "easy" | "normal" | "hard" | "expert" | "sage";
}

/** Public figures of one city that a client shows and need not work out. */
export interface SeatFigures {
  readonly seat: number;
  readonly left: number;
  readonly right: number;
  readonly shields: number;
  readonly science: Science;
  readonly makes: readonly (readonly string[])[];
  readonly sells: readonly (readonly string[])[];
  readonly points?: number | null;
}

export type ServerMessage =
  | Welcome
  | TableMessage
  | LobbyMessage
  | ChosenMessage
  | PlayMessage
  | PreviewMessage
  | ChatMessage
  | MutedMessage
  | Done
  | Error
  | Pong
  | Bye;

/** Change what is played (host, before the start). */
export interface SetOptions {
  readonly id?: number | null;
  readonly type: "set-options";
  readonly options: Options;
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
  readonly number: number;
  readonly state: "free" | "own" | "trade" | "no";
  readonly coins?: number;
  readonly prices?: readonly Price[];
  readonly copies?: readonly ("left" | "right")[];
  readonly reason?: Reason | null;
  readonly missing?: readonly string[];
}

/** Start the game (host; every seat taken, everybody else ready). */
export interface Start {
  readonly id?: number | null;
  readonly type: "start";
}

/** Tables, the newest change first. */
export interface TableList {
  readonly tables: readonly TableSummary[];
  readonly more?: boolean;
}

/** The whole table for this viewer: the answer to `join`, and whenever a client must begin anew. */
export interface TableMessage {
  readonly type: "table";
  readonly seq: number;
  readonly id?: number | null;
  readonly table: TableState;
  readonly you: number | null;
  readonly play: Play | null;
  readonly reveals: readonly Reveal[];
  readonly chat: readonly ChatLine[];
  readonly muted: readonly string[];
}

/** Everything about the table that does not depend on a game's cards: lobby, seats, people, clocks. */
export interface TableState {
  readonly id: string;
  readonly link: string;
  readonly status: "open" | "playing" | "over";
  readonly options: Options;
  readonly host: string | null;
  readonly seats: readonly Seat[];
  readonly watchers: number;
  readonly created: number;
  readonly grace_seconds: number;
  readonly rematch?: string | null;
}

/** A table in a list. */
export interface TableSummary {
  readonly table: string;
  readonly link: string;
  readonly status: "open" | "playing" | "over";
  readonly options: Options;
  readonly host: string | null;
  readonly seats: readonly Seat[];
  readonly free: number;
  readonly age?: number | null;
  readonly created: number;
  readonly changed: number;
  readonly you?: number | null;
  readonly your_turn?: boolean;
  readonly ended?: number | null;
  readonly winners?: readonly number[] | null;
  readonly totals?: readonly number[] | null;
}

/** Sit down on a free seat, or move to it; also on a seat that only a bot has. */
export interface TakeSeat {
  readonly id?: number | null;
  readonly type: "take-seat";
  readonly seat: number;
}

/** The sum of partners. */
export interface TeamScore {
  readonly seats: readonly number[];
  readonly total: number;
}

/** Anything the server says. */
export type Tell = object;

/** A token of a program; the secret is shown once, when it is made. */
export interface Token {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly secret?: string | null;
}

/** What a program that plays is called. */
export interface TokenBody {
  readonly name: string;
}

/** What the viewer pays a neighbor for one unit. */
export interface TradePrices {
  readonly raw: number;
  readonly manufactured: number;
}

/** The document `heptapolis-view/1`: new fields may come, none changes its meaning. */
export interface View {
  readonly format: "heptapolis-view/1";
  readonly seat?: number | null;
  readonly edition: string;
  readonly expansions?: readonly string[];
  readonly mode?: string;
  readonly age: number;
  readonly turn?: number;
  readonly phase?: "side" | "draft" | "recruit" | "play" | "last-card" | "dig" | "copy" | "debt" | "over";
  readonly seats: readonly ViewSeat[];
  readonly discard?: number | readonly string[];
  readonly dig_order?: readonly number[] | null;
  readonly free_city?: FreeCity | null;
  readonly chosen?: readonly MoveText[];
  readonly has_chosen?: readonly number[];
  readonly known_hands?: readonly KnownHand[];
  readonly known_leaders?: readonly KnownLeaders[];
  readonly known_discards?: readonly string[];
  readonly last_moves?: readonly MadeMove[];
  readonly conflicts?: readonly Conflict[];
  readonly peace?: readonly number[];
  readonly pending?: readonly PendingDecision[];
}

/** One seat in a view; what is secret is a count or is left out. */
export interface ViewSeat {
  readonly wonder: string;
  readonly side?: string | null;
  readonly stages?: number;
  readonly buried?: readonly (string | null)[] | null;
  readonly coins?: number;
  readonly built?: readonly string[];
  readonly hand?: readonly string[] | number;
  readonly tokens?: readonly number[];
  readonly token_sides?: readonly ("left" | "right")[];
  readonly debt?: number;
  readonly diplomacy?: number;
  readonly leaders?: readonly string[];
  readonly leader_hand?: readonly string[] | number;
  readonly sold_leaders?: readonly string[] | number;
  readonly draft_hand?: readonly string[] | number;
  readonly copied_leader?: string | null;
  readonly owes?: number;
  readonly used?: readonly string[];
  readonly copied?: readonly ("left" | "right")[];
  readonly fresh?: Fresh | null;
}

/** The socket is open: who the server thinks this is, and what it allows. */
export interface Welcome {
  readonly type: "welcome";
  readonly you: Person | null;
  readonly version: string;
  readonly process: string;
  readonly now: number;
  readonly ping_seconds: number;
}

/** Take the choice back before the reveal. */
export interface Withdraw {
  readonly id?: number | null;
  readonly type: "withdraw";
  readonly moment: number;
}
