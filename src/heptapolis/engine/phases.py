"""Phases: who must decide what, and what comes next.

The table carries one phase. A phase *begins* by naming the cities whose decision it needs (or finds that there is
nothing to decide), lists the legal moves of each, and *finishes* when the last one has decided. The order of phases
inside a turn is fixed; whichever boxes are in, each phase simply has nothing to do in games without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from heptapolis.engine.candidates import can_dig, copyable, diggable, free_city_hand, free_city_moves, losses
from heptapolis.engine.conflicts import resolve_conflicts
from heptapolis.engine.legal import card_moves, stage_ways
from heptapolis.engine.moves import COPY, DIG, DISCARD, DRAFT, OWN_CITY, PASS, RECRUIT, SETTLE, SIDE, Move
from heptapolis.engine.setup import deal_age, take_side
from heptapolis.engine.table import FREE_CITY, SEATS
from heptapolis.engine.turn import carry_out, copy_leader, dig_up, end_turn, leader_price, look_through, open_markets

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.table import Table


class Phase:
    """One kind of decision."""

    def __init__(self, name: str) -> None:
        """``name`` is the word of the position contract."""
        self.name = name

    def begin(self, table: Table) -> bool:
        """Asks whoever must decide; False when there is nothing to decide."""
        raise AssertionError("every phase says how it begins")

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """The legal moves of a city, in a fixed order."""
        raise AssertionError("every phase lists its moves")

    def finish(self, table: Table) -> None:
        """Carries out what was decided and goes on to what follows."""
        raise AssertionError("every phase says how it finishes")

    def __repr__(self) -> str:
        """The phase's name."""
        return f"<phase {self.name}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles as a reference: a phase has no state of its own."""
        return phase_named, (type(self).__name__,)


class ChooseSide(Phase):
    """Set-up of the second edition: every owner chooses a side of the board."""

    def begin(self, table: Table) -> bool:
        """Asks everybody."""
        return _ask_all(table, self)

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Each side of the board."""
        board = table.rules.board(table.cities[seat].side.wonder)
        return [Move(SIDE, side=side.name) for side in board.sides]

    def finish(self, table: Table) -> None:
        """Turns the boards; then the game begins."""
        for seat, move in enumerate(_taken(table)):
            if move is not None:
                take_side(table, seat, move.side)
        begin_game(table)


class Draft(Phase):
    """Leaders are drafted: one is kept, the others go on to the right, until the last one stays where it arrives."""

    def begin(self, table: Table) -> bool:
        """Asks everybody who has leaders to choose from."""
        if not any(table.draft_hands):
            return False
        if not table.drafted:
            table.first_drafts = table.draft_hands.copy()
        return ask(table, self, [seat for seat in range(table.city_count) if table.draft_hands[seat]])

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Each leader of the hand that goes around."""
        return [Move(DRAFT, leader) for leader in table.draft_hands[seat]]

    def finish(self, table: Table) -> None:
        """Keeps what was chosen and passes the rest to the right."""
        moves = _taken(table)
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
            begin_game(table)


