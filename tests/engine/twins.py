"""Two games that one seat cannot tell apart: the same to its eyes, with other cards where it never looked.

Every card dealt is followed on its own, so that this knows nothing of how the engine remembers. Digs are left out:
the boards chosen have none.
"""

from __future__ import annotations

from random import Random

from heptapolis.engine import Game, Move
from heptapolis.engine.cards import Card
from heptapolis.engine.moves import BUILD
from heptapolis.engine.setup import hands_of_age

BOARDS = ("Rhodes", "Giza", "Ephesus", "Alexandria", "Olympia", "Babylon")


class Piece:
    """One printed card on its way through a game."""

    def __init__(self, card: Card, age: int) -> None:
        self.card = card
        self.age = age
        self.seen = False


def dealt_game(start: Game, deals: list[list[list[Card]]]) -> Game:
    """A fresh game with these hands in every age, each in order: then equal cards lie together."""
    game = start.copy()
    deals = [[sorted(hand, key=lambda card: int(card.index)) for hand in dealt] for dealt in deals]
    game.table.deals = deals
    game.table.hands = [hand.copy() for hand in deals[0]]
    game.table.first_hands = deals[0]
    return game


class Twins:
    """A random game of a seat up to some decision, and its twin."""

    def __init__(self, start: Game, seat: int, steps: int, random: Random) -> None:
        """Plays ``steps`` decisions from the first turn; what the seat has not seen by then is exchanged."""
        self.start = start
        self.seat = seat
        table = start.table
        count = int(table.city_count)
        deals = [hands_of_age(table.rules, count, age, table.seed) for age in (1, 2, 3)]
        self.pieces = [[[Piece(card, age + 1) for card in hand] for hand in dealt] for age, dealt in enumerate(deals)]
        self.moves: list[tuple[int, Move, Piece | None]] = []
        self.game = dealt_game(start, deals)
        self._play(steps, random)

    def _play(self, steps: int, random: Random) -> None:
        game = self.game
        hands = [list(hand) for hand in self.pieces[0]]
        chosen: list[tuple[int, Move, Piece | None]] = []
        age = 1
        watching = [self.seat, int(game.table.partner(self.seat))]
        for _ in range(steps):
            self._look(hands, watching)
            if game.over:
                break
            decision = random.choice(game.pending)
            move = random.choice(game.legal(decision.player))
            before = (game.age, game.turn, game.phase)
            piece = next((each for each in hands[decision.player] if each.card is move.card), None)
            game.play(decision.player, move)
            self.moves.append((decision.player, move, piece))
            chosen.append((decision.player, move, piece))
            if (game.age, game.turn, game.phase) == before and game.table.pending:
                continue
            for player, made, used in chosen:
                if used is not None:
                    hands[player].remove(used)
                    if made.kind == BUILD:
                        used.seen = True
            chosen = []
            if game.over:
                break
            if game.age > age:
                age = game.age
                hands = [list(hand) for hand in self.pieces[age - 1]]
            elif game.turn > before[1]:
                hands = hands[1:] + hands[:1] if age == 2 else hands[-1:] + hands[:-1]
        self._look(hands, watching)
        for _, made, used in chosen:
            if used is not None and made.kind == BUILD:
                used.seen = True  # not yet seen, but another card could not be chosen in its place

    def _look(self, hands: list[list[Piece]], watching: list[int]) -> None:
        for seat in watching:
            for piece in hands[seat] if seat >= 0 else ():
                piece.seen = True

    def unseen(self) -> list[Piece]:
        """What the seat has not seen."""
        return [piece for dealt in self.pieces for hand in dealt for piece in hand if not piece.seen]

    def exchange(self, random: Random) -> int:
        """Exchanges the unseen cards of each age among themselves; how many have become others."""
        changed = 0
        for age in (1, 2, 3):
            pieces = [piece for piece in self.unseen() if piece.age == age]
            cards = [piece.card for piece in pieces]
            random.shuffle(cards)
            for piece, card in zip(pieces, cards, strict=True):
                changed += piece.card is not card
                piece.card = card
        return changed

    def replay(self) -> list[Game]:
        """The game with the cards as they are now: at its beginning and after every decision."""
        deals = [[[piece.card for piece in hand] for hand in dealt] for dealt in self.pieces]
        game = dealt_game(self.start, deals)
        moments = [game.copy()]
        for player, move, piece in self.moves:
            game.play(player, move if piece is None else move.with_card(piece.card))
            moments.append(game.copy())
        return moments


def a_start(edition: str, boxes: tuple[str, ...], mode: str, players: int, seed: int) -> Game:
    """A game whose boards dig nothing up, at its first turn."""
    sides = ("A", "B") if edition == "first" else ("day", "night")
    return Game.new(
        players,
        edition=edition,
        expansions=boxes,
        mode=mode,
        seed=seed,
        boards=BOARDS[:players],
        sides=[sides[(seed + seat) % 2] for seat in range(players)],
    )
