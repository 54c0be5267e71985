"""Teams of two: seats 0 and 1, 2 and 3, ... are partners."""

import pytest

from engine_game import Game
from tables import a_city, a_table, all_tokens, asked, can, coins, offered, points, prices, take_turn, ways

BOX = ("cities",)
SHIELDS = {0: "", 1: "Stockade", 2: "Walls", 3: "Walls, Stockade", 4: "Walls, Stables"}


def after_conflict(*cities: tuple[int, int], age: int = 1) -> list[list[int]]:
    """Tokens after a conflict of cities with (shields, diplomacy tokens); every token of diplomacy is then spent."""
    size = 7 if len(cities) < 8 else 6
    game = a_table(
        *(a_city(built=SHIELDS[shields], diplomacy=held) for shields, held in cities),
        boxes=BOX,
        mode="teams",
        turn=size,
        age=age,
    )
    take_turn(game)
    assert all(city.diplomacy == 0 for city in game.table.cities)
    return all_tokens(game)


def test_partners_do_not_fight_and_tokens_are_doubled() -> None:
    """Text 003, Team conflicts: seat 1 meets seat 2, seat 3 meets seat 0."""
    assert after_conflict((4, 0), (2, 0), (1, 0), (0, 0)) == [[1, 1], [1, 1], [-1, -1], [-1, -1]]


@pytest.mark.parametrize(("age", "victory"), [(1, 1), (2, 3), (3, 5)])
def test_doubled_tokens_by_age(age: int, victory: int) -> None:
    """Text 003, Team conflicts: twice 1, 3 and 5 (the text misprints the age); a defeat is twice -1."""
    assert after_conflict((0, 0), (1, 0), (0, 0), (0, 0), age=age) == [[], [victory, victory], [-1, -1], []]


def test_example_of_cyril_and_tina() -> None:
    """R189; text 003, Team diplomacy (example): Cyril's token halves his own defeat, Tina's victory is doubled."""
    assert after_conflict((3, 0), (0, 1), (2, 0), (1, 0), age=3) == [[5, 5], [-1], [5], [-1, -1]]


def test_a_diplomat_can_win() -> None:
    """R190; text 003, Team diplomacy, clarifications."""
    assert after_conflict((0, 0), (3, 1), (2, 0), (0, 0), age=2) == [[], [3], [-1], []]


def test_both_partners_with_diplomacy() -> None:
    """Text 003, Team diplomacy, clarifications: both conflicts give single tokens."""
    assert after_conflict((1, 1), (1, 1), (0, 0), (0, 0)) == [[1], [1], [-1], [-1]]


def test_six_players() -> None:
    """Text 003, Team variant: three teams around the table."""
    assert after_conflict((0, 0), (1, 0), (0, 0), (1, 0), (0, 0), (1, 0)) == [
        [-1, -1],
        [1, 1],
        [-1, -1],
        [1, 1],
        [-1, -1],
        [1, 1],
    ]


def test_partners_pay_each_other() -> None:
    """R192; text 003, Overview of an age: two coins a unit, as between any neighbors."""
    game = a_table(a_city("Giza A", hand="Stockade"), a_city("Olympia A"), a_city(), a_city(), mode="teams")
    assert prices(game, 0, "build Stockade") == [(2, 0)]
    take_turn(game, "build Stockade")
    assert coins(game)[:2] == [1, 3 + 2 + 3]


def test_own_resources_before_the_partners() -> None:
    """R193; text 003, Overview of an age."""
    game = a_table(
        a_city("Giza A", built="Lumber Yard", hand="Stockade"), a_city("Olympia A"), a_city(), a_city(), mode="teams"
    )
    assert prices(game, 0, "build Stockade") == [(0, 0)]


def test_nothing_is_bought_for_a_chain() -> None:
    """R045, R192; text 003, Overview of an age."""
    game = a_table(
        a_city("Rhodes A", built="Baths", hand="Aqueduct", coins=9),
        a_city("Giza A", built="Quarry"),
        a_city(),
        a_city(),
        mode="teams",
        age=2,
    )
    assert [repr(move) for move in ways(game, 0, "build Aqueduct")] == ["build Aqueduct"]


def test_a_loss_hits_the_partner() -> None:
    """Text 003, Overview of an age."""
    game = a_table(a_city(hand="Hideout"), a_city(), a_city(), a_city(), mode="teams", boxes=BOX)
    take_turn(game, "build Hideout")
    assert asked(game) == [(1, "debt", 1), (2, "debt", 2), (3, "debt", 3)]


def test_doubled_tokens_count_each() -> None:
    """R194: two defeats are two shields for Semiramis, two victories cost two coins at a Sepulcher."""
    game = a_table(
        a_city("Rhodes A", leaders="Semiramis", tokens=(-1, -1), built="Stone Pit, Glassworks, Loom", hand="Sepulcher"),
        a_city(),
        a_city(tokens=(1, 1)),
        a_city(built=SHIELDS[1]),
        mode="teams",
        boxes=("cities", "leaders"),
        turn=7,
        age=2,
    )
    take_turn(game, "build Sepulcher")
    assert game.table.owes == (0, 0, 2, 0)
    game.play(2, game.legal(2)[0])
    assert all_tokens(game)[0] == [3, 3, -1, -1]


def test_nero_is_paid_for_both_tokens() -> None:
    """docs/rulings.md: two coins a token, so four for a victory."""
    game = a_table(
        a_city(),
        a_city(leaders="Nero", built="Stockade", coins=0, hand="Loom"),
        a_city(),
        a_city(),
        mode="teams",
        boxes=("leaders",),
        turn=6,
    )
    take_turn(game, "", "build Loom")
    assert coins(game)[1] == 4


def team_game(*totals: tuple[int, int]) -> Game:
    """Cities whose points are their coins by threes, and spare coins."""
    return a_table(*(a_city(coins=3 * total + spare) for total, spare in totals), mode="teams")


def test_team_with_the_highest_sum_wins() -> None:
    """R195; text 003, End of the game: 48 and 55 beat 60 and 42."""
    assert team_game((48, 0), (55, 0), (60, 0), (42, 0)).winners() == [0, 1]


def test_coins_break_a_tie_of_teams() -> None:
    """R195, inferred part: the sum of coins, then the victory is shared."""
    assert team_game((5, 0), (5, 1), (4, 2), (6, 0)).winners() == [2, 3]
    assert team_game((5, 0), (5, 1), (4, 1), (6, 0)).winners() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("players", "boxes"), [(4, ()), (6, ()), (4, BOX), (6, BOX), (8, BOX), (8, ("cities", "leaders"))]
)
def test_team_games_can_be_played(players: int, boxes: tuple[str, ...]) -> None:
    """Text 003, Team variant: 4, 6 or 8 players; guilds and points as usual."""
    game = Game.new(players, expansions=boxes, mode="teams", seed=4)
    while not game.over:
        decision = game.pending[0]
        moves = game.legal(decision.player)
        game.play(decision.player, moves[len(moves) // 2])
    winners = game.winners()
    assert len(winners) % 2 == 0
    assert all((seat ^ 1) in winners for seat in winners)


def test_guilds_count_the_partner() -> None:
    """docs/rulings.md: a partner is a neighbor for guilds, trade and coins."""
    game = a_table(
        a_city(built="Magistrates Guild"),
        a_city(built="Altar"),
        a_city(),
        a_city(built="Baths, Theater"),
        mode="teams",
        age=3,
    )
    assert points(game, 0, "guilds") == 3
    assert offered(game, 0)
    assert not can(game, 0, "build Palace")