class Recruit(Phase):
    """Before each age everybody uses one leader: recruits it, builds a stage over it, or sells it."""

    def begin(self, table: Table) -> bool:
        """Asks everybody who holds a leader."""
        table.recruiting = ask(table, self, [seat for seat in range(table.city_count) if table.leader_hands[seat]])
        return table.recruiting

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Each leader that can be paid, each as a stage, each sold."""
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
        """Carries everything out like a turn."""
        _use_leaders(table)


class Play(Phase):
    """The turn's card of every city."""

    def begin(self, table: Table) -> bool:
        """Asks every city; for the Free City its holder draws and decides after the own card."""
        if table.mode == FREE_CITY:
            table.drawn = table.draw_pile[0]
            table.draw_pile = table.draw_pile[1:]
            table.hands[table.holder].append(table.drawn)
        return _ask_all(table, self)

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Every card of the hand, every use."""
        if seat == table.free_seat:
            return free_city_moves(table, free_city_hand(table))
        return card_moves(table, seat, table.hands[seat])

    def finish(self, table: Table) -> None:
        """Reveals all cards, and carries them out together."""
        moves = _taken(table)
        for seat, move in enumerate(moves):
            if move is not None and move.card is not None:
                take_card(table.hands[table.decider(seat)], move.card)
        table.played.append(moves)
        table.drawn = None
        carry_out(table, moves)
        after_reveal(table)


class LastCard(Phase):
    """The extra card at the end of an age, for cities that may play it instead of discarding it."""

    def begin(self, table: Table) -> bool:
        """Discards what nobody may play, and asks the others. The Free City's extra card is what the draw pile left."""
        if table.recruiting or table.turn < table.turns:
            return False
        seats: list[int] = []
        for seat in range(table.city_count):
            if seat == table.free_seat:
                table.hands[seat] += table.draw_pile
                table.draw_pile = ()
            hand = table.hands[seat]
            if hand and table.cities[seat].plays_last_card:
                seats.append(seat)
            else:
                for card in hand:  # the last card of the draw pile is seen by nobody
                    table.put_away(card, 0 if seat == table.free_seat else table.cities[seat].bit)
                table.hands[seat] = []
        return ask(table, self, seats)

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Every use of the card, or to leave it."""
        if seat == table.free_seat:
            return [*free_city_moves(table, table.hands[seat]), Move(PASS, city=seat)]
        return [*card_moves(table, seat, table.hands[seat]), Move(PASS)]

    def finish(self, table: Table) -> None:
        """Carries the extra cards out together; those left go to the discard pile."""
        moves = _taken(table)
        for seat, move in enumerate(moves):
            if move is not None and move.card is not None:
                take_card(table.hands[seat], move.card)
        table.played.append(moves)
        carry_out(table, moves)
        for seat, hand in enumerate(table.hands):
            for card in hand:
                table.put_away(card, table.cities[table.decider(seat)].bit)
            table.hands[seat] = []
        after_reveal(table)


class DigUp(Phase):
    """A city builds a card of the discard pile for nothing, one city after the other."""

    def begin(self, table: Table) -> bool:
        """Asks the first in the queue who finds a card that may be built."""
        while table.digs:
            seat = table.digs[0] % SEATS
            if can_dig(table, seat):
                return ask(table, self, [seat])
            table.digs = table.digs[1:]
        return False

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Each card that may be built, or none."""
        for_city = _city_of(table, seat)
        return [*(Move(DIG, card, city=for_city) for card in diggable(table, seat)), Move(PASS, city=for_city)]

    def finish(self, table: Table) -> None:
        """Builds the card; then the next one digs."""
        moves = _taken(table)
        table.digs = table.digs[1:]
        for seat, move in enumerate(moves):
            if move is not None:
                look_through(table, table.cities[table.decider(seat)].bit)
                if move.card is not None:
                    dig_up(table, seat, move.card)
        after_reveal(table)


class CopyALeader(Phase):
    """A city chooses which leader of a neighbor it copies."""

    def begin(self, table: Table) -> bool:
        """Asks where there is a choice; a single candidate is copied unasked."""
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
        """Each leader in play next door."""
        for_city = _city_of(table, seat)
        return [Move(COPY, leader, city=for_city) for leader in copyable(table, seat)]

    def finish(self, table: Table) -> None:
        """Copies the leaders, as if they were recruited now."""
        table.copies = ()
        for seat, move in enumerate(_taken(table)):
            if move is not None and move.card is not None:
                copy_leader(table, seat, move.card)
        after_reveal(table)


