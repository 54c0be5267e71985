"""Payments equal those of a brute-force oracle, in both editions with all boxes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.oracle import payments_by_force
from engine_game import Game
from heptapolis.engine import Move, Rng, rules_for
from heptapolis.engine.city import City
from heptapolis.engine.legal import affordable, can_build, can_build_stage, cheapest_build, cheapest_stage
from heptapolis.engine.payment import can_pay, payments, sellers
from heptapolis.engine.resources import Cost
from heptapolis.engine.restore import lay_out
from heptapolis.engine.table import FROM_BANK, FROM_LEFT, FROM_RIGHT, Table
from heptapolis.engine.turn import coins_due, found_city
from heptapolis.rulebook.model import RESOURCES
from tables import ALL_BOXES, a_city, a_table, ways

COST = st.dictionaries(st.sampled_from(RESOURCES), st.integers(1, 3), max_size=4).filter(
    lambda cost: sum(cost.values()) <= 6
)
TRADING = ("East Trading Post", "West Trading Post", "Marketplace", "Forum", "Caravansery")
BLACK = ("Clandestine Dock West", "Clandestine Dock East", "Secret Warehouse", "Black Market")


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Three cities with producers, discounts, stages and leaders; the first one pays."""
    edition = draw(st.sampled_from(["first", "first", "second"]))
    boxes = ALL_BOXES if edition == "first" and draw(st.booleans()) else ()
    rules = rules_for(edition, boxes)
    makers = [card.name for card in rules.structures if card.spec.color in ("brown", "gray")]
    parts = []
    wonders = draw(st.permutations([board.wonder for board in rules.boards]))
    for seat in range(3):
        board = rules.board(wonders[seat])
        side = draw(st.sampled_from(board.sides))
        part = found_city(side)
        built = draw(st.lists(st.sampled_from(makers), unique=True, max_size=4))
        if seat == 0:
            extra = TRADING + BLACK if boxes else TRADING
            built += draw(st.lists(st.sampled_from(extra), unique=True, max_size=4))
            if boxes:
                leaders = draw(st.lists(st.sampled_from(["Bilkis", "Hatshepsut"]), unique=True, max_size=2))
                part.leaders = tuple(rules.by_name[name] for name in leaders)
        part.structures = [rules.by_name[name] for name in built]
        part.stages = 0 if side.copies else draw(st.integers(0, len(side.stages)))
        part.coins = draw(st.integers(0, 12))
        parts.append(part)
    parts[0].bought_from = draw(st.sampled_from([0, 0, *range(8)]))  # with the first card of a turn
    return lay_out(rules, "standard", 2, parts)


@given(table=tables(), cost=COST, waived=st.booleans(), coins=st.integers(0, 2))
def test_payments_equal_brute_force(table: Table, cost: dict[str, int], waived: bool, coins: int) -> None:
    """Position contract, Payments offered: the pairs, the bank's part, the sellers and the order."""
    city = table.cities[0]
    budget = int(city.coins) - coins
    expected = payments_by_force(table, city, cost, waived, budget)
    printed = Cost(coins, cost)
    found = affordable(table, city, printed, waived)
    assert [(each.left, each.right, each.bank, sellers(each.bought_from)) for each in found] == expected
    assert can_pay(table, city, printed, waived) == bool(expected)
    without_limit = payments(table, city, printed, waived, 255)
    assert [(p.left, p.right, p.bank, sellers(p.bought_from)) for p in without_limit] == payments_by_force(
        table, city, cost, waived, 255
    )


