"""Game records as JSON, with moves as in positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine import HeptapolisError, InvalidPosition
from heptapolis.engine.moves import OWN_CITY
from heptapolis.engine.reveal import moment
from heptapolis.engine.rng import SEED_BITS
from heptapolis.record.game.model import (
    RECORD_FORMAT,
    Deal,
    GameRecord,
    InvalidRecord,
    SeatLine,
    other_rulebook,
    warn_of_rulebook,
)
from heptapolis.record.game.replay import Recorder, replay
from heptapolis.record.move_json import find_move, parse_move, write_move
from heptapolis.record.moves import engine_move, plain_move
from heptapolis.record.position.fields import Fields, read_word, wrong

if TYPE_CHECKING:
    from heptapolis.engine.table import Table
    from heptapolis.record.game.model import CardNames, Line, Result

RECORD_FIELDS = (
    "format",
    "rulebook",
    "edition",
    "expansions",
    "mode",
    "seed",
    "seats",
    "notes",
    "deals",
    "leaders",
    "leader_box",
    "lines",
    "scores",
    "winners",
)
AGE_KEYS = ("1", "2", "3")


def record_document(record: GameRecord) -> dict[str, object]:
    """Returns a record as a JSON document; raises as ``replay``."""
    document: dict[str, object] = {
        "format": RECORD_FORMAT,
        "rulebook": record.rulebook,
        "edition": record.edition,
        "expansions": list(record.expansions),
        "mode": record.mode,
        "seed": record.seed,
        "seats": [{"wonder": seat.wonder, "side": seat.side, "name": seat.name} for seat in record.seats],
        "notes": dict(record.notes),
        "deals": {age: _lists(hands) for age, hands in zip(AGE_KEYS, record.deal.hands, strict=True)},
        "lines": [_line(step.table, step.line) for step in replay(record) if step.line is not None],
    }
    if record.deal.leaders:
        document["leaders"] = _lists(record.deal.leaders)
        document["leader_box"] = list(record.deal.leader_box)
    if record.result is not None:
        document |= _result(record.result)
    return document


def _lists(hands: tuple[CardNames, ...]) -> list[list[str]]:
    return [list(hand) for hand in hands]


def _line(table: Table, line: Line) -> dict[str, object]:
    moves = []
    for city, move in enumerate(line.moves):
        if move is not None:
            player = int(table.decider(city))
            made = engine_move(move, table.rules, city if city == table.free_seat else OWN_CITY)
            assert made is not None, "a record that was read or played has only legal moves"
            moves.append(write_move(player, made, table))
    return {"at": line.at, "moves": moves}


def _result(result: Result) -> dict[str, object]:
    return {"scores": [score.as_dict() for score in result.scores], "winners": list(result.winners)}


def read_record_document(document: object) -> GameRecord:
    """Reads a record from a JSON document and replays it to its last line.

    Warns with ``RulebookWarning`` if it names another rulebook.

    Raises:
        InvalidRecord: The document is not a record; the message gives field and reason.
    """
    try:
        return _read(document)
    except InvalidPosition as error:
        raise InvalidRecord(error.code, error.message) from error


def _read(document: object) -> GameRecord:
    fields = Fields(document, "", RECORD_FIELDS)
    fields.word("format", among=(RECORD_FORMAT,))
    seats = [
        Fields(each, f"seats[{seat}]", ("wonder", "side", "name")) for seat, each in enumerate(fields.items("seats"))
    ]
    written_notes = fields.values.get("notes", {})
    notes = Fields(written_notes, "notes", written_notes if isinstance(written_notes, dict) else ())
    deals = Fields(fields.need("deals"), "deals", AGE_KEYS)
    start = GameRecord(
        rulebook=fields.word("rulebook"),
        edition=fields.word("edition"),
        expansions=tuple(fields.words("expansions")),
        mode=fields.word("mode"),
        seed=fields.whole("seed", most=2**SEED_BITS - 1),
        seats=tuple([SeatLine(seat.word("wonder"), seat.word("side", ""), seat.word("name", "")) for seat in seats]),
        notes={key: notes.word(key) for key in notes.values},
        deal=Deal(
            tuple([_hands(deals.need(age), deals.at(age)) for age in AGE_KEYS]),
            _hands(fields.values["leaders"], "leaders") if "leaders" in fields else (),
            tuple(fields.words("leader_box")),
        ),
    )
    recorder = Recorder(start.start())
    try:
        for index, line in enumerate(fields.items("lines")):
            _play_line(recorder, line, f"lines[{index}]")
        record = recorder.record(start)
        _check_result(record, fields)
    except InvalidRecord as error:
        difference = other_rulebook(start, recorder.table)
        if not difference:
            raise
        raise InvalidRecord(error.code, f"{error.reason} ({difference})", error.place) from error
    warn_of_rulebook(record, recorder.table)
    return record


def _hands(value: object, place: str) -> tuple[CardNames, ...]:
    if not isinstance(value, list) or not all(isinstance(hand, list) for hand in value):
        raise wrong(place, "is a list of hands", value)
    return tuple([tuple([read_word(name, place) for name in hand]) for hand in value])


def _play_line(recorder: Recorder, value: object, place: str) -> None:
    line = Fields(value, place, ("at", "moves"))
    at = moment(recorder.table)
    if line.word("at") != at:
        raise InvalidRecord("record/order", f"{at} comes here", line.at("at"))
    before = len(recorder.lines)
    for index, move in enumerate(line.items("moves")):
        where = f"{place}.moves[{index}]"
        if len(recorder.lines) > before:
            raise InvalidRecord("move/not-pending", "everybody has decided already", where)
        try:
            written = parse_move(move, where)
            found = find_move(recorder.table, written)
        except HeptapolisError as error:
            raise InvalidRecord(error.code, error.message, where) from error
        recorder.play(written.player, written.for_city, plain_move(found))
    if len(recorder.lines) == before:
        raise InvalidRecord("record/incomplete", "somebody's move is missing", place)


def _check_result(record: GameRecord, fields: Fields) -> None:
    """Compares the recorded result with the one from the replay."""
    given = {name: fields.values[name] for name in ("scores", "winners") if name in fields}
    if record.result is None:
        if given:
            raise InvalidRecord("record/incomplete", "the game is not over, and a result is given", next(iter(given)))
        return
    for name, right in _result(record.result).items():
        if name not in given:
            raise InvalidRecord("record/result", "the game is over, and its result is missing", name)
        if given[name] != right:
            raise InvalidRecord("record/result", f"the rules give {right}", name)
