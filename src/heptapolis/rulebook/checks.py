"""Consistency checks of a box and of all boxes in use."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from heptapolis.rulebook.box import Box
from heptapolis.rulebook.errors import RulebookError
from heptapolis.rulebook.model import AGES, CardSpec
from heptapolis.rulebook.reading import PLAYER_COUNTS


def link_chains(box: str, cards: tuple[CardSpec, ...]) -> tuple[CardSpec, ...]:
    """Returns the cards with chains by name: as written in the first edition, derived from symbols in the second.

    A card with a symbol beside its cost is free for a city with a card of an earlier age that gives the symbol.
    """
    if not any(card.symbols_in or card.symbols_out for card in cards):
        return cards
    for card in cards:
        if card.chain_from or card.chain_to:
            field = "chain_from" if card.chain_from else "chain_to"
            raise _error(box, "cards.toml", card.name, field, "a box with chain symbols names no chains")
    linked = []
    for card in cards:
        parents = tuple(p.name for p in cards if _earlier(p, card) and set(p.symbols_out) & set(card.symbols_in))
        children = tuple(c.name for c in cards if _earlier(card, c) and set(card.symbols_out) & set(c.symbols_in))
        linked.append(replace(card, chain_from=parents, chain_to=children))
    return tuple(linked)


def check_box(box: Box) -> None:
    """Checks the number of cards, the size of the decks, and that chains agree in both directions."""
    _check_counts(box)
    _check_chains_by_name(box)
    _check_chains_by_symbol(box)
    _check_decks(box)


def check_together(boxes: Sequence[Box]) -> None:
    """Checks that no two cards and no two boards have the same name."""
    seen: dict[str, str] = {}
    for box in boxes:
        files = (("cards.toml", box.cards), ("leaders.toml", box.leaders))
        for file, cards in files:
            for card in cards:
                _check_new(seen, box.name, file, card.name, "name")
    seen = {}
    for box in boxes:
        for board in box.boards:
            _check_new(seen, box.name, "boards.toml", board.wonder, "wonder")


def _check_new(seen: dict[str, str], box: str, file: str, name: str, field: str) -> None:
    if name in seen:
        raise _error(box, file, name, field, f"stands already in {seen[name]}")
    seen[name] = f"{box}/{file}"


def _check_counts(box: Box) -> None:
    printed = sum(max(len(counts), 1) for card in box.cards for counts in card.copies.values())
    found = {"cards": printed, "boards": len(box.boards), "leaders": len(box.leaders)}
    for kind, number in found.items():
        if (expected := getattr(box.contents, kind)) != number:
            raise _error(box.name, f"{kind}.toml", "", kind, f"the box holds {expected}, the file {number}")
    black = Counter(age for card in box.cards if card.color == "black" for age in card.copies)
    for age in AGES:
        if black[age] != box.contents.black_per_age:
            reason = f"{box.contents.black_per_age} black cards expected in age {age}, found {black[age]}"
            raise _error(box.name, "cards.toml", "", "copies", reason)


def _check_chains_by_name(box: Box) -> None:
    cards = {card.name: card for card in box.cards}
    for card in box.cards:
        for field, others, back in (
            ("chain_from", card.chain_from, "chain_to"),
            ("chain_to", card.chain_to, "chain_from"),
        ):
            for name in others:
                if (other := cards.get(name)) is None:
                    raise _error(box.name, "cards.toml", card.name, field, f"unknown card {name!r}")
                if card.name not in getattr(other, back):
                    raise _error(box.name, "cards.toml", card.name, field, f"{name} does not say so in its {back}")
                early, late = (other, card) if field == "chain_from" else (card, other)
                if not _earlier(early, late):
                    reason = f"{early.name} is not of an earlier age than {late.name}"
                    raise _error(box.name, "cards.toml", card.name, field, reason)


def _check_chains_by_symbol(box: Box) -> None:
    for card in box.cards:
        for symbol in card.symbols_in:
            if not any(symbol in other.symbols_out and _earlier(other, card) for other in box.cards):
                reason = f"no card of an earlier age gives {symbol!r}"
                raise _error(box.name, "cards.toml", card.name, "symbols_in", reason)
        for symbol in card.symbols_out:
            if not any(symbol in other.symbols_in and _earlier(card, other) for other in box.cards):
                reason = f"no card of a later age asks for {symbol!r}"
                raise _error(box.name, "cards.toml", card.name, "symbols_out", reason)


def _check_decks(box: Box) -> None:
    """Checks for seven cards per player in every age of a base game."""
    hand = box.numbers.get("hand_size")
    if hand is None or not any(counts for card in box.cards for counts in card.copies.values()):
        return  # an expansion adds its cards to those of a base game
    for age in AGES:
        for players in PLAYER_COUNTS:
            deck = sum(count <= players for card in box.cards for count in card.copies.get(age, ()))
            for draw in box.head.draws:
                there = sum(card.color == draw.color and age in card.copies for card in box.cards)
                deck += min(players + draw.beyond_players, there) if age in draw.ages else 0
            if deck != hand * players:
                reason = f"age {age} has {deck} cards for {players} players, {hand * players} expected"
                raise _error(box.name, "cards.toml", "", "copies", reason)


def _earlier(first: CardSpec, second: CardSpec) -> bool:
    return min(first.copies) < min(second.copies)


def _error(box: str, file: str, item: str, field: str, reason: str) -> RulebookError:
    return RulebookError(reason, file=f"{box}/{file}", item=item, field=field)
