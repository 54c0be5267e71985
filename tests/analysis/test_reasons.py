"""Every kind of reason is true of the position that it is said of.

Positions come from seeded games at many kinds of tables. What a reason claims is checked by playing the move: in a copy
of the game in which everybody else sells a card, so that nothing else changes what the city has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from string import Formatter

import pytest

from heptapolis import CATEGORIES, Decision, Game, Move
from heptapolis.analysis import JudgedMove, MoveReason, sentence
from heptapolis.analysis.reasons import KEYS, Facts
from heptapolis.analysis.sentences import NAMED, texts
from heptapolis.bots import make_bot
from heptapolis.rulebook.naming import LANGUAGES

pytestmark = pytest.mark.once

TABLES = (
    {"players": 3},
    {"players": 5},
    {"players": 7},
    {"players": 3, "edition": "second"},
    {"players": 4, "expansions": ("leaders", "cities", "manneken-pis")},
    {"players": 3, "boards": ("Halicarnassus", "Olympia", "Babylon")},
    {"players": 4, "mode": "teams"},
    {"players": 2},
)
ENOUGH = 5
BETWEEN = {"expects-more", "equal", "only-move", "pays-neighbor"}  # said of two moves, not of one
TURN_ENDS = ("military", "treasury")


@dataclass(frozen=True)
class Said:
    """A reason, and the position that it is said of."""

    game: Game
    decision: Decision
    move: Move
    reason: MoveReason

    @property
    def city(self) -> int:
        return self.decision.city

    def value(self, name: str) -> int:
        return int(self.reason.params[name])

    def word(self, name: str) -> str:
        return str(self.reason.params[name])

    def after(self) -> Game:
        return carried_out(self.game, self.city, self.move)


def carried_out(game: Game, city: int, move: Move) -> Game:
    """The game after a move, when everybody else sells a card."""
    game = game.copy()
    while True:
        decision = next((each for each in game.pending if each.city == city), None) or game.pending[0]
        sold = [each for each in decision.moves if each.action in ("discard", "pass")]
        made = move if decision.city == city else (*sold, *decision.moves)[0]
        if game.play(decision, made) is not None:
            return game


@cache
def all_said() -> tuple[dict[str, list[Said]], Counter[str]]:
    """Some positions for each kind of reason, and how often each kind was met."""
    found: dict[str, list[Said]] = {}
    seen: Counter[str] = Counter()
    for number, options in enumerate(TABLES * 3):
        game = Game.new(seed=100 + number, **options)  # type: ignore[arg-type]
        bots = [make_bot("rules" if seat % 2 else "greedy", seed=number) for seat in range(game.players)]
        start = game.copy()
        while not game.over:
            decision = game.pending[0]
            if not any(game.chosen):
                start = game.copy()  # nobody has chosen: then all others can sell a card
            for said in reasons_of(game, decision, start):
                seen[said.reason.key] += 1
                kept = found.setdefault(said.reason.key, [])
                if len(kept) < ENOUGH * (1 + number // 4):
                    kept.append(said)
            game.play(decision, bots[decision.player].choose(game.view(decision.player), decision))
    return found, seen


def reasons_of(game: Game, decision: Decision, start: Game) -> Iterator[Said]:
    facts = Facts(game.view(decision.player), decision.city)
    for move in decision.moves:
        for fact in facts.of(move):
            assert fact.weight > 0
            yield Said(start, decision, move, fact.reason)


def gained(said: Said, after: Game, rows: tuple[str, ...]) -> int:
    """How many points a city has won in some categories."""
    old, new = said.game.scores()[said.city], after.scores()[said.city]
    return sum(new[row] - old[row] for row in rows)


def sets(game: Game, city: int) -> int:
    return sum(each.count for each in game.breakdown(city) if each.kind == "sets")


def is_free(said: Said) -> bool:
    cost = said.game.cost(said.decision, said.move)
    return not cost.coins and not cost.resources and not said.move.left + said.move.right + said.move.bank


def by_chain(said: Said) -> bool:
    card = said.game.card(said.word("card"))
    standing = said.game.cities[said.city].structures
    return is_free(said) and said.word("source") in standing and said.word("source") in card.chain_from


def by_power(said: Said) -> bool:
    return is_free(said) and said.move.using == said.word("power")


def by_digging(said: Said) -> bool:
    return said.decision.kind == "dig" and said.move.card in said.after().cities[said.city].structures


def opens_chain(said: Said) -> bool:
    target = said.game.card(said.word("target"))
    standing = {*said.game.cities[said.city].structures}
    after = {*said.after().cities[said.city].structures}
    dealt = any(
        age > said.game.age and min(counts) <= len(said.game.cities) for age, counts in target.copies.items() if counts
    )
    return dealt and not standing & {*target.chain_from} and bool(after & {*target.chain_from})


def builds_stage(said: Said) -> bool:
    before = said.game.cities[said.city].stages_built
    return said.value("stage") == before + 1 == said.after().cities[said.city].stages_built


def shields(said: Said) -> tuple[int, int, int]:
    """How far the city is behind before, how far after, and what a victory brings."""
    other = said.value("seat")
    assert said.word("city") == said.game.cities[other].wonder
    now, then = said.game.cities, said.after().cities
    war = next(each for each in said.game.next_conflicts() if {each.seat, each.left} == {said.city, other})
    own = said.city
    return now[other].shields - now[own].shields, then[other].shields - then[own].shields, war.stake


def wins_war(said: Said) -> bool:
    before, after, stake = shields(said)
    return before >= 0 > after and stake == said.value("points")


def saves_war(said: Said) -> bool:
    before, after, _ = shields(said)
    return before > 0 == after


def completes_set(said: Said) -> bool:
    after = said.after()
    more = gained(said, after, ("science",))
    return sets(after, said.city) > sets(said.game, said.city) and more == said.value("points")


def more_science(said: Said) -> bool:
    return gained(said, said.after(), ("science",)) == said.value("points") > 1


def more_points(said: Said) -> bool:
    rows = tuple(row for row in CATEGORIES if row not in ("military", "treasury", "science"))
    return gained(said, said.after(), rows) == said.value("points") > 1


def more_coins(said: Said) -> bool:
    before, after = said.game.cities[said.city].coins, said.after().cities[said.city].coins
    return after - before >= said.value("coins") > 0  # victories at the end of an age may bring more


def makes(game: Game, city: int) -> set[str]:
    return {resource for unit in game.cities[city].produces for resource in unit}


def new_resource(said: Said) -> bool:
    resource, players = said.word("resource"), len(said.game.cities)
    later = {
        card.name
        for card in said.game.rulebook.cards
        for age, counts in card.copies.items()
        if age > said.game.age and resource in card.cost and any(count <= min(players, 7) for count in counts)
    }
    return resource not in makes(said.game, said.city) and len(later) == said.value("n") and gives(said, resource)


def gives(said: Said, resource: str) -> bool:
    """Whether the city makes the resource in the next turn; a new structure counts from then on."""
    after = said.after()
    for _ in range(5):
        if after.over or resource in makes(after, said.city):
            break
        for decision in after.pending[:1]:
            after = carried_out(after, decision.city, decision.moves[-1])
    return after.over or resource in makes(after, said.city)


def opens_cards(said: Said) -> bool:
    """No neighbor sells the resource, and so many other cards of the hand could be built if it were there."""
    resource, city = said.word("resource"), said.game.cities[said.city]
    sold = {each for seat in (city.left, city.right) for unit in said.game.cities[seat].sells for each in unit}
    hand = {card for card in said.game.hands[said.city] if card != said.move.card}
    buildable = {move.card for move in said.decision.moves if move.action == "build" and not move.using}
    wanting = [card for card in hand - buildable if resource in said.game.card(card).cost]
    few = resource not in makes(said.game, said.city) and resource not in sold
    return few and len(wanting) >= said.value("n") >= 2 and gives(said, resource)


def stage_resource(said: Said) -> bool:
    resource, stage = said.word("resource"), said.game.cities[said.city].stages[said.value("stage") - 1]
    missing = resource not in makes(said.game, said.city) and resource in stage.cost.resources
    return missing and not stage.built and gives(said, resource)


def cheaper_trade(said: Said) -> bool:
    def prices(game: Game) -> int:
        city = game.cities[said.city]
        sides = (city.left_prices, city.right_prices)
        return sum(side.raw + side.manufactured - side.discount for side in sides)

    effects = said.game.card(said.move.card).effects
    return any(effect.kind in ("price", "rebate") for effect in effects) and prices(said.after()) <= prices(said.game)


def last_copy(said: Said) -> bool:
    card, players = said.game.card(said.word("card")), min(len(said.game.cities), 7)
    copies = {age: sum(count <= players for count in counts) for age, counts in card.copies.items()}
    built = sum(city.structures.count(card.name) for city in said.game.cities)
    later = any(number for age, number in copies.items() if age > said.game.age)
    return not later and sum(copies.values()) == built + 1 >= 2


def denies(said: Said) -> bool:
    """In the next turn the neighbor holds the card and can build it for these points."""
    other, card = said.value("seat"), said.word("card")
    kept = next((each for each in said.decision.moves if each.action == "discard" and each.card != card), None)
    if kept is None:
        return False
    after = carried_out(said.game, said.city, kept)
    while after.phase != "play":
        after = carried_out(after, after.pending[0].city, after.pending[0].moves[-1])
    assert card in after.hands[other]
    mine = next(each for each in after.pending if each.city == other)
    build = next(each for each in mine.moves if each.action == "build" and each.card == card)
    then = carried_out(after, other, build)
    rows = tuple(row for row in CATEGORIES if row not in TURN_ENDS)
    points = sum(then.scores()[other][row] - after.scores()[other][row] for row in rows)
    if then.age == after.age and not then.over:
        points += tokens(then, other) - tokens(after, other)
    else:  # the conflicts have been fought
        points += then.scores()[other]["military"] - after.scores()[other]["military"] - tokens(after, other)
    return points == said.value("points") >= 3


def tokens(game: Game, seat: int) -> int:
    """What a city would take in conflicts now."""
    found = 0
    for war in game.next_conflicts():
        found += sum(war.tokens if war.seat == seat else war.left_tokens if war.left == seat else ())
    return found


def avoids_debt(said: Said) -> bool:
    return said.after().cities[said.city].debt == said.game.cities[said.city].debt


TRUE_IF: dict[str, Callable[[Said], bool]] = {
    "free-by-chain": by_chain,
    "free-by-power": by_power,
    "free-by-digging": by_digging,
    "opens-chain": opens_chain,
    "builds-stage": builds_stage,
    "wins-war": wins_war,
    "saves-war": saves_war,
    "completes-set": completes_set,
    "more-science": more_science,
    "more-points": more_points,
    "more-coins": more_coins,
    "new-resource": new_resource,
    "opens-cards": opens_cards,
    "stage-resource": stage_resource,
    "cheaper-trade": cheaper_trade,
    "last-copy": last_copy,
    "denies": denies,
    "avoids-debt": avoids_debt,
}


def test_every_kind_is_checked() -> None:
    assert {*TRUE_IF} | BETWEEN == {*KEYS}


@pytest.mark.parametrize("key", sorted(TRUE_IF))
def test_reasons_are_true(key: str) -> None:
    found, seen = all_said()
    assert seen[key] >= ENOUGH, f"{key} was said {seen[key]} times"
    for said in found[key]:
        assert TRUE_IF[key](said), (said.game, said.game.moment, said.decision, str(said.move), said.reason)


def judged(move: Move, worth: float) -> JudgedMove:
    return JudgedMove(move, worth, worth, 0.5, worth, 0.1)


def test_reasons_between_two_moves() -> None:
    """Of what both moves do nothing is said; a payment is compared; else what the sage expects decides."""
    counted: Counter[str] = Counter()
    for seed in range(6):
        game = Game.new(players=4, seed=seed)
        bots = [make_bot("greedy", seed=seat) for seat in range(4)]
        while not game.over:
            decision = game.pending[0]
            view = game.view(decision.player)
            facts = Facts(view, decision.city)
            for one, other in zip(decision.moves, decision.moves[1:], strict=False):
                reasons = facts.reasons(judged(one, 3.0), judged(other, 1.8))
                assert 1 <= len(reasons) <= 2 and len({each.key for each in reasons}) == len(reasons)
                for each in reasons:
                    counted[each.key] += 1
                    assert each not in [fact.reason for fact in facts.of(other)]
                    if each.key == "pays-neighbor":
                        city = view.cities[decision.city]
                        saved = {city.left: other.left - one.left, city.right: other.right - one.right}
                        assert saved[int(each.params["seat"])] == int(each.params["coins"]) > 0
                    if each.key == "expects-more":
                        assert each.params == {"tenths": 12} and len(reasons) == 1
                if len(facts.of(one)) == 0 and one.left + one.right >= other.left + other.right:
                    assert facts.reasons(judged(one, 3.0), judged(other, 2.8)) == (MoveReason("equal"),)
            game.play(decision, bots[decision.player].choose(view, decision))
    assert facts.reasons(judged(decision.moves[0], 1.0), None) == (MoveReason("only-move"),)
    assert counted["pays-neighbor"] > 5 and counted["expects-more"] > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences(language: str) -> None:
    english, words = texts("en"), texts(language)
    assert words.keys() == english.keys()
    assert tuple([key for key in words if key.startswith("reason.")]) == tuple([f"reason.{key}" for key in KEYS])
    for key, text in words.items():
        fields = {field for _, field, _, _ in Formatter().parse(text) if field}
        assert fields == {field for _, field, _, _ in Formatter().parse(english[key]) if field}
        if key.startswith("reason."):
            assert text[-1] == "." and (language == "en" or text != english[key])
    for kept in all_said()[0].values():
        for said in kept:
            text = sentence(said.reason, language)
            assert not re.search(r"[{}]|  ", text) and len(text) <= 90, text


def test_players_are_called_by_their_names() -> None:
    reason = MoveReason("wins-war", {"seat": 2, "city": "Giza", "points": 3})
    assert sentence(reason) == "Takes the military lead over Giza: 3 points at stake."
    assert sentence(reason, "en", ["Ada", "Ben", "Cleo"]) == "Takes the military lead over Cleo: 3 points at stake."
    assert "card" in NAMED
    with pytest.raises(KeyError):
        sentence(MoveReason("no-such-reason"))
