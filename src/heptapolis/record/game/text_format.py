"""Game records as readable text; ``docs/record.md`` has the grammar.

``read_record`` replays every record to its last line: every card is known, the boxes can give the deal, every move is
legal, and the result is correct.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from heptapolis.engine import CATEGORIES, HeptapolisError, Score, UnreadableMove
from heptapolis.engine.phases import commit
from heptapolis.engine.reveal import AGE_NUMERALS, moment
from heptapolis.engine.rng import SEED_BITS
from heptapolis.record.game.model import (
    NOTE,
    RECORD_FORMAT,
    CardNames,
    Deal,
    GameRecord,
    InvalidRecord,
    Line,
    Result,
    SeatLine,
    other_rulebook,
    warn_of_rulebook,
)
from heptapolis.record.game.replay import result_of
from heptapolis.record.move_json import NO_CITY, WrittenMove, find_move
from heptapolis.record.moves import NOBODY_ASKED, Move, plain_move
from heptapolis.record.position.fields import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from heptapolis.engine.table import Table

MOST_CHARACTERS: Final = 1_000_000
"""The most characters in a record; a long game has a few thousand."""

UNFINISHED: Final = "unfinished"
BAR: Final = " | "
LABEL_WIDTH: Final = 5  # width of a turn's label; other decisions have longer ones

_SEAT: Final = re.compile(r'([^,"]+?)(?:, (".*"))?')
_LABEL: Final = re.compile(r"(side|draft\.\d|I{1,3}\.\d(?: [a-z-]+)?)(?:  +(.*))?", re.ASCII)
_NOTE: Final = re.compile(rf'note ({NOTE.pattern}): (".*")', re.ASCII)


def write_record(record: GameRecord) -> str:
    """Returns a record as text, which ``read_record`` reads."""
    lines = [
        RECORD_FORMAT,
        f"rulebook: {record.rulebook}",
        f"edition: {record.edition}",
        f"boxes: {', '.join(record.expansions) or 'none'}",
        f"mode: {record.mode}",
        f"seed: {record.seed}",
    ]
    lines += [f"seat {seat}: {_seat_words(each)}" for seat, each in enumerate(record.seats)]
    lines += [f"note {key}: {_quoted(value)}" for key, value in record.notes.items()]
    for age, hands in zip(AGE_NUMERALS, record.deal.hands, strict=True):
        lines.append("")
        lines += [f"deal {age} {seat}: {', '.join(hand)}" for seat, hand in enumerate(hands)]
    if record.deal.leaders:
        lines.append("")
        lines += [_field(f"leaders {seat}", ", ".join(hand)) for seat, hand in enumerate(record.deal.leaders)]
        lines.append(_field("leader box", ", ".join(record.deal.leader_box)))
    before = ""
    for line in record.lines:
        age_now = line.at.partition(".")[0]
        if age_now != before:
            lines.append("")
        before = age_now
        moves = [NOBODY_ASKED if move is None else str(move) for move in line.moves]
        lines.append(f"{line.at:<{LABEL_WIDTH}}  {BAR.join(moves)}")
    lines.append("")
    if record.result is None:
        lines.append(UNFINISHED)
    else:
        for score in record.result.scores:
            points = zip(CATEGORIES, score.points, strict=True)
            rows = ", ".join(f"{category} {number}" for category, number in points)
            lines.append(f"score {score.seat}: {rows}, total {score.total}")
        lines.append(f"winners: {', '.join(str(seat) for seat in record.result.winners)}")
    return "\n".join(lines) + "\n"


def _field(key: str, value: str) -> str:
    return f"{key}: {value}".rstrip()


def _seat_words(seat: SeatLine) -> str:
    board = f"{seat.wonder} {seat.side}".rstrip()
    return f"{board}, {_quoted(seat.name)}" if seat.name else board


def _quoted(text: str) -> str:
    """A text as a JSON string, with unprintable characters escaped."""
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in quoted)


def read_record(text: str) -> GameRecord:
    """Reads a record from text and replays it to its last line.

    Warns with ``RulebookWarning`` if it names another rulebook.

    Raises:
        InvalidRecord: The text is not a record; the message gives line and reason.
    """
    if len(text) > MOST_CHARACTERS:
        raise InvalidRecord("document/too-large", f"a record has at most {MOST_CHARACTERS} characters")
    return _Reader(text).read()


class _Reader:
    """Reads the lines of a record in one pass."""

    def __init__(self, text: str) -> None:
        numbered = enumerate(text.removeprefix("\ufeff").split("\n"), 1)
        # Skip blank lines and comments.
        self._lines = [(n, line.rstrip()) for n, line in numbered if line.strip() and not line.startswith("#")]
        self._next = 0
        self._last = max(text.rstrip("\n").count("\n") + 1, 1)

    def read(self) -> GameRecord:
        """Reads and checks the record."""
        if self._words() != RECORD_FORMAT:
            raise self._fault("record/format", f"a record begins with {RECORD_FORMAT}, not with {shown(self._words())}")
        self._next += 1
        record = self._header()
        try:
            table = record.start()
        except InvalidRecord as error:
            raise self._found(error.code, error.reason, self._number_of(error.place)) from error
        try:
            lines = tuple(self._moves(table))
            result = self._end(table)
        except InvalidRecord as error:
            difference = other_rulebook(record, table)
            if not difference:
                raise
            raise InvalidRecord(error.code, f"{error.reason} ({difference})", error.place) from error
        warn_of_rulebook(record, table)
        return replace(record, lines=lines, result=result)

    def _header(self) -> GameRecord:
        rulebook = self._field("rulebook")
        edition = self._field("edition")
        boxes = self._field("boxes")
        mode = self._field("mode")
        seed = self._whole("seed", 2**SEED_BITS - 1)
        seats: list[SeatLine] = []
        while self._is_next(f"seat {len(seats)}:"):
            seats.append(self._seat(len(seats)))
        if not seats:
            raise self._expected("seat 0")
        return GameRecord(
            rulebook=rulebook,
            edition=edition,
            expansions=() if boxes == "none" else tuple(boxes.split(", ")),
            mode=mode,
            seed=seed,
            seats=tuple(seats),
            notes=self._notes(),
            deal=self._deal(len(seats)),
        )

    def _seat(self, seat: int) -> SeatLine:
        words = self._field(f"seat {seat}", keep=True)
        found = _SEAT.fullmatch(words)
        if not found:
            raise self._fault("record/syntax", 'a seat is a board with its side and a name in quotes: Rhodes A, "Ada"')
        board, name = found.groups()
        wonder, _, side = board.rpartition(" ")
        if side not in ("A", "B", "day", "night"):
            wonder, side = board, ""
        line = SeatLine(wonder, side, self._text(name) if name else "")
        self._next += 1
        return line

    def _notes(self) -> dict[str, str]:
        notes: dict[str, str] = {}
        while self._is_next("note "):
            found = _NOTE.fullmatch(self._words())
            if not found:
                raise self._fault("record/syntax", 'a note is a short word and a text in quotes: note table: "Friday"')
            if found[1] in notes:
                raise self._fault("record/syntax", f"the note {found[1]} is there twice")
            notes[found[1]] = self._text(found[2])
            self._next += 1
        return notes

    def _deal(self, seats: int) -> Deal:
        hands = tuple(tuple(self._names(f"deal {age} {seat}") for seat in range(seats)) for age in AGE_NUMERALS)
        if not self._is_next("leaders 0:"):
            return Deal(hands)
        leaders = tuple(self._names(f"leaders {seat}") for seat in range(seats))
        return Deal(hands, leaders, self._names("leader box"))

    def _names(self, key: str) -> CardNames:
        words = self._field(key)
        return tuple(words.split(", ")) if words else ()

    def _moves(self, table: Table) -> Iterator[Line]:
        while self._next < len(self._lines) and not self._is_next(UNFINISHED, "score ", "winners:"):
            found = _LABEL.fullmatch(self._words())
            if not found:
                looks = "I.1  build Altar | discard Loom | ..."
                raise self._fault("record/syntax", f"this is no line of moves ({looks}): {shown(self._words())}")
            at = moment(table)
            if table.over:
                raise self._fault("record/order", f"the game is over, and {found[1]} cannot follow")
            if found[1] != at:
                raise self._fault("record/order", f"{at} comes next, not {found[1]}")
            yield Line(at, self._line_of_moves(table, (found[2] or "").split(BAR)))
            self._next += 1

    def _line_of_moves(self, table: Table, words: list[str]) -> tuple[Move | None, ...]:
        """Plays the moves of a line; the Free City's last, after its holder's own."""
        asked = [bool(table.pending & city.bit) for city in table.cities]
        if len(words) != len(asked):
            raise self._fault("record/syntax", f"a line has one move for each of {len(asked)} cities, not {len(words)}")
        moves: list[Move | None] = []
        for city, text in enumerate(words):
            if (text == NOBODY_ASKED) == asked[city]:
                must = "must decide here" if asked[city] else "has nothing to decide here"
                raise self._fault("move/not-pending", f"seat {city} {must}")
            moves.append(self._move(table, city, text) if asked[city] else None)
        return tuple(moves)

    def _move(self, table: Table, city: int, words: str) -> Move:
        try:
            move = Move.parse(words)
        except UnreadableMove:
            raise self._fault("record/syntax", f"seat {city}: {shown(words)} is no move") from None
        for_city = city if city == table.free_seat else NO_CITY
        try:
            found = find_move(table, WrittenMove(int(table.decider(city)), for_city, move, pays=True))
        except HeptapolisError as error:
            raise self._fault(error.code, error.message) from error
        commit(table, city, found)
        return plain_move(found)

    def _end(self, table: Table) -> Result | None:
        if not table.over:
            if self._is_next("score ", "winners:"):
                raise self._fault("record/incomplete", f"the result cannot follow: {moment(table)} comes next")
            if self._next >= len(self._lines):
                message = f"the record ends at {moment(table)} with neither a result nor the word {UNFINISHED!r}"
                raise self._found("record/incomplete", message, self._last)
            result = None
        else:
            if self._is_next(UNFINISHED):
                raise self._fault("record/result", "the game is over, and its result must follow")
            result = self._result(table)
            self._next -= 1
        self._next += 1
        if self._next < len(self._lines):
            raise self._fault("record/syntax", f"nothing follows the end of a record: {shown(self._words())}")
        return result

    def _result(self, table: Table) -> Result:
        found = result_of(table)
        assert found is not None, "the game is over"
        for score in found.scores:
            self._score(score)
        words = self._field("winners", keep=True)
        winners = ", ".join(str(seat) for seat in found.winners)
        if words != winners:
            raise self._fault("record/result", f"the winners are {winners}, not {words}")
        self._next += 1
        return found

    def _score(self, score: Score) -> None:
        words = self._field(f"score {score.seat}", keep=True).split(", ")
        rows = [*zip(CATEGORIES, score.points, strict=True), ("total", score.total)]
        if len(words) != len(rows):
            raise self._fault("record/syntax", f"a score has the rows {', '.join(name for name, _ in rows)}")
        for word, (name, points) in zip(words, rows, strict=True):
            if word != f"{name} {points}":
                raise self._fault("record/result", f"the rules give seat {score.seat} {name} {points}, not {word}")
        self._next += 1

    def _field(self, key: str, keep: bool = False) -> str:
        """The value of the next field; ``keep`` does not advance, so that errors name its line."""
        if not self._is_next(f"{key}:"):
            raise self._expected(key)
        value = self._words()[len(key) + 1 :]
        if value and not value.startswith(" "):
            raise self._expected(key)
        if not keep:
            self._next += 1
        return value.strip()

    def _whole(self, key: str, most: int) -> int:
        words = self._field(key, keep=True)
        if not re.fullmatch(r"0|[1-9]\d{0,38}", words, re.ASCII) or int(words) > most:
            raise self._fault("record/syntax", f"{key} is a whole number from 0 to {most}")
        self._next += 1
        return int(words)

    def _text(self, quoted: str) -> str:
        try:
            value = json.loads(quoted)
        except ValueError:
            value = None
        if not isinstance(value, str):
            raise self._fault("record/syntax", f"{shown(quoted)} is no text in quotes")
        return value

    def _words(self) -> str:
        return self._lines[self._next][1] if self._next < len(self._lines) else ""

    def _is_next(self, *starts: str) -> bool:
        return self._words().startswith(starts)

    def _number_of(self, field: str) -> int:
        """The first line that begins like this header field; the last line if there is none."""
        return next((number for number, line in self._lines if line.startswith((f"{field}:", f"{field} "))), self._last)

    def _expected(self, key: str) -> InvalidRecord:
        if self._next >= len(self._lines):
            return self._found("record/incomplete", f"the record ends before the line '{key}: ...'", self._last)
        return self._fault("record/syntax", f"the line '{key}: ...' comes here, not {shown(self._words())}")

    def _fault(self, code: str, message: str) -> InvalidRecord:
        number = self._lines[self._next][0] if self._next < len(self._lines) else self._last
        return self._found(code, message, number)

    def _found(self, code: str, message: str, number: int) -> InvalidRecord:
        return InvalidRecord(code, message, f"line {number}")
