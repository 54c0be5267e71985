"""Explains cards, wonder stages and symbols in five languages, generated from the card data.

The sentences are in `texts/`; no rule depends on them. They explain kinds of effects, so a card needs no text of its
own.

>>> from heptapolis.rulebook import load
>>> card_text(load("first").card("Vineyard"), "en")
'Take 1 coin for each brown card in your city and both neighboring cities.'
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from heptapolis.rulebook.boxes import changes, registered
from heptapolis.rulebook.errors import RulebookError
from heptapolis.rulebook.model import (
    MANUFACTURED_GOODS,
    RAW_MATERIALS,
    RESOURCES,
    CardSpec,
    EffectSpec,
    SideSpec,
    StageSpec,
)
from heptapolis.rulebook.naming import LANGUAGES, display_name, term
from heptapolis.rulebook.reading import TomlTable, read_toml

SYMBOLS = (
    *RESOURCES,
    "brown",
    "gray",
    "blue",
    "yellow",
    "red",
    "green",
    "purple",
    "black",
    "white",
    "compass",
    "gear",
    "tablet",
    "coin",
    "shield",
    "point",
    "stage",
    "chain",
    "victory",
    "defeat",
    "debt",
    "diplomacy",
    "mask",
    "free-city",
    "team",
)
"""All symbols that have an explanation."""

SELLING_COLORS = ("brown", "gray")
"""Colors of the cards whose resources neighbors can buy."""

_SYMBOL_TERMS = {
    "point": "victory-point",
    "victory": "victory-token",
    "defeat": "defeat-token",
    "diplomacy": "diplomacy-token",
}

ZERO_IS_SINGULAR = ("fr",)
"""Languages that use the singular for zero: "0 pièce"."""


def effect_text(effect: EffectSpec, language: str = "en", *, color: str | None = None) -> str:
    """Explains one effect in a sentence or two.

    Args:
        effect: the effect.
        language: one of `naming.LANGUAGES`.
        color: the color of its card; None on a board.
    """
    words = _texts(language)
    values = {key: value for key, value in effect.args.items() if isinstance(value, int)}
    filled: dict[str, object] = {**values}
    filled |= {
        key: count(noun, values[key], language)
        for key, noun in (("coins", "coin"), ("points", "point"), ("shields", "shield"), ("tokens", "token"))
        if key in values
    }
    sentences = [effect.kind]
    match effect.kind:
        case "produce":
            resources = _words(effect, "resources")
            filled["goods"] = goods_text(resources[0], values["amount"], language)
            filled["resources"] = listed([term(f"resource.{each}", language) for each in resources], "or", language)
            sentences = ["produce" if len(resources) == 1 else "produce_choice"]
            if color not in SELLING_COLORS:
                sentences.append("produce_private")
        case "coins":
            if values["neighbors"]:
                given = words["effect.coins_neighbors"].format(coins=count("coin", values["neighbors"], language))
                return f"{words['effect.coins'].format_map(filled)} {given}"
        case "science":
            filled["symbol"] = term(f"science.{effect.args['symbol']}", language)
            sentences = ["science_any" if effect.args["symbol"] == "any" else "science"]
        case "price":
            where = _words(effect, "where")
            filled["coins"] = count("coin", values["price"], language)
            filled["neighbor"] = words[f"neighbor.{where[0] if len(where) == 1 else 'both'}"]
            sentences = [f"price_{effect.args['goods']}"]
        case "per":
            where = _words(effect, "where")
            place = "self" if where == ("self",) else "all" if "self" in where else "neighbors"
            if place == "self" and color in _words(effect, "items"):
                place = "self-too"
            filled["items"] = listed([words[f"each.{item}"] for item in _words(effect, "items")], "and", language)
            filled["where"] = words[f"where.{place}"]
            sentences = [f"per_{gain}" for gain in ("coins", "points") if values[gain]]
        case "per_set":
            filled["items"] = listed([words[f"cards.{item}"] for item in _words(effect, "items")], "and", language)
        case "copy_stage":
            filled |= {"stage": values["stage"], "neighbor": words[f"neighbor.{effect.args['neighbor']}"]}
        case "loss":
            sentences = ["loss" if effect.args["per"] == "none" else f"loss_{effect.args['per']}"]
        case "rebate":
            filled["neighbor"] = words[f"neighbor.{effect.args['where']}"]
        case "waive":
            filled["cards"] = words[f"cards.{effect.args['on']}"]
        case "bank_resource":
            filled["coins"] = count("coin", values["price"], language)
        case "leader_discount":
            filled |= {key: count("coin", values[key], language) for key in ("own", "neighbors")}
        case "free_color" | "free_color_per_age":
            filled["cards"] = words[f"cards.{effect.args['color']}"]
        case "coins_on_color":
            filled["items"] = words[f"each.{effect.args['color']}"]
        case "draw_leaders":
            filled["leaders"] = count("leader", values["leaders"], language)
    return " ".join(_capitalized(words[f"effect.{sentence}"].format_map(filled)) for sentence in sentences)


def effects_text(effects: Iterable[EffectSpec], language: str = "en", *, color: str | None = None) -> str:
    """Explains several effects; `color` as for `effect_text`."""
    return " ".join(effect_text(effect, language, color=color) for effect in effects)


def card_text(card: CardSpec, language: str = "en") -> str:
    """Explains the effects of a card or leader, without cost and chains."""
    return effects_text(card.effects, language, color=card.color)


def chain_text(card: CardSpec, language: str = "en") -> str:
    """Which cards make this one free and which ones it makes free; '' if there are none."""
    words = _texts(language)
    sentences = []
    for key, others, joined in (("chain_from", card.chain_from, "or"), ("chain_to", card.chain_to, "and")):
        if others:
            cards = listed([display_name(name, language) for name in others], joined, language)
            sentences.append(words[f"card.{key}"].format(cards=cards))
    return " ".join(sentences)


def cost_text(coins: int, cost: Mapping[str, int], language: str = "en") -> str:
    """A printed cost in words; '' if there is none."""
    parts = [count("coin", coins, language)] if coins else []
    parts += [goods_text(name, cost[name], language) for name in RESOURCES if cost.get(name)]
    return ", ".join(parts)


def goods_text(resource: str, number: int, language: str = "en") -> str:
    """A number of one good: "1 textile", "2 textiles"."""
    section = "resource" if number == 1 else "resources"
    return f"{number} {term(f'{section}.{resource}', language)}"


def price_text(coins: int, cost: Mapping[str, int], language: str = "en") -> str:
    """A sentence about the cost of a card or stage."""
    words = _texts(language)
    price = cost_text(coins, cost, language)
    return words["card.cost"].format(cost=price) if price else words["card.cost_free"]


def stage_price_text(side: SideSpec, stage: StageSpec, language: str = "en") -> str:
    """A sentence about the cost of a wonder stage; a stage that copies another may have the cost of the copied one."""
    if side.pays_copied_cost:
        return _texts(language)["card.cost_copied"]
    return price_text(stage.coins, stage.cost, language)


def extra_coins_text(side: SideSpec, language: str = "en") -> str:
    """A sentence about the additional coins of a board; '' if there are none."""
    if not side.extra_coins:
        return ""
    return _texts(language)["card.extra_coins"].format(coins=count("coin", side.extra_coins, language))


def symbol_text(symbol: str, language: str = "en") -> str:
    """Explains one of `SYMBOLS`; raises KeyError for anything else."""
    if symbol in RAW_MATERIALS:
        symbol = "raw"
    elif symbol in MANUFACTURED_GOODS:
        symbol = "manufactured"
    elif symbol in ("gear", "tablet"):
        symbol = "compass"
    return _texts(language)[f"symbol.{symbol}"]


def symbol_name(symbol: str, language: str = "en") -> str:
    """What one of `SYMBOLS` is called."""
    if symbol in RESOURCES:
        kind = "raw" if symbol in RAW_MATERIALS else "manufactured"
        return f"{term(f'resource.{symbol}', language)} ({term(f'resource.{kind}', language)})"
    for key in (f"kind.{symbol}", f"science.{symbol}"):
        try:
            return term(key, language)
        except KeyError:
            continue
    return term(f"game.{_SYMBOL_TERMS.get(symbol, symbol)}", language)


def count(noun: str, number: int, language: str = "en") -> str:
    """A number with its noun: "1 coin", "3 coins". The nouns are the keys of ``[count]`` in the text files."""
    one, _, several = _texts(language)[f"count.{noun}"].partition("|")
    singular = abs(number) == 1 or (number == 0 and language in ZERO_IS_SINGULAR)
    return (one if singular else several).format(n=number)


def listed(words: Sequence[str], joined: str, language: str = "en") -> str:
    """A list in words: "a, b or c"; ``joined`` is "or" or "and"."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + _texts(language)[f"join.{joined}"] + words[-1]


