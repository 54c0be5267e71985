"""Bodies of HTTP responses."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from heptapolis.record.json_types import Phase, Side, ViewDocument
from heptapolis.server.messages.game import Help, Reveal, RevealedMove
from heptapolis.server.messages.parts import ListedSeat, Options, Person, Result, Seat, TeamScore
from heptapolis.server.messages.words import (
    AnalysisState,
    BotName,
    Clock,
    Edition,
    Expansion,
    Language,
    Level,
    Mark,
    Mode,
    Status,
)


class Me(TypedDict):
    """Who you are."""

    person: Person | None
    account: str | None
    admin: bool
    """Whether the host's tools are open to you."""
    banned_until: int | None
    """Until when you are banned; 0 until it is lifted, null without a ban."""


class AccountDetails(TypedDict):
    """What only the owner of an account sees."""

    email: str | None
    """For password resets."""
    mail: bool
    """Whether this server can send mails."""
    deletion: int | None
    """When the account will be deleted; null: it stays."""


class Session(TypedDict):
    """A browser in which an account is logged in."""

    id: str
    current: bool
    """Whether it is the one that asks."""
    created: int
    seen: int
    """When it was last used, to the hour."""
    agent: str
    """What the browser calls itself."""


class ExportedGame(TypedDict):
    """A table at which the person has a seat."""

    table: str
    status: Status
    created: int
    changed: int
    record: str | None
    """Of a finished game, as text."""


class ExportedLine(TypedDict):
    """Something the person said at a table."""

    table: str
    at: int
    text: str


class Export(TypedDict):
    """Everything that the server knows about the person."""

    person: Person
    account: str | None
    created: int
    email: str | None
    deletion: int | None
    sessions: list[Session]
    tokens: list[Token]
    muted: list[str]
    """Ids of the people whose chat the person does not want to see."""
    games: list[ExportedGame]
    chat: list[ExportedLine]


class Token(TypedDict):
    """A token of a program; the secret is shown only when it is created."""

    id: str
    name: str
    created: int
    secret: str | None


class NewTableAnswer(TypedDict):
    """The new table."""

    table: str
    link: str


class CodeAnswer(TypedDict):
    """The table with a code."""

    table: str
    link: str


class TableSummary(TypedDict):
    """A table in a list."""

    table: str
    link: str
    status: Status
    options: Options
    host: str | None
    seats: list[ListedSeat]
    free: int
    """Seats that can be taken."""
    age: int | None
    created: int
    changed: int
    you: int | None
    your_turn: bool
    """Whether the table waits for you."""
    deadline: int | None
    """When the clock of the present decision runs out; null without a clock."""
    ended: int | None
    """When the last card was played; `changed` moves on with the chat."""
    winners: list[int] | None
    totals: list[int] | None
    teams: list[TeamScore] | None
    """The sum of each pair of partners in a team game that has ended."""


class TableList(TypedDict):
    """Tables, last changed first."""

    tables: list[TableSummary]
    more: bool
    """Whether there are more than are shown."""


class PushKey(TypedDict):
    """The key with which a browser subscribes to messages."""

    key: str


class PushAnswer(TypedDict):
    """Whether this browser is told when it is my turn."""

    subscribed: bool


class MyTables(TypedDict):
    """My tables that are not finished: those that wait for me first, then by the time left."""

    tables: list[TableSummary]
    now: int
    """The server's time, for the time left."""


class FinishedGame(TypedDict):
    """The permanent page of a finished game."""

    table: str
    options: Options
    seats: list[Seat]
    ended: int
    begun: str | None
    """The moment of a recorded game at which this one began; such a game is not rated."""
    coached: bool
    """Whether a player had asked for advice; such a game is not rated."""
    taken_back: int
    """How many turns were taken back; such a game is not rated."""
    daily: str | None
    """The day whose deal was played."""
    result: Result
    view: ViewDocument
    """The last position with everything shown (``heptapolis-view/1``)."""


class OpenCards(TypedDict):
    """All cards of one city that are no longer secret once its game is over."""

    hand: list[str]
    leader_hand: list[str]
    draft_hand: list[str]
    buried: list[str | None]
    """The cards under its stages; null where the record does not say."""


class ReplayMoment(TypedDict):
    """A recorded game before one of its decisions, or at its end."""

    at: str
    """As records write it: ``draft.1``, ``II.3``, ``III.6 dig``, ``over``."""
    view: ViewDocument
    """What the chosen seat saw then."""
    help: Help
    """What it was told beside it; with the running scores."""
    moves: list[RevealedMove]
    """What was decided then for each city, with the cards that lie face down."""
    reveal: Reveal | None
    """What everybody saw of it; null at the end."""
    cards: list[OpenCards]
    """All hands, by city."""
    discard: list[str]
    """The discard pile, oldest first."""


class Replay(TypedDict):
    """A recorded game, moment by moment, as one seat saw it."""

    table: str | None
    """The table at which it was played; null for a record from elsewhere."""
    options: Options
    seats: list[Seat]
    seat: int
    """Whose views these are."""
    ended: int | None
    moments: list[ReplayMoment]
    result: Result | None
    """Null for the record of a game that was not finished."""


class AnalysisReason(TypedDict):
    """A reason for or against a move."""

    key: str
    params: dict[str, str | int]
    text: str
    """The sentence in the language asked for."""


class MoveAnalysis(TypedDict):
    """A move and the expected result of the game after it, by what its seat knew."""

    move: str
    """As records write it."""
    shown: RevealedMove
    points: float
    margin: float
    win: float
    """The chance to win, from 0 to 1."""
    worth: float
    """What moves are ranked by."""
    error: float | None
    """The standard error of ``worth``; null if the search did not try the move."""
    reasons: list[AnalysisReason]


