"""Samples complete tables consistent with what a seat knows. Search plays on from such tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.knowledge.card_groups import (
    DRAW_PILE,
    DRAWN,
    GOING_AROUND,
    IN_HAND,
    LEFT_OVER,
    MOVED,
    draft_seat,
    holder_at,
    is_last_card,
    passes_before,
    seat_after,
)
from heptapolis.engine.knowledge.unseen_cards import BURIED, DRAW, ON_PILE, Plan, leader_stages
from heptapolis.engine.moves import DISCARD, DRAFT, WONDER, Move
from heptapolis.engine.packed import SEATS, mark_of, with_seat
from heptapolis.engine.table import FREE_CITY, NOBODY, Table

if TYPE_CHECKING:
    from mypy_extensions import i64

    from heptapolis.engine.cards import Card
    from heptapolis.engine.knowledge.unseen_cards import Pool
    from heptapolis.engine.knowledge.views import View
    from heptapolis.engine.rng import Rng


class Layout:
    """A table under construction: assigns each unseen card to a place."""

    def __init__(self, view: View, plan: Plan) -> None:
        """Starts with the cards that the seat sees."""
        self.age: i64 = view.age
        self.plan = plan
        self.rows = view.memory.rows
        self.hands: list[list[Card]] = [[] if hand is None else list(hand) for hand in view.hands]
        self.piles: list[list[Card]] = [list(cards) for cards in view.known_discards]  # the discard pile, by age
        self.buried: list[list[Card | None]] = [list(cards) for cards in view.buried]
        self.moved: list[Card | None] = [None] * (len(view.memory.rows) * SEATS)
        self.left_over: list[list[Card]] = [[] for _ in view.cities]
        self.draws: list[Card | None] = view.memory.draws.copy()
        self.drawn: Card | None = view.drawn
        self.draw_pile: list[Card] = []

    def put(self, place: i64, card: Card) -> None:
        """Puts a card in a place."""
        if place < LEFT_OVER:
            self.hands[place - IN_HAND].append(card)
        elif place < MOVED:
            self.left_over[place - LEFT_OVER].append(card)
            self.piles[self.age].append(card)
        elif place < DRAWN:
            self.moved[place - MOVED] = card
            self._use(place - MOVED, card)
        elif place == DRAWN:
            self.drawn = card
        elif place == DRAW_PILE:
            self.draw_pile.append(card)
        elif place < BURIED:
            self.draws[place - DRAW] = card
        elif place < ON_PILE:
            self.bury(place, card)
        else:
            self.piles[place - ON_PILE].append(card)

    def _use(self, index: i64, card: Card) -> None:
        move = self.rows[index // SEATS][index % SEATS]
        if move is not None and move.kind == DISCARD:
            self.piles[self.age].append(card)
        else:
            self.bury(self.plan.stages[index], card)

    def bury(self, place: i64, card: Card) -> None:
        """Lays a card under a stage."""
        self.buried[(place - BURIED) // SEATS][place % SEATS] = card


def shuffle(cards: list[Card], rng: Rng) -> None:
    """Shuffles cards in place."""
    last: i64 = len(cards) - 1
    while last > 0:
        other = rng.below(last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
        last -= 1


def sample_table(view: View, rng: Rng) -> Table:
    """A table consistent with everything a seat sees and remembers; the rest is random.

    Other players' choices are unknown, so they decide again. A fresh seed deals later ages.
    """
    plan = view.plan
    if plan is None:
        plan = Plan(view)
        view.plan = plan
    layout = Layout(view, plan)
    _deal_cards(view, plan, layout, rng)
    table = Table(
        view.schedule,
        [city.copy() for city in view.cities],
        view.asked,
        list(view.chosen),
        layout.hands,
        [],
        [],
        [],
        [()] * view.city_count,
        [()] * view.city_count,
        [],
    )
    table.show_same(view)
    for seat in view.waiting:
        table.pending |= table.cities[seat].bit
    for seat in view.has_chosen:
        if view.chosen[seat] is None:
            table.pending |= table.cities[seat].bit
    table.seed = rng.seed()
    _lay_pile(view, layout, table)
    for index, row in enumerate(view.memory.rows):
        table.played.append(_with_cards_filled_in(row, layout.moved, index * SEATS))
    if not view.asked.before_first_deal and not view.over:
        _set_age_start(view, layout, table, rng)
    if view.rules.has_leaders:
        _deal_leaders(view, plan, layout, table, rng)
    table.buried = [tuple(cards) for cards in layout.buried]
    return table


def _deal_cards(view: View, plan: Plan, layout: Layout, rng: Rng) -> None:
    rest: list[Card] = []
    for pool in plan.pools:
        _fill(pool, layout, rng, plan, rest)
    if plan.loose:
        shuffle(rest, rng)
        _lay(plan.loose, rest, layout, rng, plan)
    for group in view.memory.groups:
        cards = group.cards.copy()
        for row in group.draws:
            drawn = layout.draws[row]
            if drawn is not None:
                cards.append(drawn)
        shuffle(cards, rng)
        for index, place in enumerate(group.places):
            layout.put(place, cards[index])
    for place, card in view.memory.fixed:  # on the discard pile, or dug up from there
        if place < MOVED:
            layout.left_over[place - LEFT_OVER].append(card)
        else:
            layout.moved[place - MOVED] = card
    if view.drawn is None and layout.drawn is not None:
        layout.hands[view.holder].append(layout.drawn)


def _fill(pool: Pool, layout: Layout, rng: Rng, plan: Plan, rest: list[Card]) -> None:
    cards = pool.cards.copy()
    for choice, count in pool.choices:
        mixed = choice.copy()
        shuffle(mixed, rng)
        cards += mixed[:count]
    shuffle(cards, rng)
    _lay(pool.places, cards, layout, rng, plan)
    rest += cards[len(pool.places) :]


def _lay(places: list[int], cards: list[Card], layout: Layout, rng: Rng, plan: Plan) -> None:
    if len(cards) < len(places):  # no deal gives this position: use spare cards, then any card
        spare = plan.spare.copy()
        shuffle(spare, rng)
        cards += spare[: len(places) - len(cards)]
        while len(cards) < len(places):
            cards.append(plan.any[rng.below(len(plan.any))])
    for index, place in enumerate(places):
        layout.put(place, cards[index])


def _lay_pile(view: View, layout: Layout, table: Table) -> None:
    """Fills the discard pile and marks the cards that the seat knows."""
    bit: i64 = 0 if view.seat is None or view.seat == view.free_seat else table.cities[view.seat].bit
    for age, pile in enumerate(layout.piles):
        known = len(view.known_discards[age])
        table.discard += pile
        table.marks += [mark_of(bit, age)] * known + [mark_of(0, age)] * (len(pile) - known)


def _set_age_start(view: View, layout: Layout, table: Table, rng: Rng) -> None:
    """Sets the cards drawn in this age and the hands at its start."""
    table.drawn = layout.drawn
    table.draw_pile = tuple(layout.draw_pile)
    first: list[list[Card]] = [[] for _ in view.cities]
    for hand in range(view.city_count):
        if hand != view.free_seat:
            first[hand] = _first_hand(layout, table, hand, rng)
    if view.free_seat != NOBODY:
        first[view.free_seat] = _first_draw_pile(layout, table)
    table.first_hands = first


def _with_cards_filled_in(row: list[Move | None], moved: list[Card | None], start: i64) -> list[Move | None]:
    """A row of moves with the face-down cards filled in."""
    filled = row.copy()
    for city, move in enumerate(row):
        if move is not None and move.card is None and (move.kind == WONDER or move.kind == DISCARD):
            filled[city] = move.with_card(moved[start + city])
    return filled


def _first_hand(layout: Layout, table: Table, hand: i64, rng: Rng) -> list[Card]:
    """A hand at the start of this age's record: its cards now, plus those that left it, minus those drawn."""
    at = seat_after(table, hand, table.turn - table.first_turn)
    content = table.hands[at] + layout.left_over[at]
    if layout.drawn is not None and at == table.holder:
        content.remove(layout.drawn)
    row: i64 = len(table.played) - 1
    while row >= 0:
        moves = table.played[row]
        at = seat_after(table, hand, passes_before(table, row))
        _give_back(content, moves[at])
        if table.mode == FREE_CITY and at == holder_at(table, row) and not is_last_card(table, row):
            _give_back(content, moves[table.free_seat])
            if moves[table.free_seat] is not None:
                drawn = layout.draws[row]
                if drawn is None:  # drawn before the seat first saw the hand: it may be any of its cards
                    drawn = content[rng.below(len(content))]
                    layout.draws[row] = drawn
                content.remove(drawn)
        row -= 1
    return content


