"""Bodies of HTTP responses: cards, boards and rules."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from heptapolis.server.messages.words import Edition, Expansion


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
