"""Printed cards."""

from __future__ import annotations

from dataclasses import fields
from functools import cache

from heptapolis.rulebook import CardSpec, display_name, load
from heptapolis.rulebook.texts import card_text


class Card(CardSpec):
    """A printed card: an age card, a guild, a black card or a leader.

    The rest of the library refers to cards by English name; ``game.card(name)`` returns the card.

    >>> import heptapolis
    >>> altar = heptapolis.Game.new().card("Altar")
    >>> altar.color, altar.ages, altar.chain_to
    ('blue', (1,), ('Temple',))
    >>> altar.text("en")
    '2 points at the end of the game.'
    """

    __slots__ = ()

    @property
    def ages(self) -> tuple[int, ...]:
        """The ages in which the card is dealt; none for a leader."""
        return tuple(sorted(self.copies))

    def text(self, language: str = "en") -> str:
        """Returns what the card does, in one of the rulebook's languages: en, fr, nl, de or da."""
        return card_text(self, language)

    def title(self, language: str = "en") -> str:
        """Returns the name of the card in one of the rulebook's languages."""
        return display_name(self.name, language)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Card {self.name}>"


@cache
def cards_of(edition: str, expansions: tuple[str, ...]) -> dict[str, Card]:
    """Returns all cards and leaders of an edition with its expansions by name."""
    rulebook = load(edition, expansions)
    names = [field.name for field in fields(CardSpec)]
    return {
        spec.name: Card(**{name: getattr(spec, name) for name in names})
        for spec in (*rulebook.cards, *rulebook.leaders)
    }