def _give_back(content: list[Card], move: Move | None) -> None:
    if move is not None and move.card is not None:
        content.append(move.card)


def _first_draw_pile(layout: Layout, table: Table) -> list[Card]:
    cards = [card for card in layout.draws if card is not None]
    if layout.drawn is not None:
        cards.append(layout.drawn)
    cards += layout.draw_pile
    cards += table.hands[table.free_seat]
    if table.played and is_last_card(table, len(table.played) - 1):
        _give_back(cards, table.played[-1][table.free_seat])
    return cards + layout.left_over[table.free_seat]


def _deal_leaders(view: View, plan: Plan, layout: Layout, table: Table, rng: Rng) -> None:
    rounds = len(view.draft_memory.rows)
    kept: list[Card | None] = [None] * ((rounds + 1) * SEATS)  # by round and seat, indexed by place
    hidden: list[list[Card]] = [[] for _ in view.cities]  # kept by others: in hand, under a stage, or sold
    drafts: list[list[Card]] = [[] if hand is None else list(hand) for hand in view.draft_hands]
    cards = plan.leaders.copy()
    shuffle(cards, rng)
    _put_leaders(plan.leader_places, cards, kept, hidden, drafts)
    used: i64 = len(plan.leader_places)
    for seat, count in enumerate(plan.extra_leaders):
        hidden[seat] += cards[used : used + count]
        used += count
    table.leader_box = tuple(cards[used : used + view.leader_box_size])
    for group in view.draft_memory.groups:
        mixed = group.cards.copy()
        shuffle(mixed, rng)
        _put_leaders(group.places, mixed, kept, hidden, drafts)
    for place, leader in view.draft_memory.fixed:
        kept[place] = leader
    table.sold = view.sold
    for seat in range(view.city_count):
        table.draft_hands[seat] = tuple(drafts[seat])
        hand = view.leader_hands[seat]
        if hand is not None:
            table.leader_hands[seat] = hand
            continue
        mine = hidden[seat]
        shuffle(mine, rng)
        size = view.leader_hand_sizes[seat]
        table.leader_hands[seat] = tuple(mine[:size])
        for stage in leader_stages(view, seat):
            if size < len(mine):
                layout.bury(BURIED + seat * SEATS + stage, mine[size])
                size += 1
        table.sold += tuple([with_seat(leader.index, seat) for leader in mine[size:]])
    table.drafted = tuple(
        [_round_filled_in(row, kept, index * SEATS) for index, row in enumerate(view.draft_memory.rows)]
    )
    if (rounds or view.phase == "draft") and not view.over:
        table.first_drafts = _first_drafts(view, table, kept, drafts)


