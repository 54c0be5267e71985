// Made by scripts/types.mjs from the server's messages; do not edit.

/** Turn a guest into an account, or log in. */
export interface AccountBody {
  readonly account: string;
  readonly password: string;
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
  readonly analysis: GameAnalysis | null;
}

/** A reason for or against a move. */
export interface AnalysisReason {
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** The sentence in the language asked for. */
  readonly text: string;
}

/** A wonder board. */
export interface BoardData {
  readonly wonder: string;
  readonly name: string;
  readonly title: string;
  readonly box: string;
  readonly sides: readonly SideData[];
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
  readonly reason: "restart" | "replaced" | "idle" | "removed";
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
  | EmptySeat
  | SetOptions
  | Ready
  | Start
  | Choose
  | Withdraw
  | Preview
  | Advice
  | TakeBack
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

/** Play on from a moment of a recorded game, against bots. */
export interface ContinueBody {
  /** How many moments of the game come before; 0 is its start. */
  readonly moment: number;
  /** Where the person sits; bots have the others. */
  readonly seat?: number;
  readonly level?: "easy" | "normal" | "hard" | "expert" | "sage";
}

/** Likewise, with a record from elsewhere. */
export interface ContinueRecordBody {
  /** How many moments of the game come before; 0 is its start. */
  readonly moment: number;
  /** Where the person sits; bots have the others. */
  readonly seat?: number;
  readonly level?: "easy" | "normal" | "hard" | "expert" | "sage";
  readonly record: string;
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
  readonly result: Result;
  /** The last position with everything shown (`heptapolis-view/1`). */
  readonly view: View;
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

/** Log in as a guest, or change the nickname. */
export interface GuestBody {
  readonly name: string;
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

/** Join a table, as a player or a spectator; the first message of every socket. */
export interface Join {
  readonly id?: number | null;
  readonly type: "join";
  readonly table: string;
  /** The last sequence number this client has; the answer holds what it missed. */
  readonly since?: number;
  /** Public information only, even for a person with a seat. */
  readonly watch?: boolean;
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
  readonly bot: "easy" | "normal" | "hard" | "expert" | "sage" | null;
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

/** Who you are. */
export interface Me {
  readonly person: Person | null;
  readonly account: string | null;
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
  readonly bots?: readonly ("easy" | "normal" | "hard" | "expert" | "sage" | null)[];
  /** Start at once (every other seat has a bot). */
  readonly start?: boolean;
}

/** The new table. */
export interface NewTableAnswer {
  readonly table: string;
  readonly link: string;
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

/** Check the connection. */
export interface Ping {
  readonly id?: number | null;
  readonly type: "ping";
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

/** A recorded game from elsewhere, to be replayed; nothing of it is kept. */
export interface RecordBody {
  /** As text or as JSON. */
  readonly record: string;
  /** Whose view is asked for. */
  readonly seat?: number;
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

/** The rules of the game in a language. */
export interface RulesText {
  readonly language: string;
  readonly chapters: readonly RuleChapter[];
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
  readonly bot: "easy" | "normal" | "hard" | "expert" | "sage" | null;
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
  readonly level: "easy" | "normal" | "hard" | "expert" | "sage";
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
  | Done
  | Error
  | Pong
  | Bye;

/** Change the options (host only, before the start). */
export interface SetOptions {
  readonly id?: number | null;
  readonly type: "set-options";
  readonly options: OptionsInput;
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

/** The table without its game: options, seats, people. */
export interface TableState {
  readonly id: string;
  /** The path to share. */
  readonly link: string;
  readonly status: "open" | "playing" | "over";
  readonly options: Options;
  readonly host: string | null;
  readonly seats: readonly Seat[];
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