def test_many_payments_equal_brute_force() -> None:
    """The same on a few thousand cities of a fixed seed, with every trading power in about every third of them."""
    rng = Rng(2024)
    rules = rules_for("first", ALL_BOXES)
    makers = [card for card in rules.structures if card.spec.color in ("brown", "gray")]
    powers = [rules.by_name[name] for name in TRADING + BLACK]
    leaders = [rules.by_name[name] for name in ("Bilkis", "Hatshepsut")]
    boards = [side for board in rules.boards for side in board.sides if not side.copies]
    bought = 0
    for _ in range(6000):
        parts = []
        for seat in range(3):
            part = found_city(boards[rng.below(len(boards))])
            part.structures = [makers[rng.below(len(makers))] for _ in range(rng.below(4))]
            part.stages = int(rng.below(len(part.side.stages) + 1))
            part.coins = 8
            if seat == 0:
                part.structures += [card for card in powers if rng.below(3) == 0]
                part.leaders = tuple([card for card in leaders if rng.below(3) == 0])
                part.bought_from = int(rng.below(8)) if rng.below(3) == 0 else 0
            parts.append(part)
        table = lay_out(rules, "standard", 2, parts)
        cost: dict[str, int] = {}
        for _ in range(1 + rng.below(5)):
            kind = RESOURCES[rng.below(7)]
            cost[kind] = cost.get(kind, 0) + 1
        waived = rng.below(3) == 0
        found = affordable(table, table.cities[0], Cost(0, cost), waived)
        expected = payments_by_force(table, table.cities[0], cost, waived, 8)
        assert [(p.left, p.right, p.bank, sellers(p.bought_from)) for p in found] == expected
        for each in found:
            paid = (each.left > 0, each.right > 0, each.bank > 0)
            sells = [each.bought_from & bit > 0 for bit in (FROM_LEFT, FROM_RIGHT, FROM_BANK)]
            assert all(sold >= paid for sold, paid in zip(sells, paid, strict=True))
        bought += any(p.total() > 0 for p in found)
    assert bought > 1500  # the cases are not all trivial


@given(seed=st.integers(0, 2**128 - 1), players=st.integers(3, 7))
def test_cheapest_moves_are_the_first_ones(seed: int, players: int) -> None:
    """The quick paths (can it be built, what is cheapest) agree with the full list, on tables that games reach."""
    game = Game.new(players, expansions=ALL_BOXES, seed=seed)
    table = game.table
    steps = 0
    while not game.over and steps < 60:
        for decision in game.pending:
            if decision.kind == "play":
                city = table.cities[decision.city]
                moves = game.legal(decision.player)
                for card in table.hands[decision.city]:
                    built = [m for m in moves if m.action == "build" and m.card is card and not m.using]
                    assert can_build(table, city, card) == bool(built)
                    if built:
                        assert cheapest_build(table, decision.city, card) == built[0]
                stages = [move for move in moves if move.action == "wonder"]
                assert can_build_stage(table, city) == bool(stages)
                if stages:
                    over = stages[0].card
                    assert over is not None
                    cheapest = cheapest_stage(table, decision.city, over)
                    assert cheapest in stages
                    assert spent(table, city, cheapest) == min(spent(table, city, move) for move in stages)
        decision = game.pending[0]
        moves = game.legal(decision.player)
        game.play(decision.player, moves[(seed + 7 * steps) % len(moves)])
        steps += 1


def spent(table: Table, city: City, move: Move) -> int:
    """All coins that a move costs."""
    return int(move.left + move.right + move.bank + coins_due(table, city, move))


def test_the_cheapest_stage_of_a_board_that_copies() -> None:
    """Text 004, Manneken Pis: the third stage is that of either neighbor; the quick path takes the cheaper one."""
    game = a_table(
        a_city("Manneken Pis A", stages=2, copied=[0, 1], built="Stone Pit, Glassworks", coins=9),
        a_city("Giza A", built="Quarry"),  # three stones, two of them bought
        a_city("Alexandria A"),  # two glass, one of them bought
        boxes=("manneken-pis",),
    )
    assert [repr(move) for move in ways(game, 0, "wonder Palace")] == [
        "wonder Palace <4 copying left",
        "wonder Palace >2 copying right",
    ]
    palace = game.table.rules.by_name["Palace"]
    assert repr(cheapest_stage(game.table, 0, palace)) == "wonder Palace >2 copying right"
