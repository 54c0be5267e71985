"""Matches between bots: each deal is replayed in every rotation of the seats.

Later hands do not depend on play, so a deal can be repeated exactly. A *block* is one deal with the bots in every
rotation, so that every bot plays every seat of the deal.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from heptapolis import CATEGORIES, Game, InvalidOptions
from heptapolis.bots import Refereed, make_bot
from heptapolis.engine.rng import Rng
from heptapolis.engine.rules import check_combination, rules_for
from heptapolis.engine.score_sheet import team_totals
from heptapolis.engine.table import FREE_CITY, STANDARD, TEAMS

if TYPE_CHECKING:
    from pathlib import Path

    from heptapolis import Score

DEALS_STREAM: Final = 1 << 20  # random streams of the match's seed from here on: one per deal
BOTS_STREAM: Final = 1 << 10  # random streams of a deal's seed from here on: one per rotation and seat
DECIMALS: Final = 3  # decimals of milliseconds


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays, and at what kind of table."""

    bots: tuple[str, ...]
    """The spec of the bot at each seat, before rotation."""
    edition: str = "first"
    expansions: tuple[str, ...] = ()
    mode: str = STANDARD
    seed: int = 0
    limit_ms: float | None = None
    """The time limit of a decision, after which `greedy` decides instead; None for no limit."""

    @property
    def players(self) -> int:
        """The number of players, not counting the Free City."""
        return len(self.bots)

    def check(self) -> None:
        """Checks that the match can be played.

        Raises:
            InvalidOptions: There is no such table.
            UnknownBot: There is no such bot.
        """
        check_combination(rules_for(self.edition, self.expansions), self.mode, self.players)
        for spec in set(self.bots):
            make_bot(spec, 0)

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal."""
        return Rng(self.seed, DEALS_STREAM + deal).seed()

    def seating(self, rotation: int) -> tuple[int, ...]:
        """Returns the index in ``bots`` for each seat.

        Partners stay partners: a rotation moves whole teams around the table, and every other rotation swaps the
        seats within each team.
        """
        if self.mode == TEAMS:
            turned = [(seat + rotation // 2 * 2) % self.players for seat in range(self.players)]
            return tuple(bot ^ 1 for bot in turned) if rotation % 2 else tuple(turned)
        return tuple((seat + rotation) % self.players for seat in range(self.players))

    def as_dict(self) -> dict[str, Any]:
        """Returns everything as a dictionary, to be written to a file."""
        return {**asdict(self), "bots": list(self.bots), "expansions": list(self.expansions)}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Match:
        """Creates a match from the output of ``as_dict``."""
        return cls(**{**values, "bots": tuple(values["bots"]), "expansions": tuple(values["expansions"])})


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one bot at one seat."""

    bot: str
    wonder: str
    side: str
    points: dict[str, int]
    """By category."""
    total: int
    win_share: float
    """1 for a victory, divided among all who share it."""
    margin: int
    """The total (of the team) minus the best opponent's."""
    milliseconds: list[float]
    """How long each decision with a choice took."""
    replaced: dict[str, int]
    """Decisions that `greedy` took instead, by reason."""
    cpu_milliseconds: list[float] = field(default_factory=list)
    """CPU time of the same decisions; missing in files of earlier versions."""
    errors: dict[str, str] = field(default_factory=dict)
    """What was wrong with the first replaced decision, by reason; missing in files of earlier versions."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of a match."""

    deal: int
    rotation: int
    seats: tuple[SeatResult, ...]

    def as_dict(self) -> dict[str, Any]:
        """Returns everything as a dictionary, to be written to a file."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> GameResult:
        """Creates a result from the output of ``as_dict``."""
        return cls(values["deal"], values["rotation"], tuple(SeatResult(**seat) for seat in values["seats"]))


def play_block(match: Match, deal: int, records: Path | None = None) -> list[GameResult]:
    """Plays all games of one deal, and records them in a folder if one is given."""
    return [play_game(match, deal, rotation, records) for rotation in range(match.players)]


def play_game(match: Match, deal: int, rotation: int, records: Path | None = None) -> GameResult:
    """Plays one game: the deal with the bots in one rotation.

    Raises:
        CannotStart: A bot is a program that cannot be started.
    """
    seed = match.deal_seed(deal)
    seating = match.seating(rotation)
    specs = [match.bots[bot] for bot in seating]
    seats = [
        Refereed(
            make_bot(spec, _bot_seed(seed, rotation, 2 * seat)), _bot_seed(seed, rotation, 2 * seat + 1), match.limit_ms
        )
        for seat, spec in enumerate(specs)
    ]
    game = Game.new(match.players, match.edition, match.expansions, match.mode, seed)
    while not game.over:
        for decision in game.pending:
            player = decision.player
            game.play(decision, seats[player].choose(game.view(player), decision))
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
        notes = {"match-seed": str(match.seed), "deal": str(deal), "rotation": str(rotation)}
        text = str(game.record(specs, notes))
        (records / f"{deal:06d}-{rotation}.txt").write_text(text, encoding="utf-8")
    return _result(match, deal, rotation, game, specs, seats)


def _bot_seed(seed: int, rotation: int, number: int) -> int:
    return Rng(seed, BOTS_STREAM + 32 * rotation + number).seed()


def _result(match: Match, deal: int, rotation: int, game: Game, specs: list[str], seats: list[Refereed]) -> GameResult:
    found = game.scores()
    winners = game.winners()
    margins = margins_of(match.mode, found)
    cities = game.cities
    results: list[SeatResult] = []
    for seat, spec in enumerate(specs):
        city = cities[seat]
        results.append(
            SeatResult(
                spec,
                city.wonder,
                city.side,
                dict(zip(CATEGORIES, found[seat].points, strict=True)),
                found[seat].total,
                1 / len(winners) if seat in winners else 0.0,
                margins[seat],
                [round(each, DECIMALS) for each in seats[seat].milliseconds],
                dict(seats[seat].replaced),
                [round(each, DECIMALS) for each in seats[seat].cpu_milliseconds],
                seats[seat].first_errors,
            )
        )
    return GameResult(deal, rotation, tuple(results))


def margins_of(mode: str, found: list[Score]) -> list[int]:
    """For each seat, its total minus the best opponent's. Teams count as one; the Free City does not count."""
    if mode == TEAMS:
        teams = team_totals(found)
        best = [max(total for other, total in enumerate(teams) if other != team) for team in range(len(teams))]
        return [teams[seat // 2] - best[seat // 2] for seat in range(len(found))]
    totals = [score.total for score in (found[:-1] if mode == FREE_CITY else found)]
    return [total - max(totals[:seat] + totals[seat + 1 :]) for seat, total in enumerate(totals)]


def replaced_by_reason(results: list[GameResult]) -> Counter[str]:
    """Counts the replaced decisions by reason."""
    reasons: Counter[str] = Counter()
    for result in results:
        for seat in result.seats:
            reasons.update(seat.replaced)
    return reasons


def match_of(
    bots: list[str],
    players: int | None = None,
    edition: str = "first",
    expansions: tuple[str, ...] = (),
    mode: str = "",
    seed: int = 0,
    limit_ms: float | None = None,
) -> Match:
    """Creates a match of these bots. If there are fewer bots than players, they are repeated in order.

    Raises:
        InvalidOptions: There are no bots, more bots than players, or no such table.
        UnknownBot: There is no such bot.
    """
    if not bots:
        raise InvalidOptions("format/value", "a match needs bots")
    count = players if players is not None else len(bots)
    if len(bots) > count:
        raise InvalidOptions("format/value", f"{len(bots)} bots do not fit at a table for {count}")
    everybody = tuple(bots[place % len(bots)] for place in range(count))
    match = Match(everybody, edition, expansions, mode or (FREE_CITY if count == 2 else STANDARD), seed, limit_ms)
    match.check()
    return match
