"""``/api/rulebook``, ``/api/rules`` and ``/api/choices``: what is printed, the rules, the options of a new table."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import asdict
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Any, Final, cast, get_args

import orjson
from fastapi import APIRouter, Query, Request, Response

from heptapolis.engine import MODES, InvalidOptions, rules_for
from heptapolis.engine.rules import check_combination
from heptapolis.rulebook import LANGUAGES, display_name, editions, expansions, load, terms, title
from heptapolis.rulebook.boxes import changes
from heptapolis.rulebook.model import MANUFACTURED_GOODS, RAW_MATERIALS
from heptapolis.rulebook.rules import rules
from heptapolis.rulebook.texts import effect_text
from heptapolis.server.errors import Refused
from heptapolis.server.http.client_files import accepted_encodings
from heptapolis.server.http.context import RESPONSES
from heptapolis.server.messages import http_answers, rulebook_answers
from heptapolis.server.messages.words import Edition, Expansion, Language, Level, Phrase
from heptapolis.server.tables.options import CLOCK_SECONDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heptapolis.record.json_types import Side
    from heptapolis.rulebook import CardSpec, EffectSpec, SideSpec
    from heptapolis.server.http.context import Context
    from heptapolis.server.messages.http_answers import Choices, Combination
    from heptapolis.server.messages.rulebook_answers import CardData, Effect, RulebookData, SideData
    from heptapolis.server.messages.words import Mode

SEATS: Final = range(2, 9)


def rulebook_routes(context: Context) -> APIRouter:
    """Routes for rulebooks and the options of a new table."""
    router = APIRouter(prefix="/api", responses=RESPONSES, tags=["tables"])

    @router.get("/rulebook", response_model=rulebook_answers.RulebookData)
    async def rulebook(
        request: Request,
        edition: Edition = "first",
        expansions: Annotated[list[Expansion], Query(max_length=8)] = [],  # noqa: B006  FastAPI copies it
        language: Language = "en",
    ) -> Response:
        """Everything printed, with names and explanations in a language."""
        try:
            boxes = rules_for(edition, expansions).key[1]
        except InvalidOptions as error:
            raise Refused("options/combination", why=error.code) from None
        return _unless_known(rulebook_bytes(edition, boxes, language), request)

    @router.get("/rules", response_model=rulebook_answers.RulesText)
    async def rules_text(request: Request, language: Language = "en") -> Response:
        """The rules of the game in a language, chapter by chapter."""
        return _unless_known(rules_bytes(language), request)

    @router.get("/choices", response_model=http_answers.Choices)
    async def new_table_choices() -> Response:
        """The options of a new table."""
        return Response(
            orjson.dumps(choices(context.settings.grace_seconds, tuple(context.settings.bots))),
            media_type="application/json",
        )

    return router


def _unless_known(body: tuple[bytes, bytes, str], request: Request) -> Response:
    """JSON with a tag, compressed where the browser takes that; only the tag if the browser has it already."""
    data, zipped, etag = body
    headers = {"etag": etag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    if "gzip" in accepted_encodings(request.headers.get("accept-encoding", "")):
        data = zipped
        headers["content-encoding"] = "gzip"
    return Response(data, media_type="application/json", headers=headers)


def _body(value: object) -> tuple[bytes, bytes, str]:
    """Something as JSON, the same compressed, and a tag that changes with it."""
    data = orjson.dumps(value)
    return data, gzip.compress(data), f'W/"{hashlib.sha256(data).hexdigest()[:20]}"'


@cache
def rulebook_bytes(edition: Edition, expansions: tuple[str, ...], language: str) -> tuple[bytes, bytes, str]:
    """A rulebook as JSON, the same compressed, and a tag that changes with it."""
    return _body(rulebook_data(edition, expansions, language))


@cache
def rules_bytes(language: str) -> tuple[bytes, bytes, str]:
    """The rules likewise."""
    return _body({"language": language, "chapters": [asdict(chapter) for chapter in rules(language)]})


@cache
def rulebook_data(edition: Edition, expansions: tuple[str, ...], language: str) -> RulebookData:
    """Everything printed, with names and explanations in a language."""
    book = load(edition, expansions)
    return {
        "language": language,
        "edition": edition,
        "expansions": cast("list[Expansion]", list(book.expansions)),
        "fingerprint": book.fingerprint,
        "cards": [_card(card, language) for card in book.cards],
        "leaders": [_card(card, language) for card in book.leaders],
        "boards": [
            {
                "wonder": board.wonder,
                "name": display_name(board.wonder, language),
                "title": title(board.wonder, language),
                "box": board.box,
                "sides": [_side(side, language) for side in board.sides.values()],
            }
            for board in book.boards
        ],
        "terms": dict(terms(language)),
        "raw_materials": list(RAW_MATERIALS),
        "manufactured_goods": list(MANUFACTURED_GOODS),
        "start_coins": book.start_coins,
        "sale_coins": book.sale_coins,
        "trade_price": book.trade_price,
        "hand_size": book.hand_size,
        "victory_tokens": _by_age(book.victory_tokens),
        "coins_per_point": book.coins_per_point,
        "set_points": book.set_points,
    }


def _by_age(values: Mapping[int, Any]) -> dict[str, Any]:
    return {str(age): value for age, value in values.items()}


def _card(card: CardSpec, language: str) -> CardData:
    return {
        "card": card.name,
        "name": display_name(card.name, language),
        "color": card.color,
        "box": card.box,
        "ages": _by_age({age: list(counts) for age, counts in card.copies.items()}),
        "coins": card.coins,
        "cost": dict(card.cost),
        "effects": [_effect(effect, language, card.color) for effect in card.effects],
        "chain_from": list(card.chain_from),
        "chain_to": list(card.chain_to),
        "symbols_in": list(card.symbols_in),
        "symbols_out": list(card.symbols_out),
    }


def _side(side: SideSpec, language: str) -> SideData:
    return {
        "side": side.name,
        "resource": side.resource,
        "extra_coins": side.extra_coins,
        "powers": [_effect(effect, language) for effect in side.powers],
        "stages": [
            {
                "coins": stage.coins,
                "cost": dict(stage.cost),
                "effects": [_effect(effect, language) for effect in stage.effects],
            }
            for stage in side.stages
        ],
        "pays_copied_cost": side.pays_copied_cost,
    }


def _effect(effect: EffectSpec, language: str, color: str | None = None) -> Effect:
    args = {name: list(value) if isinstance(value, tuple) else value for name, value in effect.args.items()}
    return {"kind": effect.kind, "args": args, "text": effect_text(effect, language, color=color)}


def choices(grace_seconds: int, bots: tuple[str, ...] = ()) -> Choices:
    """The options of a new table that the rules and the host allow; ``bots`` are the host's, by name."""
    return _choices(grace_seconds, bots, changes())