def _put_leaders(
    places: list[int],
    cards: list[Card],
    kept: list[Card | None],
    hidden: list[list[Card]],
    drafts: list[list[Card]],
) -> None:
    for index, place in enumerate(places):
        if place >= GOING_AROUND:
            drafts[place - GOING_AROUND].append(cards[index])
        else:
            kept[place] = cards[index]
            hidden[place % SEATS].append(cards[index])


def _round_filled_in(row: list[Move | None], kept: list[Card | None], start: i64) -> list[Move | None]:
    filled = row.copy()
    for seat, move in enumerate(row):
        if move is not None and move.card is None:
            filled[seat] = Move(DRAFT, kept[start + seat])
    return filled


def _first_drafts(
    view: View, table: Table, kept: list[Card | None], drafts: list[list[Card]]
) -> list[tuple[Card, ...]]:
    """The leaders dealt to each seat: those kept by each player they passed, and the rest."""
    rounds = len(table.drafted)
    seats = [seat for seat in range(view.city_count) if seat != view.free_seat]
    first: list[tuple[Card, ...]] = [()] * view.city_count
    for place, seat in enumerate(seats):
        at = draft_seat(seats, place, rounds)
        content = drafts[at].copy()
        last = kept[rounds * SEATS + at]
        if last is not None:
            content.append(last)
        for row, moves in enumerate(table.drafted):
            _give_back(content, moves[draft_seat(seats, place, row)])
        first[seat] = tuple(content)
    return first
