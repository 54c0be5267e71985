"""Rebuilds a table from a position: its cities, and the decision at which the game resumes.

Rebuilding a city pays, draws and asks nothing; derived fields are recomputed from its cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heptapolis.engine.candidates import fresh_cards
from heptapolis.engine.effects.cities import Loss
from heptapolis.engine.effects.leaders import CopyLeader, ExtraRecruit
from heptapolis.engine.effects.powers import Dig
from heptapolis.engine.packed import with_seat
from heptapolis.engine.phases import SETTLE_DEBTS, after_reveal, ask, begin_turn, prepare_age, turn_over
from heptapolis.engine.schedule import named
from heptapolis.engine.setup import seat_cities
from heptapolis.engine.table import LEFT, NOBODY
from heptapolis.engine.turn import open_markets
from heptapolis.engine.wonder import built_stage, copy_choices

if TYPE_CHECKING:
    from heptapolis.engine.cards import Card
    from heptapolis.engine.city import City
    from heptapolis.engine.effects.base import Effect
    from heptapolis.engine.rules import Rules
    from heptapolis.engine.table import Table


def lay_out(rules: Rules, mode: str, age: int, cities: list[City]) -> Table:
    """A table with these cities; call ``resume`` next to set the decision.

    Each city comes from ``found_city`` with its public fields set; this computes the derived ones. Set the secret
    fields of the table afterwards.
    """
    table = seat_cities(rules, mode, cities)
    table.age = age
    for city in cities:
        _derive_from_cards(city)
    for city in cities:  # stages may copy a neighbor's board
        _derive_from_stages(table, city)
    open_markets(table)
    return table


def _derive_from_cards(city: City) -> None:
    serving = len(city.structures) - city.fresh_structures
    for index, card in enumerate(city.structures):
        city.names_low |= card.name_low
        city.names_high |= card.name_high
        city.colors += card.color_one
        _settle(city, card.effects, index < serving)
    serving = len(city.leaders) - city.fresh_leaders
    for index, leader in enumerate(city.leaders):
        _settle(city, leader.effects, index < serving)
    if city.copied_leader is not None:
        _settle(city, city.copied_leader.effects, not city.fresh_copy)
    tokens = [*city.left_tokens, *city.right_tokens]
    city.token_points = sum(tokens)
    city.victories = len([token for token in tokens if token > 0])
    city.defeats = len([token for token in tokens if token < 0])


def _derive_from_stages(table: Table, city: City) -> None:
    built = city.stages
    if city.side.copies:
        copied = list(city.copied)
        while len(copied) < built:  # if the position does not say: as the board prescribes, else from the left
            city.stages = len(copied)
            choices = copy_choices(table, city)
            copied.append(choices[0] if choices else LEFT)
        city.copied = tuple(copied[:built])
        city.stages = built
    for index in range(built):
        _settle(city, built_stage(table, city, index).effects, index < built - city.fresh_stages)


def _settle(city: City, effects: list[Effect], serving: bool) -> None:
    for effect in effects:
        effect.stands(city)
        if serving:
            effect.serves(city)


def resume(
    table: Table,
    phase: str,
    dig_order: list[int],
    copies: list[int] | None = None,
    recruits: list[int] | None = None,
) -> None:
    """Resumes the game at a decision and makes the cities that must decide pending.

    If nothing is left to decide in that phase, the game advances to the next decision. In phase ``play`` without hands
    nobody is asked.

    Args:
        table: laid out, with hands; its turn follows from their size.
        phase: the word of the position contract.
        dig_order: the seats that still dig, in order (phase ``dig``).
        copies: the seats that copy a leader later in this turn; by default derived from what was built in it.
        recruits: the seats that recruit again later in this turn; same default.
    """
    if phase != "debt":
        table.owes = ()
    size = max([len(hand) for hand in table.hands])
    after_turn = [each.name for each in table.schedule.after_turn]
    after_a_reveal = phase in after_turn and (phase != "recruit" or _anything_fresh(table))
    if after_a_reveal:
        table.preparing = phase != "last-card" and size == table.turns + 1  # full hands: leaders are being recruited
        # After the last turn hands are empty, or hold the extra card.
        table.turn = 1 if table.preparing else min(table.turns + 1 - size, table.turns)
        table.prepared = len(table.schedule.before_age)
    elif phase == "over":
        table.turn = table.turns
    elif phase == "play":
        table.turn = table.turns + 2 - max(size, 1)
    table.first_hands = [hand.copy() for hand in table.hands]
    if table.free_seat != NOBODY:
        table.first_hands[table.free_seat] += table.draw_pile
    table.first_drafts = table.draft_hands.copy()
    table.first_turn = table.turn
    if after_a_reveal and not table.preparing:
        table.played.append([None] * table.city_count)  # the cards revealed this turn have left these hands
    schedule = table.schedule
    if phase == "over":
        table.over = True
        table.phase = schedule.over
    elif phase == "play":
        if size > 0:
            begin_turn(table)
    elif phase == "debt":
        _resume_debts(table)
    elif after_a_reveal:
        _queue(table, phase, dig_order, copies, recruits)
        if phase != "last-card" or not ask(table, named(schedule.after_turn, phase), _holding(table)):
            after_reveal(table)
    elif phase == "recruit":
        table.prepared = schedule.before_age.index(named(schedule.before_age, phase))
        prepare_age(table)
    else:
        if phase == "side":
            table.open_sides = table.everybody
        named(schedule.before_game, phase).begin(table)


def _anything_fresh(table: Table) -> bool:
    for city in table.cities:
        if city.fresh_structures + city.fresh_stages + city.fresh_leaders > 0:
            return True
    return False


def _holding(table: Table) -> list[int]:
    return [seat for seat in range(table.city_count) if table.hands[seat]]


def _resume_debts(table: Table) -> None:
    """Asks the cities that owe something and have coins; the others take debt automatically."""
    owes = list(table.owes)
    for seat, city in enumerate(table.cities):
        if city.coins == 0:
            city.debt += owes[seat]
            owes[seat] = 0
    table.owes = tuple(owes)
    if not ask(table, SETTLE_DEBTS, [seat for seat in range(table.city_count) if owes[seat]]):
        turn_over(table)


def _queue(
    table: Table, phase: str, dig_order: list[int], copies: list[int] | None, recruits: list[int] | None
) -> None:
    """Queues the remaining decisions of this turn: as given, else as derived from what was built in it."""
    table.digs = tuple([with_seat(rank, seat) for rank, seat in enumerate(dig_order)])
    if not dig_order and phase in ("last-card", "dig"):
        for seat in range(table.city_count):
            for effect in fresh_effects(table, seat):
                if isinstance(effect, Dig):
                    table.ask_dig(seat, effect.rank)
    found_copies, found_recruits = queued_by_effects(table, phase)
    table.copies = tuple(found_copies if copies is None else copies)
    table.recruits = tuple(found_recruits if recruits is None else recruits)
    table.losses_due = _not_after(table, phase, "debt") and any(
        isinstance(effect, Loss) for seat in range(table.city_count) for effect in fresh_effects(table, seat)
    )


def queued_by_effects(table: Table, phase: str) -> tuple[list[int], list[int]]:
    """The seats that copy a leader, and those that recruit again, in this phase or later, by what was built this turn.

    In the phase that copies leaders, guilds built in earlier turns count too.
    """
    copies: list[int] = []
    recruits: list[int] = []
    for seat, city in enumerate(table.cities):
        built = city.structures if phase == "copy" else fresh_cards(table, seat)
        if _not_after(table, phase, "copy") and city.copied_leader is None:
            copies += [seat for card in built for effect in card.effects if isinstance(effect, CopyLeader)]
        if _not_after(table, phase, "recruit") and seat != table.free_seat:
            recruits += [seat for effect in fresh_effects(table, seat) if isinstance(effect, ExtraRecruit)]
    return copies, recruits


def _not_after(table: Table, phase: str, other: str) -> bool:
    """Whether, after a reveal, a phase is the other one or comes before it."""
    names = [each.name for each in table.schedule.after_turn]
    return phase in names and other in names and names.index(phase) <= names.index(other)


def fresh_effects(table: Table, seat: int) -> list[Effect]:
    """The effects of everything a city built or recruited this turn, except those of a copied leader."""
    city = table.cities[seat]
    leaders = city.leaders[len(city.leaders) - city.fresh_leaders :]
    effects = [effect for card in [*fresh_cards(table, seat), *leaders] for effect in card.effects]
    for index in range(city.stages - city.fresh_stages, city.stages):
        effects += built_stage(table, city, index).effects
    return effects


def seat_free_city(table: Table, seat: int, holder: int, draw_pile: list[Card]) -> None:
    """Sets the Free City's seat, its holder this turn and its draw pile."""
    table.free_seat = seat
    table.holder = holder
    table.draw_pile = tuple(draw_pile)
