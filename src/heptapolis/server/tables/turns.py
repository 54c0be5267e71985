"""Makes a choice in a game, and writes the reveal if it was the last one of the turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from heptapolis import Game, HeptapolisError, IllegalMove, Move, Reason
from heptapolis.engine.phases.base import waiting
from heptapolis.library.internals import table_of
from heptapolis.record.move_json import find_move, parse_move, write_move
from heptapolis.record.moves import find_legal, plain_move
from heptapolis.server.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heptapolis import Conflict, Reveal
    from heptapolis.record.json_types import Action, ConflictDocument, MoveDocument, Neighbor, Phase, Side
    from heptapolis.server.messages.game import Reveal as RevealMessage
    from heptapolis.server.messages.game import RevealedMove


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a choice."""

    game: Game
    """The game with it."""
    move: MoveDocument
    """The choice in full, with its payment."""
    reveal: RevealMessage | None
    """What was revealed, if it was the last choice; ``seq``, ``moment`` and who decided are not filled in."""


def choose(game: Game, player: int, written: Mapping[str, Any]) -> Outcome:
    """Makes or replaces a choice, in a copy of the game.

    Raises:
        Refused: the choice is not allowed, with the reason.
    """
    try:
        parsed = parse_move(written, "the move")
        if parsed.player != player:
            raise Refused("seat/foreign", seat=parsed.player)
        trial = game.copy()
        decision = trial.decision(parsed.for_city)
        if decision is not None and decision.player == player and table_of(trial).chosen[decision.city] is not None:
            trial.withdraw(player, decision.city)
        found = find_move(table_of(trial), parsed)
    except IllegalMove as error:
        raise _refusal(game, player, written, error) from None
    except HeptapolisError as error:  # unreadable
        if isinstance(error, Refused):
            raise
        code = error.code if error.code.startswith("card/") else "message/invalid"
        raise Refused(code, **({"field": "move", "why": error.code} if code == "message/invalid" else {})) from None
    assert decision is not None, "the move was found for it"
    full = write_move(player, found, table_of(trial))
    revealed = trial.play(decision, plain_move(found))
    if revealed is None:
        return Outcome(trial, full, None)
    age_begun = trial.age if revealed.age_ended and not revealed.game_over else None
    return Outcome(trial, full, reveal_message(revealed, age_begun))


def withdraw(game: Game, player: int) -> Game:
    """A copy of the game without a player's choices.

    Raises:
        Refused: there is no choice to withdraw.
    """
    trial = game.copy()
    try:
        trial.withdraw(player)
    except IllegalMove as error:
        raise Refused(error.code) from None
    return trial


def game_before(game: Game, moment: int) -> Game:
    """The same game before one of its moments: the same deal, without the decisions from there on."""
    record = game.record()
    return Game.from_record(replace(record, lines=record.lines[:moment], result=None))


def choose_plain(game: Game, player: int, move: Move) -> Outcome:
    """Makes a bot's choice for the player's first decision in a copy of a game; raises as ``choose``."""
    decision = next(each for each in game.pending if each.player == player)
    table = table_of(game)
    found = find_legal(table, player, decision.city, move)
    if isinstance(found, Reason):
        raise Refused(found.code, key=found.key)
    return choose(game, player, write_move(player, found, table))


def _refusal(game: Game, player: int, written: Mapping[str, Any], error: IllegalMove) -> Refused:
    """A refusal with the engine's reason, as a key and figures that a client can translate."""
    if error.code != "move/illegal":
        return Refused(error.code)
    decision = game.decision(written.get("city", player))
    reason = None
    if decision is not None and written["action"] in ("build", "wonder") and not written.get("using"):
        reason = game.why_not(decision, Move(written["action"], written["card"]))
    if reason is None or reason.code != "move/illegal":
        return Refused("move/illegal", key="not-offered")
    return Refused(reason.code, key=reason.key, **reason.figures)


def reveal_message(reveal: Reveal, age_begun: int | None) -> RevealMessage:
    """A reveal as everyone may see it.

    The caller fills in the sequence number and who decided.
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
        "conflicts": [conflict_document(each) for each in reveal.conflicts],
        "peace": list(reveal.peace),
        "age_ended": reveal.age if reveal.age_ended else None,
        "age_begun": age_begun,
        "game_over": reveal.game_over,
    }


def conflict_document(conflict: Conflict) -> ConflictDocument:
    """A conflict as in a view."""
    return {
        "seat": conflict.seat,
        "left": conflict.left,
        "shields": conflict.shields,
        "left_shields": conflict.left_shields,
        "tokens": list(conflict.tokens),
        "left_tokens": list(conflict.left_tokens),
        "diplomats": list(conflict.diplomats),
    }


def move_message(seat: int, player: int, move: Move) -> RevealedMove:
    """A revealed move, without the name of a face-down card."""
    shown: RevealedMove = {
        "seat": seat,
        "player": player,
        "action": cast("Action", move.action),
        "chained": move.chained,
        "by": "person",
    }
    if move.card:
        shown["card"] = move.card
    if move.action == "wonder" or (move.action == "build" and not move.chained and not move.using):
        shown["pay"] = {"left": move.left, "right": move.right, "bank": move.bank}
    if move.using:
        shown["using"] = move.using
    if move.copying:
        shown["copy"] = cast("Neighbor", move.copying)
    if move.action == "settle":
        shown["coins"] = move.coins
    if move.side:
        shown["side"] = cast("Side", move.side)
    return shown


def choices_of(game: Game, player: int) -> list[Move]:
    """The choices of a player that are not revealed yet, by city."""
    table = table_of(game)
    chosen = [move for city, move in enumerate(table.chosen) if move is not None and table.decider(city) == player]
    return [plain_move(move) for move in chosen]


def players_waiting(game: Game) -> list[int]:
    """The players who still have to decide."""
    table = table_of(game)
    return sorted({int(table.decider(city)) for city in waiting(table)})


def players_who_chose(game: Game) -> list[int]:
    """The players who have decided everything and can still change it."""
    table = table_of(game)
    chose = {int(table.decider(city)) for city, move in enumerate(table.chosen) if move is not None}
    return sorted(chose.difference(players_waiting(game)))