class RecruitOneMore(Phase):
    """A wonder stage lets its owner recruit one leader more, at its price."""

    def begin(self, table: Table) -> bool:
        """Asks whoever can pay a leader in hand."""
        table.recruits = tuple([seat for seat in table.recruits if len(self.moves(table, seat)) > 1])
        return ask(table, self, list(table.recruits))

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """Each leader that can be paid, or none."""
        city = table.cities[seat]
        affordable = [
            leader for leader in table.leader_hands[seat] if leader_price(table, city, leader) <= city.purse()
        ]
        return [*(Move(RECRUIT, leader) for leader in affordable), Move(PASS)]

    def finish(self, table: Table) -> None:
        """Puts the leaders into play."""
        table.recruits = ()
        _use_leaders(table)


class SettleDebts(Phase):
    """Money lost in this turn is paid, or becomes debt."""

    def begin(self, table: Table) -> bool:
        """Adds up what everybody lost; a city without coins takes the debt unasked."""
        owes = losses(table)
        table.losses_due = False
        seats: list[int] = []
        for seat, owed in enumerate(owes):
            if owed and table.cities[seat].coins == 0:
                table.cities[seat].debt += owed
                owes[seat] = 0
            elif owed:
                seats.append(seat)
        table.owes = tuple(owes)
        return ask(table, self, seats)

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """To pay nothing, something, or all."""
        most = min(table.owes[seat], table.cities[seat].coins)
        for_city = _city_of(table, seat)
        return [Move(SETTLE, coins=coins, city=for_city) for coins in range(most + 1)]

    def finish(self, table: Table) -> None:
        """Takes the coins, and gives debt for the rest. Nothing can follow in this turn."""
        for seat, move in enumerate(_taken(table)):
            if move is not None:
                table.cities[seat].coins -= move.coins
                table.cities[seat].debt += table.owes[seat] - move.coins
        table.owes = ()
        turn_over(table)


class GameOver(Phase):
    """Nothing more to decide."""

    def begin(self, table: Table) -> bool:
        """Nobody is asked."""
        return False

    def moves(self, table: Table, seat: i64) -> list[Move]:
        """None."""
        return []


CHOOSE_SIDE: Final = ChooseSide("side")
DRAFT_LEADERS: Final = Draft("draft")
RECRUIT_LEADERS: Final = Recruit("recruit")
PLAY: Final = Play("play")
LAST_CARD: Final = LastCard("last-card")
DIG_UP: Final = DigUp("dig")
COPY_A_LEADER: Final = CopyALeader("copy")
RECRUIT_ONE_MORE: Final = RecruitOneMore("recruit")
SETTLE_DEBTS: Final = SettleDebts("debt")
GAME_OVER: Final = GameOver("over")

_PHASES: Final[list[Phase]] = [
    CHOOSE_SIDE,
    DRAFT_LEADERS,
    RECRUIT_LEADERS,
    PLAY,
    LAST_CARD,
    DIG_UP,
    COPY_A_LEADER,
    RECRUIT_ONE_MORE,
    SETTLE_DEBTS,
    GAME_OVER,
]


def phase_named(name: str) -> Phase:
    """The phase of a class name, for pickles."""
    for phase in _PHASES:
        if type(phase).__name__ == name:
            return phase
    raise KeyError(name)


def ask(table: Table, phase: Phase, seats: list[int]) -> bool:
    """Makes these cities pending in a phase; False if there are none."""
    if not seats:
        return False
    pending: i64 = 0
    for seat in seats:
        pending |= table.cities[seat].bit
    table.pending = pending
    table.phase = phase
    return True


def _ask_all(table: Table, phase: Phase) -> bool:
    table.pending = table.everybody
    table.phase = phase
    return True


def waiting(table: Table) -> list[int]:
    """The cities whose decision may be made now."""
    cities = [seat for seat in range(table.city_count) if table.pending & table.cities[seat].bit]
    if table.phase is PLAY and table.holder in cities and table.free_seat in cities:
        cities.remove(table.free_seat)  # asked when the holder's own card is chosen
    return cities


def _taken(table: Table) -> list[Move | None]:
    """What was decided, by city; the table is free for the next decisions."""
    moves = table.chosen
    table.chosen = table.nothing_chosen.copy()
    return moves


