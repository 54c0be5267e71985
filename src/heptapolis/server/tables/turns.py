"""A choice made in a game: checked, carried out if it was the last, and told as everybody may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from heptapolis.engine import HeptapolisError, IllegalMove
from heptapolis.engine.legal import why_not_build, why_not_stage
from heptapolis.engine.moves import BUILD, NOT_COPIED, SETTLE, WONDER
from heptapolis.engine.phases import withdraw as withdraw_city
from heptapolis.engine.table import LEFT
from heptapolis.record.move_json import parse_move, read_move, write_move
from heptapolis.record.position.view_document import write_conflict
from heptapolis.server.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heptapolis.engine import Game, Move, Reveal
    from heptapolis.record.json_types import Action, MoveDocument, Phase, Side
    from heptapolis.server.messages.game import Reveal as RevealMessage
    from heptapolis.server.messages.game import RevealedMove


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a choice."""

    game: Game
    """The game with it."""
    move: MoveDocument
    """The choice in full, with its payment."""
    reveal: RevealMessage | None
    """What was revealed, if it was the last choice; ``seq``, ``moment`` and who decided are not filled in."""


def choose(game: Game, player: int, written: Mapping[str, Any]) -> Outcome:
    """Makes a choice in a copy of a game, or replaces the one made before.

    Raises:
        Refused: not allowed, and why. The game itself is never changed.
    """
    try:
        city = parse_move(written, "the move").city
        trial = game.copy()
        table = trial.table
        city = player if city < 0 else city
        if (
            city < table.city_count
            and table.chosen[city] is not None
            and table.decider(city) == player
            and not trial.over
        ):
            withdraw_city(table, city)
        mover, _, move = read_move(table, written)
        if mover != player:
            raise Refused("seat/foreign", seat=mover)
        full = write_move(player, move, table)
        revealed = trial.play(player, move)
    except IllegalMove as error:
        raise _refusal(game, player, written, error) from None
    except Refused:
        raise
    except HeptapolisError as error:  # it cannot be read
        code = error.code if error.code.startswith("card/") else "message/invalid"
        raise Refused(code, **({"field": "move", "why": error.code} if code == "message/invalid" else {})) from None
    if revealed is None:
        return Outcome(trial, full, None)
    age_begun = int(trial.age) if revealed.age_ended and not revealed.game_over else None
    return Outcome(trial, full, reveal_message(revealed, age_begun))


def withdraw(game: Game, player: int) -> Game:
    """The game with a player's choice taken back.

    Raises:
        Refused: there is none.
    """
    trial = game.copy()
    try:
        trial.withdraw(player)
    except IllegalMove as error:
        raise Refused(error.code) from None
    return trial


def _refusal(game: Game, player: int, written: Mapping[str, Any], error: IllegalMove) -> Refused:
    """The refusal with the engine's reason as a key and figures, which a client can translate."""
    if error.code != "move/illegal":
        return Refused(error.code)
    table = game.table
    card = table.rules.by_name.get(str(written.get("card")))
    city = written.get("city", player)
    reason = None
    hand = table.hands[table.decider(city)] if 0 <= city < table.city_count else []
    if written["action"] in ("build", "wonder") and card is not None and not written.get("using"):
        if card not in hand:
            return Refused("move/illegal", key="no-such-card")
        reason = why_not_build(table, city, card) if written["action"] == "build" else why_not_stage(table, city)
    if reason is None:
        return Refused("move/illegal", key="not-offered")
    return Refused(reason.code, key=reason.key, **{name: int(value) for name, value in reason.figures.items()})


def reveal_message(reveal: Reveal, age_begun: int | None) -> RevealMessage:
    """A reveal as everybody may see it.

    The caller fills in which event it was and who decided.
    """
    return {
        "seq": 0,
        "moment": 0,
        "age": reveal.age,
        "turn": reveal.turn,
        "phase": cast("Phase", reveal.phase),
        "moves": [
            move_message(seat, reveal.deciders[seat], move)
            for seat in range(len(reveal.moves))
            if (move := reveal.seen(seat)) is not None
        ],
        "coins": list(reveal.coins),
        "gained": list(reveal.gained),
        "conflicts": [write_conflict(each) for each in reveal.conflicts],
        "peace": list(reveal.peace),
        "age_ended": reveal.age if reveal.age_ended else None,
        "age_begun": age_begun,
        "game_over": reveal.game_over,
    }


def move_message(seat: int, player: int, move: Move) -> RevealedMove:
    """A revealed move; a face-down card has been taken out of it."""
    shown: RevealedMove = {
        "seat": seat,
        "player": player,
        "action": cast("Action", move.action),
        "chained": move.chained,
        "by": "person",
    }
    if move.card is not None:
        shown["card"] = move.card.name
    if move.kind == WONDER or (move.kind == BUILD and not move.chained and not move.using):
        shown["pay"] = {"left": int(move.left), "right": int(move.right), "bank": int(move.bank)}
    if move.using:
        shown["using"] = move.using
    if move.copied != NOT_COPIED:
        shown["copy"] = "left" if move.copied == LEFT else "right"
    if move.kind == SETTLE:
        shown["coins"] = int(move.coins)
    if move.side:
        shown["side"] = cast("Side", move.side)
    return shown


def players_waiting(game: Game) -> list[int]:
    """The players who still have to decide something, each once."""
    return sorted({int(decision.player) for decision in game.pending})


def players_who_chose(game: Game) -> list[int]:
    """The players who have nothing left to decide but could still change their mind."""
    table = game.table
    waiting = set(players_waiting(game))
    chose = {int(table.decider(seat)) for seat in range(table.city_count) if table.chosen[seat] is not None}
    return sorted(chose - waiting)
