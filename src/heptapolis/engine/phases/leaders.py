"""Drafting leaders, recruiting them before each age, and later copying or recruiting one more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.candidates import copyable
from heptapolis.engine.legal import stage_ways
from heptapolis.engine.moves import COPY, DISCARD, DRAFT, PASS, RECRUIT, Move
from heptapolis.engine.phases.base import Phase, ask, named_city, take_choices
from heptapolis.engine.phases.flow import after_reveal, continue_before_game
from heptapolis.engine.turn import carry_out, copy_leader, leader_price

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.table import Table


class Draft(Phase):
    """The draft: each player keeps one leader and passes the others to the right, until one is left to keep."""

    def __init__(self) -> None:
        """Comes before the first age."""
        super().__init__("draft")
        self.before_first_deal = True

    def begin(self, table: Table) -> bool:
        """Asks every player who has leaders to choose from."""
        if not any(table.draft_hands):
            return False
        if not table.drafted:
            table.first_drafts = table.draft_hands.copy()
        return ask(table, self, [seat for seat in range(table.city_count) if table.draft_hands[seat]])

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Each leader of the draft hand."""
        return [Move(DRAFT, leader) for leader in table.draft_hands[seat]]

    def finish(self, table: Table) -> None:
        """Keeps the chosen leaders and passes the rest to the right."""
        moves = take_choices(table)
        table.drafted += (moves,)
        for seat, move in enumerate(moves):
            if move is not None and move.card is not None:
                table.leader_hands[seat] += (move.card,)
                table.draft_hands[seat] = tuple([card for card in table.draft_hands[seat] if card is not move.card])
        seats = [seat for seat, move in enumerate(moves) if move is not None]
        passed = [table.draft_hands[seat] for seat in seats]
        for place, seat in enumerate(seats):
            table.draft_hands[seat] = passed[(place + 1) % len(seats)]
        if any(len(hand) == 1 for hand in table.draft_hands):
            for seat in seats:
                table.leader_hands[seat] += table.draft_hands[seat]
                table.draft_hands[seat] = ()
        if not self.begin(table):
            continue_before_game(table, self)


class Recruit(Phase):
    """Before each age every player uses one leader: recruits it, builds a stage with it, or sells it."""

    def __init__(self) -> None:
        """Comes before each age."""
        super().__init__("recruit")

    def begin(self, table: Table) -> bool:
        """Asks everybody who holds a leader."""
        return ask(table, self, [seat for seat in range(table.city_count) if table.leader_hands[seat]])

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Every use of every leader: recruit it if affordable, build a stage with it, sell it."""
        city = table.cities[seat]
        hand = table.leader_hands[seat]
        moves: list[Move] = []
        ways = stage_ways(table, seat)
        for leader in hand:
            if leader_price(table, city, leader) <= city.purse():
                moves.append(Move(RECRUIT, leader))
            moves += [way.over(leader) for way in ways]
            moves.append(Move(DISCARD, leader))
        return moves

    def finish(self, table: Table) -> None:
        """Carries out the moves like a turn."""
        _use_leaders(table)


class CopyALeader(Phase):
    """A city chooses which leader of a neighbor it copies."""

    def __init__(self) -> None:
        """Comes in turns in which a city may copy a leader."""
        super().__init__("copy")

    def begin(self, table: Table) -> bool:
        """Asks cities with a choice; a single candidate is copied without asking."""
        if not table.copies:
            return False
        seats: list[int] = []
        for seat in table.copies:
            leaders = copyable(table, seat)
            if len(leaders) == 1:
                copy_leader(table, seat, leaders[0])
            elif leaders:
                seats.append(seat)
        table.copies = tuple(seats)
        return ask(table, self, seats)

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Each leader that the neighbors have in play."""
        for_city = named_city(table, seat)
        return [Move(COPY, leader, city=for_city) for leader in copyable(table, seat)]

    def finish(self, table: Table) -> None:
        """Copies the leaders, as if they were recruited now."""
        table.copies = ()
        for seat, move in enumerate(take_choices(table)):
            if move is not None and move.card is not None:
                copy_leader(table, seat, move.card)
        after_reveal(table)


class RecruitOneMore(Phase):
    """A wonder stage lets its owner recruit one more leader, at its price."""

    def __init__(self) -> None:
        """Comes in turns in which such a stage was built."""
        super().__init__("recruit")

    def begin(self, table: Table) -> bool:
        """Asks every player who can afford a leader in hand."""
        if not table.recruits:
            return False
        table.recruits = tuple([seat for seat in table.recruits if len(self.moves(table, seat)) > 1])
        return ask(table, self, list(table.recruits))

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Each affordable leader, or a pass."""
        city = table.cities[seat]
        affordable = [
            leader for leader in table.leader_hands[seat] if leader_price(table, city, leader) <= city.purse()
        ]
        return [*(Move(RECRUIT, leader) for leader in affordable), Move(PASS)]

    def finish(self, table: Table) -> None:
        """Puts the leaders into play."""
        table.recruits = ()
        _use_leaders(table)


def _use_leaders(table: Table) -> None:
    """Takes the chosen leaders out of the hands and carries out the moves."""
    moves = take_choices(table)
    for seat, move in enumerate(moves):
        if move is not None and move.card is not None:
            table.leader_hands[seat] = tuple([card for card in table.leader_hands[seat] if card is not move.card])
    carry_out(table, moves)
    after_reveal(table)


DRAFT_LEADERS: Final = Draft()
RECRUIT_LEADERS: Final = Recruit()
COPY_A_LEADER: Final = CopyALeader()
RECRUIT_ONE_MORE: Final = RecruitOneMore()
