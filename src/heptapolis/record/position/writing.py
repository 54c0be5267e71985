"""Writes positions and their pending decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from heptapolis.engine.packed import seat_of
from heptapolis.engine.phases import waiting
from heptapolis.engine.restore import queued_by_effects
from heptapolis.engine.setup import first_holder
from heptapolis.engine.table import FREE_CITY, LEFT, NOBODY
from heptapolis.record.move_json import write_move
from heptapolis.record.position.card_names import beyond_the_box
from heptapolis.record.position.document import POSITION_FORMAT, SELLERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from heptapolis.engine import View
    from heptapolis.engine.cards import Card
    from heptapolis.engine.table import Table
    from heptapolis.record.json_types import (
        CityDocument,
        FreshDocument,
        MoveDocument,
        Neighbor,
        PendingDecisionDocument,
        Phase,
    )


def card_names(cards: Iterable[Card | None]) -> list[str]:
    """The names of the known cards."""
    return [card.name for card in cards if card is not None]


def write_position(table: Table) -> dict[str, object]:
    """Returns the position of a table. Reading it gives a table with the same decisions and the same future."""
    edition, expansions = table.rules.key
    hands, pile = hands_as_written(table)
    phase = table.phase.name
    written: dict[str, object] = {
        "format": POSITION_FORMAT,
        "edition": edition,
        "expansions": list(expansions),
        "mode": table.mode,
        "age": int(table.age),
        "phase": phase,
    }
    chosen = write_chosen(table)
    if chosen:
        written["chosen"] = chosen
    if phase == "dig":
        written["dig_order"] = [int(seat_of(dig)) for dig in table.digs]
    queued = _queued(table, phase)
    if queued is not None:
        written["queued"] = queued
    written["seats"] = [
        {**without_defaults(write_city(table, phase, seat)), **_write_secrets(table, seat, hands[seat])}
        for seat in range(table.city_count)
    ]
    written["discard"] = card_names(table.discard)
    if table.mode == FREE_CITY:
        holder = first_holder(table.free_seat, table.age) if table.holder == NOBODY else table.holder
        written["free_city"] = {"seat": int(table.free_seat), "holder": int(holder), "draw_pile": card_names(pile)}
    written["seed"] = table.seed
    deals = _later_deals(table)
    if deals:
        written["deals"] = {str(age): [card_names(hand) for hand in dealt] for age, dealt in deals.items()}
    if table.rules.has_leaders:
        written["leader_box"] = card_names(table.leader_box)
    if table.queues:
        written["queues"] = {name: list(seats) for name, seats in table.queues.items()}
    surplus = beyond_the_box(_all_cards(table, hands, pile, deals))
    if surplus:
        written["surplus"] = surplus
    return written


def write_city(table: Table | View, phase: str, seat: int) -> CityDocument:
    """Returns the public part of a seat: its city."""
    city = table.cities[seat]
    token_sides: list[Neighbor] = ["left"] * len(city.left_tokens)
    token_sides += ["right"] * len(city.right_tokens)
    fresh: FreshDocument = {
        "built": int(city.fresh_structures),
        "stages": int(city.fresh_stages),
        "leaders": int(city.fresh_leaders),
        "held": int(city.held),
        "bonus": city.bonus_taken,
    }
    if city.bought_from:
        fresh["bought"] = [seller for seller, bit in SELLERS.items() if city.bought_from & bit]
    written: CityDocument = {
        "wonder": city.side.wonder,
        "side": None if phase == "side" else city.side.name,
        "stages": int(city.stages),
        "copied": ["left" if side == LEFT else "right" for side in city.copied],
        "coins": int(city.coins),
        "built": card_names(city.structures),
        "tokens": [*city.left_tokens, *city.right_tokens],
        "token_sides": token_sides,
        "debt": int(city.debt),
        "diplomacy": int(city.diplomacy),
        "leaders": card_names(city.leaders),
        "copied_leader": None if city.copied_leader is None else city.copied_leader.name,
        "owes": int(table.owes[seat]) if phase == "debt" else 0,
        "used": list(city.used),
        "fresh": fresh if any(fresh.values()) else None,
    }
    counters = {name: count for name, count in city.counters.items() if count}
    if counters:
        written["counters"] = counters
    return written


ALWAYS_WRITTEN: Final = ("wonder", "stages", "coins", "built", "hand")


def without_defaults(city: CityDocument) -> dict[str, object]:
    """Returns a city without fields that are empty, 0 or None."""
    return {name: value for name, value in city.items() if value or name in ALWAYS_WRITTEN}


def _write_secrets(table: Table, seat: int, hand: list[Card]) -> dict[str, object]:
    secrets = {
        "buried": card_names(table.buried[seat]),
        "leader_hand": card_names(table.leader_hands[seat]),
        "draft_hand": card_names(table.draft_hands[seat]),
    }
    return {**{name: value for name, value in secrets.items() if value}, "hand": card_names(hand)}


def hands_as_written(table: Table) -> tuple[list[list[Card]], list[Card]]:
    """Hands and draw pile, as before the holder's draw for the Free City; before the first age as far as known."""
    if table.phase.name in ("side", "draft"):
        hands = [hand.copy() for hand in table.deals[0]] if table.deals else []
        hands = hands or [[] for _ in table.cities]
        pile: list[Card] = []
        if table.mode == FREE_CITY:
            pile, hands[table.free_seat] = hands[table.free_seat], []
        return hands, pile
    hands = [hand.copy() for hand in table.hands]
    pile = list(table.draw_pile)
    if table.drawn is not None:
        pile.insert(0, hands[table.holder].pop())  # drawn last, so it is still the last card
    return hands, pile