class MoveLoss(TypedDict):
    """What a move lost against the best one; 0 if the search cannot tell the two apart."""

    points: float
    win: float


class DecisionAnalysis(TypedDict):
    """One decision of a game."""

    line: int
    """The number of its moment in the replay, from 0."""
    moment: str
    seat: int
    """Who decided."""
    city: int
    """For which city; differs from ``seat`` only for the Free City."""
    kind: Phase
    move: str
    shown: RevealedMove
    """The move made."""
    choices: int
    stake: float
    best: list[MoveAnalysis]
    """At most five, the best first, and the move made if it is none of them."""
    loss: MoveLoss
    mark: Mark | None
    reasons: list[AnalysisReason]
    """For the best move if something was lost, else for the move made."""


class TurnForecast(TypedDict):
    """What every player could expect before a line of the record; the last one is the result."""

    line: int
    moment: str
    points: list[float]
    win: list[float]


class TurningPoint(TypedDict):
    """A moment that decided the game."""

    line: int
    moment: str
    seat: int
    """Whose chance to win changed most."""
    change: float


class SeatHighlights(TypedDict):
    """A player's best and costliest moves, at most three each, as indexes into ``decisions``."""

    seat: int
    best: list[int]
    costliest: list[int]


class GameAnalysis(TypedDict):
    """What the sage thinks of a game (``heptapolis-analysis/1``), as ``docs/outputs.md`` describes it."""

    format: str
    players: int
    edition: Edition
    expansions: list[Expansion]
    mode: Mode
    evaluator: str
    net: str
    net_fingerprint: str
    language: Language
    decisions: list[DecisionAnalysis]
    turns: list[TurnForecast]
    accuracy: list[float | None]
    moments_that_decided: list[str]
    turnings: list[TurningPoint]
    seconds: float
    highlights: list[SeatHighlights]


class AnalysisAnswer(TypedDict):
    """The analysis of a game, or how far it has come."""

    state: AnalysisState
    done: int
    """Decisions judged so far ..."""
    total: int
    """... and in all."""
    outdated: bool
    """Whether ``analysis`` is of another version of the sage; asking for it again makes a new one."""
    analysis: GameAnalysis | None
    """While the first analysis of a game is made: as far as it has come, without accuracy and decisive moments."""


class LookAnswer(TypedDict):
    """A deeper look at one decision."""

    decision: DecisionAnalysis


class Effect(TypedDict):
    """A printed effect: its kind, its values, and an explanation."""

    kind: str
    args: dict[str, int | str | list[str]]
    text: str


class CardData(TypedDict):
    """A card, guild or leader."""

    card: str
    """The key in all messages: the English printed name."""
    name: str
    """What it is called in the language asked for."""
    color: str
    box: str
    ages: dict[str, list[int]]
    """For each age the player counts at which a copy joins."""
    coins: int
    cost: dict[str, int]
    effects: list[Effect]
    chain_from: list[str]
    chain_to: list[str]
    symbols_in: list[str]
    symbols_out: list[str]


class StageData(TypedDict):
    """A stage of a wonder."""

    coins: int
    cost: dict[str, int]
    effects: list[Effect]


class SideData(TypedDict):
    """A side of a board."""

    side: str
    resource: str | None
    extra_coins: int
    powers: list[Effect]
    stages: list[StageData]
    pays_copied_cost: bool


class BoardData(TypedDict):
    """A wonder board."""

    wonder: str
    name: str
    title: str
    box: str
    sides: list[SideData]


class RulebookData(TypedDict):
    """Everything printed for one edition and its boxes, with names and explanations in a language."""

    language: str
    edition: Edition
    expansions: list[Expansion]
    fingerprint: str
    cards: list[CardData]
    leaders: list[CardData]
    boards: list[BoardData]
    terms: dict[str, str]
    """Words of the game by key ("resource.wood", "score.military")."""
    raw_materials: list[str]
    manufactured_goods: list[str]
    start_coins: int
    """The first treasury; a board may add to it."""
    sale_coins: int
    """Coins for a discarded card."""
    trade_price: int
    """What a neighbor asks for one unit where nothing makes it cheaper."""
    hand_size: int
    victory_tokens: dict[str, int]
    """What a victory is worth in each age."""
    coins_per_point: int
    set_points: int
    """Points for a set of three symbols."""


class RuleParagraph(TypedDict):
    """A paragraph of the rules. Its id is unique in its chapter."""

    id: str
    kind: Literal["lead", "point", "text", "heading", "example", "question"]
    """The text of a question has the answer on its second line."""
    text: str
    """With ``[Card]`` for the name of a card, leader or wonder, ``:sign:`` and ``**stress**``."""


class RuleChapter(TypedDict):
    """A chapter of the rules."""

    id: str
    group: Literal["base", "boxes", "more"]
    title: str
    paragraphs: list[RuleParagraph]


class RulesText(TypedDict):
    """The rules of the game in a language."""

    language: str
    chapters: list[RuleChapter]


class ProgramList(TypedDict):
    """The programs that wait to be invited to a table, by name."""

    programs: list[str]


class Combination(TypedDict):
    """Player counts that an edition, its boxes and a mode allow."""

    edition: Edition
    expansions: list[Expansion]
    mode: Mode
    seats: list[int]
    boards: list[str]
    sides: list[Side]


class Choices(TypedDict):
    """The options of a new table that the rules allow."""

    combinations: list[Combination]
    levels: list[Level]
    bots: list[BotName]
    """Bots of the host, offered beside the levels."""
    clocks: dict[Clock, int | None]
    """Seconds for each decision; null: no clock."""
    phrases: list[str]
    languages: list[str]
    grace_seconds: int


class ErrorAnswer(TypedDict):
    """An error: a stable code and its parameters."""

    code: str
    params: dict[str, str | int]