def texts(language: str) -> Mapping[str, str]:
    """All texts of a language by section and key ("effect.points"), with placeholders in braces.

    Raises:
        RulebookError: The language is unknown, or its file is invalid.
    """
    return _texts(language)


def read_texts(root: Traversable, language: str) -> Mapping[str, str]:
    """Reads the texts of a language from the files below `root`."""
    if language not in LANGUAGES:
        raise RulebookError(f"unknown language {language!r}; known: {', '.join(LANGUAGES)}")
    file = f"texts/{language}.toml"
    document = read_toml(root.joinpath("texts"), f"{language}.toml")
    if document is None:
        raise RulebookError("is missing", file=file)
    found: dict[str, str] = {}
    for section, fields in document.items():
        table = TomlTable(fields, file=file, item=section)
        # joining words include their spaces, so the text is not stripped
        found |= {f"{section}.{key}": str(table.take(key)) for key in fields}
    return found


def _texts(language: str) -> Mapping[str, str]:
    return _all_texts(language, changes())


@cache
def _all_texts(language: str, changes: int) -> Mapping[str, str]:
    """The texts of this package and of registered boxes, with English as the fallback."""
    found = dict(read_texts(files(__package__), language))
    for head in registered():
        for each in (LANGUAGES[0], language):
            if head.folder.joinpath("texts", f"{each}.toml").is_file():
                found |= read_texts(head.folder, each)
    return found


def _words(effect: EffectSpec, key: str) -> tuple[str, ...]:
    value = effect.args[key]
    assert isinstance(value, tuple), f"{effect.kind}.{key} is a list of words in every rulebook"
    return value


def _capitalized(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