def write_chosen(table: Table) -> list[MoveDocument]:
    """Returns the moves chosen but not yet carried out; the Free City's after its holder's own."""
    seats = sorted(range(table.city_count), key=lambda seat: (seat == table.free_seat, seat))
    moves = [(seat, table.chosen[seat]) for seat in seats]
    return [write_move(int(table.decider(seat)), move, table) for seat, move in moves if move is not None]


def write_pending(table: Table) -> list[PendingDecisionDocument]:
    """Returns who must decide now, with every legal move; an entry for the Free City names its seat."""
    pending: list[PendingDecisionDocument] = []
    for city in waiting(table):
        player = int(table.decider(city))
        entry: PendingDecisionDocument = {
            "player": player,
            "decision": cast("Phase", table.phase.name),
            "moves": [write_move(player, move, table) for move in table.phase.moves(table, city)],
        }
        if city != player:
            entry["city"] = city
        pending.append(entry)
    return pending


def _queued(table: Table, phase: str) -> dict[str, list[int]] | None:
    """The seats that copy or recruit later in this turn, if this does not follow from what was built."""
    after_turn = [each.name for each in table.schedule.after_turn]
    follows = queued_by_effects(table, phase) if phase in after_turn else ([], [])
    if follows == (list(table.copies), list(table.recruits)):
        return None
    return {"copy": list(table.copies), "recruit": list(table.recruits)}


def _later_deals(table: Table) -> dict[int, list[list[Card]]]:
    if not table.deals:
        return {}
    return {age: table.deals[age - 1] for age in range(int(table.age) + 1, 4) if table.deals[age - 1]}


def _all_cards(
    table: Table, hands: list[list[Card]], pile: list[Card], deals: dict[int, list[list[Card]]]
) -> list[Card]:
    """All age cards in the position."""
    found = [*table.discard, *pile]
    for hand in hands:
        found += hand
    for dealt in deals.values():
        found += [card for hand in dealt for card in hand]
    for seat, city in enumerate(table.cities):
        found += city.structures
        found += [card for card in table.buried[seat] if card is not None]
    return found