@cache
def _choices(grace_seconds: int, bots: tuple[str, ...], changes: int) -> Choices:
    found: list[Combination] = []
    for edition in editions():
        going = expansions(edition)
        for boxes in (each for size in range(len(going) + 1) for each in combinations(going, size)):
            rules = rules_for(edition, boxes)
            sides = dict.fromkeys(side.name for each in rules.boards for side in each.sides)
            for mode in MODES:
                seats = [count for count in SEATS if _allowed(edition, boxes, mode, count)]
                if seats:
                    found.append(
                        {
                            "edition": cast("Edition", edition),
                            "expansions": cast("list[Expansion]", list(boxes)),
                            "mode": cast("Mode", mode),
                            "seats": seats,
                            "boards": [board.wonder for board in rules.boards],
                            "sides": cast("list[Side]", list(sides)),
                        }
                    )
    return {
        "combinations": found,
        "levels": list(get_args(Level)),
        "bots": list(bots),
        "clocks": dict(CLOCK_SECONDS),
        "phrases": list(get_args(Phrase)),
        "languages": list(LANGUAGES),
        "grace_seconds": grace_seconds,
    }


def _allowed(edition: str, expansions: tuple[str, ...], mode: str, seats: int) -> bool:
    try:
        check_combination(rules_for(edition, expansions), mode, seats)
    except InvalidOptions:
        return False
    return True