def _use_leaders(table: Table) -> None:
    """Takes the chosen leaders out of the hands and carries out what was decided about them."""
    moves = _taken(table)
    for seat, move in enumerate(moves):
        if move is not None and move.card is not None:
            table.leader_hands[seat] = tuple([card for card in table.leader_hands[seat] if card is not move.card])
    carry_out(table, moves)
    after_reveal(table)


def take_card(hand: list[Card], card: Card) -> None:
    """Takes one copy of a card out of a hand."""
    index: i64 = 0
    while hand[index] is not card:
        index += 1
    last: i64 = len(hand) - 1
    while index < last:  # the others keep their order; by hand because a pop in the middle is slow when compiled
        hand[index] = hand[index + 1]
        index += 1
    hand.pop()


def _city_of(table: Table, seat: i64) -> i64:
    """How a move names the city it is for: the Free City by its seat, the own city not at all."""
    return seat if seat == table.free_seat else OWN_CITY


def commit(table: Table, seat: i64, move: Move) -> None:
    """Notes the decision of a city, which must be legal; the phase finishes when it was the last one."""
    table.chosen[seat] = move
    table.pending &= ~table.cities[seat].bit
    if table.pending == 0:
        table.phase.finish(table)


def withdraw(table: Table, seat: i64) -> None:
    """Takes the decision of a city back. With the holder's own card goes the one for the Free City, chosen after it."""
    table.chosen[seat] = None
    table.pending |= table.cities[seat].bit
    if seat == table.holder and table.phase is PLAY:
        table.chosen[table.free_seat] = None
        table.pending |= table.cities[table.free_seat].bit


def begin_game(table: Table) -> None:
    """Goes on with the set-up until the first age begins."""
    if table.rules.has_leaders and table.phase is not DRAFT_LEADERS and DRAFT_LEADERS.begin(table):
        return
    begin_age(table)


def begin_age(table: Table) -> None:
    """Deals the hands; then leaders are recruited, or the first turn begins."""
    deal_age(table)
    open_markets(table)
    if table.rules.has_leaders and RECRUIT_LEADERS.begin(table):
        return
    begin_turn(table)


def begin_turn(table: Table) -> None:
    """Asks everybody for a card."""
    PLAY.begin(table)


def after_reveal(table: Table) -> None:
    """Finds what is still to be decided in this turn; else the turn is over."""
    if table.turn == table.turns and LAST_CARD.begin(table):
        return
    if table.digs and DIG_UP.begin(table):
        return
    if table.copies:
        if COPY_A_LEADER.begin(table):
            return
        if table.digs and DIG_UP.begin(table):  # a leader copied unasked may dig
            return
    if table.recruits and RECRUIT_ONE_MORE.begin(table):
        return
    if table.losses_due and SETTLE_DEBTS.begin(table):
        return
    turn_over(table)


def turn_over(table: Table) -> None:
    """Hands are passed on, or the age ends."""
    end_turn(table)
    if table.recruiting:
        table.recruiting = False
        begin_turn(table)
    elif table.turn < table.turns:
        pass_hands(table)
        table.turn += 1
        begin_turn(table)
    else:
        end_age(table)


def pass_hands(table: Table) -> None:
    """To the left, in the second age to the right. Two players swap, and with the hands the Free City card."""
    hands = table.hands
    if table.mode == FREE_CITY:
        other = other_player(table, table.holder)
        hands[table.holder], hands[other] = hands[other], hands[table.holder]
        table.holder = other
    elif table.age == 2:
        hands.append(hands.pop(0))
    else:
        hands.insert(0, hands.pop())


def other_player(table: Table, seat: i64) -> i64:
    """The opponent in a game with the Free City."""
    return 3 - table.free_seat - seat


def end_age(table: Table) -> None:
    """Conflicts; then the next age, or the end."""
    resolve_conflicts(table)
    if table.age == 3:
        table.over = True
        table.phase = GAME_OVER
        table.pending = 0
        return
    table.age += 1
    table.turn = 1
    for city in table.cities:
        city.used = ()
    begin_age(table)
