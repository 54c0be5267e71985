"""The options of a table: as a client asks for them, as they are stored, and the game that they make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from pydantic import ValidationError

from heptapolis import Game, InvalidOptions
from heptapolis.server.errors import Refused
from heptapolis.server.messages.client_messages import OptionsInput

if TYPE_CHECKING:
    from heptapolis.server.messages.parts import Options
    from heptapolis.server.messages.words import Clock

DAY: Final = 86_400
CLOCK_SECONDS: Final[dict[Clock, int | None]] = {"none": None, "30s": 30, "90s": 90, "day": DAY, "three-days": 3 * DAY}
"""The clocks a table can have: seconds for each decision."""


def new_game(options: Options, seed: int) -> Game:
    """The game that a table plays; raises ``InvalidOptions`` when its options do not go together."""
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
    """Options as they are stored, once a game can be made of them.

    Raises:
        Refused: ``options/combination``.
    """
    options = _all_options(asked)
    # The order in which boxes are named means nothing.
    options["expansions"] = sorted(set(options["expansions"]))
    if options["seats"] == 2 and options["mode"] == "standard":
        options["mode"] = "free-city"
    try:
        new_game(options, 0)
    except InvalidOptions as error:
        raise Refused("options/combination", why=error.code) from None
    return options


def stored_options(stored: object) -> Options:
    """Options that were stored, perhaps by an earlier version: an option that it did not have gets its default.

    Raises:
        Refused: ``table/unreadable``, when this version does not know an option or one of its values.
    """
    try:
        return _all_options(OptionsInput.model_validate(stored))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = ".".join(["options", *(str(part) for part in first["loc"])])
        raise Refused("table/unreadable", field=field[:80], why=first["type"]) from None


def stored_game(options: Options, seed: int) -> Game:
    """The game of a table that was started, perhaps by an earlier version.

    Raises:
        Refused: ``table/unreadable``, when this version has no such game.
    """
    try:
        return new_game(options, seed)
    except InvalidOptions as error:
        raise Refused("table/unreadable", field="options", why=error.code) from None


def _all_options(options: OptionsInput) -> Options:
    return cast("Options", options.model_dump())
