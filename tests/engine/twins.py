"""Two games that one seat cannot tell apart: the same to its eyes, with other cards where it never looked.

Every card dealt is followed on its own, so that this knows nothing of how the engine remembers. Digs are left out:
the boards chosen have none, and nobody recruits the leader who digs.
"""

from __future__ import annotations

from random import Random

from engine_game import Game
from heptapolis.engine import Move
from heptapolis.engine.cards import Card
from heptapolis.engine.moves import BUILD, RECRUIT
from heptapolis.engine.setup import hands_of_age

BOARDS = ("Rhodes", "Giza", "Ephesus", "Alexandria", "Olympia", "Babylon")
DIGS = "Solomon"


class Piece:
    """One printed card on its way through a game."""

    def __init__(self, card: Card, age: int) -> None:
        self.card = card
        self.age = age
        self.seen = False


class Leaders:
    """The leaders of a game, each of them once: to whom they are dealt, and as which other one each is dealt now."""

    def __init__(self, start: Game) -> None:
        table = start.table
        self.dealt = table.draft_hands.copy()
        self.box = table.leader_box
        self.seen: set[Card] = set()
        self.now = {card: card for card in (*self.box, *(card for hand in self.dealt for card in hand))}

    def look(self, game: Game, watching: list[int]) -> None:
        """The watching seats see the leaders in their hands, and everybody those in play."""
        table = game.table
        for seat in watching:
            if seat >= 0:
                self.seen.update((*table.draft_hands[seat], *table.leader_hands[seat]))
        for city in table.cities:
            self.seen.update(city.leaders)

    def exchange(self, random: Random) -> int:
        """Exchanges those not seen; how many have become others."""
        unseen = [card for card in self.now if card not in self.seen]
        others = unseen.copy()
        random.shuffle(others)
        self.now |= dict(zip(unseen, others, strict=True))
        return sum(card is not other for card, other in zip(unseen, others, strict=True))

    def deal(self, game: Game) -> None:
        """Deals them as they are now."""
        table = game.table
        table.draft_hands = [tuple(self.now[card] for card in hand) for hand in self.dealt]
        table.first_drafts = table.draft_hands.copy()
        table.leader_box = tuple(self.now[card] for card in self.box)


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
        self.leaders = Leaders(start)
        self.moves: list[tuple[int, Move, Piece | None]] = []
        self.game = self._fresh_game()
        self._play(steps, random)

    def _fresh_game(self) -> Game:
        """The game at its start with the cards as they are now; hands in order: then equal cards lie together."""
        game = self.start.copy()
        game.table.deals = [
            [sorted([piece.card for piece in hand], key=lambda card: int(card.index)) for hand in dealt]
            for dealt in self.pieces
        ]
        if game.phase == "draft":
            self.leaders.deal(game)
        else:
            game.table.hands = [hand.copy() for hand in game.table.deals[0]]
            game.table.first_hands = game.table.deals[0]
        return game

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
            move = random.choice([move for move in game.legal(decision.player) if not _digs(move)])
            before = (game.age, game.turn, game.phase)
            piece = None
            if game.phase in ("play", "last-card"):
                piece = next((each for each in hands[decision.player] if each.card is move.card), None)
            if move.kind == RECRUIT and move.card is not None:
                self.leaders.seen.add(move.card)  # at the latest when all leaders are revealed
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
        self.leaders.look(self.game, watching)
        if self.game.phase == "draft" or self.game.table.preparing:
            return  # nobody looks at the new hands before leaders are recruited
        for seat in watching:
            for piece in hands[seat] if seat >= 0 else ():
                piece.seen = True

    def unseen(self) -> list[Piece]:
        """What the seat has not seen, leaders aside."""
        return [piece for dealt in self.pieces for hand in dealt for piece in hand if not piece.seen]

    def exchange(self, random: Random) -> int:
        """Exchanges the unseen cards of each age, and the unseen leaders; how many have become others."""
        changed = self.leaders.exchange(random)
        for age in (1, 2, 3):
            pieces = [piece for piece in self.unseen() if piece.age == age]
            cards = [piece.card for piece in pieces]
            random.shuffle(cards)
            for piece, card in zip(pieces, cards, strict=True):
                changed += piece.card is not card
                piece.card = card
        return changed

    def made(self) -> list[tuple[int, Move]]:
        """The moves with the cards as they are now."""
        found = []
        for player, move, piece in self.moves:
            card = move.card if piece is None else piece.card
            found.append((player, move.with_card(None if card is None else self.leaders.now.get(card, card))))
        return found

    def replay(self) -> list[Game]:
        """The game with the cards as they are now: at its beginning and after every decision."""
        game = self._fresh_game()
        moments = [game.copy()]
        for player, move in self.made():
            game.play(player, move)
            moments.append(game.copy())
        return moments


def _digs(move: Move) -> bool:
    return move.kind == RECRUIT and move.card is not None and move.card.name == DIGS


def a_start(edition: str, boxes: tuple[str, ...], mode: str, players: int, seed: int) -> Game:
    """A game whose boards dig nothing up, at its first decision."""
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
