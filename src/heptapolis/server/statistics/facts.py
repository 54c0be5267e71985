"""What the statistics keep of a finished game. It follows from the table's events alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from heptapolis.engine.scoring import totals, winners
from heptapolis.library.internals import table_of
from heptapolis.server.tables.state import OVER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heptapolis import Game
    from heptapolis.server.messages.words import Rated
    from heptapolis.server.tables.state import TableState

CATEGORIES: Final = (
    "military",
    "treasury",
    "wonder",
    "civilian",
    "commerce",
    "guilds",
    "science",
    "cities",
    "leaders",
)
"""The rows of the score sheet."""

WAYS: Final = {
    "science": ("science",),
    "war": ("military",),
    "blue": ("civilian",),
    "guilds": ("guilds", "commerce"),
}
"""The ways to play. A city's way is the one whose rows have most points; of equal ones the first."""

OUT: Final = -1_000_000
"""A total that loses against every other."""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """One seat of a finished game."""

    seat: int
    person: str | None
    """Who played here; also a person who has left and whose place a bot took."""
    bot: str | None
    """The level of the bot that played at the end."""
    wonder: str
    side: str
    place: int
    """1 for the winners; partners share a place, and so do equals."""
    won: bool
    total: int
    points: Mapping[str, int]
    """By category."""

    @property
    def way(self) -> str:
        """The way this city was played."""
        return max(WAYS, key=lambda way: sum(self.points[category] for category in WAYS[way]))


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A finished game."""

    table_id: str
    ended: int
    public: bool
    edition: str
    boxes: str
    """The expansions, joined by plus signs."""
    mode: str
    seats: tuple[SeatFacts, ...]
    seconds: int
    """From the start of the game to its end."""
    margin: int
    """By how many points the winner is ahead of the next city, or the winning team of the next team."""
    helped: bool
    """Whether somebody asked for advice or took a turn back."""
    rated: Rated
    """Whether it counts for ratings, or why it does not."""
    company: bool
    """Whether two people or more took part, also people who have left or were deleted."""
    counted: bool
    """Whether it is part of the statistics: played from the start, with a person, and by nobody who came later."""

    @property
    def players(self) -> int:
        """People and bots; the Free City is not counted."""
        return len(self.seats)

    @property
    def sides(self) -> int:
        """How many can win: the players, or the teams."""
        return self.players // 2 if self.mode == "teams" else self.players


def places(game: Game) -> dict[int, int]:
    """The place of each seat in a finished game; the Free City has none."""
    table = table_of(game)
    left = totals(table)
    size = 2 if game.mode == "teams" else 1
    found: dict[int, int] = {}
    while True:
        # The engine names the winners among those who have no place yet.
        best = [seat for seat in winners(table, left) if seat not in found]
        if not best:
            return found
        place = 1 + len(found) // size
        for seat in best:
            found[seat] = place
            left[seat] = OUT


def game_facts(state: TableState) -> GameFacts:
    """What is kept of a finished game."""
    game = state.game
    assert game is not None and state.status == OVER, "only of finished games"
    by_seat = {seat: person for person, seat in state.played.items()}
    sheet = [score.as_dict() for score in game.scores()]
    standing = places(game)
    boards = [city.side for city in table_of(game).cities]
    winning = set(game.winners())
    seats = tuple(
        SeatFacts(
            seat=number,
            person=by_seat.get(number),
            bot=seat.bot,
            wonder=boards[number].wonder,
            side=boards[number].name,
            place=standing[number],
            won=number in winning,
            total=int(sheet[number]["total"]),
            points={category: int(sheet[number][category]) for category in CATEGORIES},
        )
        for number, seat in enumerate(state.seats)
    )
    return GameFacts(
        table_id=state.id,
        ended=state.moment_at,
        public=state.options["public"],
        edition=state.options["edition"],
        boxes="+".join(sorted(state.options["expansions"])),
        mode=state.options["mode"],
        seats=seats,
        seconds=max(0, state.moment_at - state.started) // 1000,
        margin=_margin(seats, state.options["mode"]),
        helped=state.coached or state.taken_back > 0,
        rated=_rated(state),
        company=len(by_seat) > 1,
        counted=state.begun is None and bool(by_seat) and not state.newcomers.entered,
    )


def _rated(state: TableState) -> Rated:
    if not state.options["rated"]:
        return "no"
    if state.begun is not None or state.coached or state.taken_back or state.newcomers.entered:
        return "helped"
    seen: set[str] = set()
    for person in state.played:
        marks = state.marks.get(person, ())
        if not seen.isdisjoint(marks):
            return "address"
        seen.update(marks)
    return "yes"


def _margin(seats: tuple[SeatFacts, ...], mode: str) -> int:
    step = 2 if mode == "teams" else 1
    sums = sorted(sum(each.total for each in seats[start : start + step]) for start in range(0, len(seats), step))
    return sums[-1] - sums[-2]
