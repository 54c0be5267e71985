"""The options of a table: checks them, reads stored ones, and creates the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from pydantic import ValidationError

from heptapolis import Game, HeptapolisError, InvalidOptions
from heptapolis.server.errors import Refused
from heptapolis.server.messages.client_messages import OptionsInput

if TYPE_CHECKING:
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


def check_options(asked: OptionsInput) -> Options:
    """Options ready to be stored, if a game can be created with them.

    Raises:
        Refused: ``options/combination``.
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
    return options


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


def stored_game(options: Options, seed: int) -> Game:
    """The game of a stored table, perhaps of an earlier version.

    Raises:
        Refused: ``table/unreadable`` if this version has no such game.
    """
    try:
        return new_game(options, seed)
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
