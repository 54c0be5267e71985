"""The options of a table: checks them, reads stored ones, and creates the game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from pydantic import ValidationError

from heptapolis import Game, HeptapolisError, InvalidOptions
from heptapolis.record.game.model import Deal
from heptapolis.rulebook import AGES
from heptapolis.server.errors import Refused
from heptapolis.server.messages.client_messages import OptionsInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heptapolis.record.json_types import Side
    from heptapolis.server.messages.parts import Options
    from heptapolis.server.messages.words import Clock

DAY: Final = 86_400
CLOCK_SECONDS: Final[dict[Clock, int | None]] = {"none": None, "30s": 30, "90s": 90, "day": DAY, "three-days": 3 * DAY}
"""The clocks a table can have: seconds for each decision."""


def new_game(options: Options, seed: int) -> Game:
    """A new game with these options; raises ``InvalidOptions`` if they cannot be combined."""
    return Game.new(
        players=options["seats"],
        edition=options["edition"],
        expansions=options["expansions"],
        mode=options["mode"],
        seed=seed,
        boards=options["boards"],
        sides=options["sides"],
    )


SEEDS: Final = 2 + len(AGES)
"""Seeds of a server's game: for the boards, for the leaders, and for each age."""


def game_of_seeds(options: Options, seeds: Sequence[int]) -> Game:
    """A new game in which each shuffle has a seed of its own, so that no hand says anything about a later one.

    The engine's generator is fast but not cryptographic: from the hands of one age its seed could be computed.

    Raises:
        InvalidOptions: the options cannot be combined.
    """
    start, leaders, *ages = [new_game(options, seed).record() for seed in seeds]
    hands = tuple(dealt.deal.hands[age - 1] for age, dealt in zip(AGES, ages, strict=True))
    return Game.from_record(replace(start, deal=Deal(hands, leaders.deal.leaders, leaders.deal.leader_box)))


def check_options(asked: OptionsInput) -> Options:
    """Options ready to be stored, if a game can be created with them.

    Raises:
        Refused: ``options/combination`` or ``options/rated``.
    """
    options = _all_options(asked)
    # The order of the boxes has no meaning.
    options["expansions"] = sorted(set(options["expansions"]))
    if options["seats"] == 2 and options["mode"] == "standard":
        options["mode"] = "free-city"
    try:
        new_game(options, 0)
    except InvalidOptions as error:
        raise Refused("options/combination", why=error.code) from None
    if options["rated"]:
        _must_suit_ratings(options)
    return options


def wonder_of(options: Options, seat: int) -> tuple[str | None, Side | None]:
    """Board and side of a seat; None is left to chance."""
    boards, sides = options["boards"], options["sides"]
    return boards[seat] if seat < len(boards) else None, sides[seat] if seat < len(sides) else None


def with_wonder(options: Options, seat: int, board: str | None, side: Side | None) -> Options:
    """The options with another wonder for one seat; None leaves board or side to chance."""
    changed = options.copy()
    changed["boards"] = [*options["boards"], *[None] * (options["seats"] - len(options["boards"]))]
    changed["sides"] = [*options["sides"], *[None] * (options["seats"] - len(options["sides"]))]
    changed["boards"][seat] = board
    changed["sides"][seat] = side
    return changed


def _must_suit_ratings(options: Options) -> None:
    """Refuses what a rated table cannot have.

    Raises:
        Refused: ``options/rated``.
    """
    wrong = {
        "private": not options["public"],
        "coach": options["coach"],
        "clock": options["clock"] == "none",
        "boards": any(options["boards"]) or len({*options["sides"], *_missing(options)}) > 1,
    }
    for why, is_wrong in wrong.items():
        if is_wrong:
            raise Refused("options/rated", why=why)


def _missing(options: Options) -> list[None]:
    return [None] * (options["seats"] - len(options["sides"]))


def stored_options(stored: object) -> Options:
    """Stored options, perhaps of an earlier version: an option that is missing gets its default.

    Raises:
        Refused: ``table/unreadable`` if this version does not know an option or its value.
    """
    try:
        return _all_options(OptionsInput.model_validate(stored))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = ".".join(["options", *(str(part) for part in first["loc"])])
        raise Refused("table/unreadable", field=field[:80], why=first["type"]) from None


def stored_game(options: Options, seeds: Sequence[str]) -> Game:
    """The game of a stored table; a single seed is of an earlier version, and made every shuffle.

    Raises:
        Refused: ``table/unreadable`` if this version has no such game.
    """
    numbers = [int(seed, 16) for seed in seeds]
    try:
        return new_game(options, numbers[0]) if len(numbers) == 1 else game_of_seeds(options, numbers)
    except InvalidOptions as error:
        raise Refused("table/unreadable", field="options", why=error.code) from None


def stored_position(record: str) -> Game:
    """The game of a table that went on from a moment of a recorded game.

    Raises:
        Refused: ``table/unreadable``, when this version cannot replay the record.
    """
    try:
        return Game.from_record(record)
    except HeptapolisError as error:
        raise Refused("table/unreadable", field="record", why=error.code) from None


def _all_options(options: OptionsInput) -> Options:
    return cast("Options", options.model_dump())
