"""The answers of the `position` commands, as JSON documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine import HeptapolisError, IllegalMove, InvalidPosition
from heptapolis.engine.phases import commit, waiting
from heptapolis.engine.score_sheet import team_totals
from heptapolis.engine.scoring import scores, totals, winners
from heptapolis.engine.table import TEAMS
from heptapolis.record.move_json import find_move, parse_move
from heptapolis.record.position.fields import Fields, read_whole, wrong
from heptapolis.record.position.reading import read_position
from heptapolis.record.position.view_document import compact_view, view_document
from heptapolis.record.position.writing import write_pending, write_position

if TYPE_CHECKING:
    from heptapolis.engine.table import Table


class RefusedMove(IllegalMove):
    """A move of a list was refused; gives its index."""

    def __init__(self, code: str, message: str, index: int) -> None:
        super().__init__(code, message)
        self.index = index

    def __reduce__(self) -> tuple[object, ...]:
        return RefusedMove, (self.code, self.message, self.index)


def answer_legal(document: object) -> dict[str, object]:
    """Returns who must decide now, with every legal move.

    Raises:
        InvalidPosition: The document is not a position, or has no hands.
    """
    return {"pending": write_pending(_playable(document))}


def answer_play(document: object) -> dict[str, object]:
    """Returns the position after a list of moves and its pending decisions; after the game also scores and winners.

    Raises:
        InvalidPosition: The document has no position, or one without hands.
        RefusedMove: A move was refused.
    """
    fields = Fields(document, "", ("position", "moves"))
    position = fields.need("position")
    moves = fields.need("moves")
    if not isinstance(moves, list):
        raise wrong("moves", "is a list", moves)
    table = _playable(position)
    play_moves(table, moves)
    answer = {**write_position(table), "pending": write_pending(table)}
    if table.over:
        answer |= _result(table)
    return answer


def play_moves(table: Table, moves: list[object]) -> None:
    """Makes moves in the order given; nobody chooses twice.

    Raises:
        RefusedMove: A move was refused; those before it were made.
    """
    written = []
    for index, value in enumerate(moves):
        try:
            written.append(parse_move(value, f"moves[{index}]"))
        except InvalidPosition as error:
            raise RefusedMove(error.code, error.message, index) from None
    for index, each in enumerate(written):
        try:
            move = find_move(table, each)
        except (InvalidPosition, IllegalMove) as error:
            raise RefusedMove(error.code, error.message, index) from None
        commit(table, each.for_city, move)


def answer_score(document: object) -> dict[str, object]:
    """Returns scores and winners as if the game ended now.

    Raises:
        InvalidPosition: The document is not a position.
    """
    return _result(read_position(document))


def answer_view(document: object, seat: int | None) -> dict[str, object]:
    """Returns what a seat or a spectator may see.

    Raises:
        InvalidPosition: The document is not a position, or there is no such seat.
    """
    table = read_position(document)
    if seat is not None:
        read_whole(seat, "--seat", 0, int(table.city_count) - 1)
    return compact_view(view_document(table, seat))


def write_error(error: HeptapolisError) -> dict[str, object]:
    """Returns an error as JSON: code, message and, for a refused move, its index."""
    answer: dict[str, object] = {"error": error.code, "message": error.message}
    if isinstance(error, RefusedMove):
        answer["move"] = error.index
    return answer


def _playable(document: object) -> Table:
    table = read_position(document)
    if not waiting(table) and not table.over:
        raise InvalidPosition("hand/size", "There are no hands to play with.")
    return table


def _result(table: Table) -> dict[str, object]:
    found = scores(table)
    result: dict[str, object] = {
        "scores": [score.as_dict() for score in found],
        "winners": winners(table, totals(table)),
    }
    if table.mode == TEAMS:
        sums = team_totals(found)
        result["teams"] = [{"seats": [2 * team, 2 * team + 1], "total": total} for team, total in enumerate(sums)]
    return result
