"""Every number of the score sheet is explained to the last point."""

import pickle

import pytest

from engine_game import Game
from heptapolis.bots.playouts.policies import BUILDER, play_out
from heptapolis.engine import CATEGORIES, Rng
from heptapolis.engine.breakdown import SOURCES, Source, breakdown
from tables import a_city, a_table

MIXES: list[tuple[str, tuple[str, ...], str, int]] = [
    *(("first", (), "standard", players) for players in range(3, 8)),
    *(("second", (), "standard", players) for players in range(3, 8)),
    ("first", (), "free-city", 2),
    ("first", ("cities",), "free-city", 2),
    ("first", ("leaders", "cities", "manneken-pis"), "free-city", 2),
    ("first", ("leaders",), "standard", 4),
    ("first", ("cities",), "standard", 8),
    ("first", ("cities",), "teams", 4),
    ("first", ("leaders", "cities", "manneken-pis"), "teams", 6),
    ("first", ("leaders", "cities", "manneken-pis"), "standard", 3),
    ("first", ("leaders", "cities", "manneken-pis"), "standard", 8),
]


@pytest.mark.parametrize(("edition", "boxes", "mode", "players"), MIXES)
def test_the_sources_add_up_to_the_score(edition: str, boxes: tuple[str, ...], mode: str, players: int) -> None:
    for seed in range(12):
        game = Game.new(players, edition, boxes, mode, seed)
        play_out(game.table, BUILDER, Rng(seed, 9))
        for seat, score in enumerate(game.scores()):
            sources = breakdown(game.table, seat)
            sums = dict.fromkeys(CATEGORIES, 0)
            for source in sources:
                assert source.kind in SOURCES
                sums[source.category] += source.points
            assert sums == {category: score[category] for category in CATEGORIES}
            assert [CATEGORIES.index(source.category) for source in sources] == sorted(
                CATEGORIES.index(source.category) for source in sources
            )


def sources_of(game: Game) -> list[tuple[str, str, int, int]]:
    return [(each.kind, each.name, each.count, each.points) for each in breakdown(game.table, 0)]


def test_each_source_is_named() -> None:
    """Text 002, end of the game: tokens, coins in threes, stages, blue cards, families and sets of symbols."""
    game = a_table(
        a_city(
            "Giza A",
            built="Altar, Apothecary, Workshop, Scriptorium, Library, Barracks",
            coins=8,
            stages=2,
            tokens=(1, -1),
        ),
        a_city("Rhodes A"),
        a_city("Babylon A"),
        age=3,
    )
    assert ("coins", "", 8, 2) in sources_of(game)
    assert ("stage", "Giza", 1, 3) in sources_of(game)
    assert ("stage", "Giza", 2, 5) in sources_of(game)
    assert ("card", "Altar", 1, 2) in sources_of(game)
    assert ("family", "tablet", 2, 4) in sources_of(game)
    assert ("sets", "", 1, 7) in sources_of(game)


def test_a_copied_guild_is_named() -> None:
    """Text 002, description of the wonders: Olympia's last stage copies the guild that is worth most."""
    game = a_table(
        a_city("Olympia B", stages=3, built="Lumber Yard"),
        a_city("Rhodes A", built="Workers Guild, Lumber Yard, Stone Pit"),
        a_city("Babylon A", built="Clay Pool"),
        age=3,
    )
    assert ("copied-guild", "Workers Guild", 1, 3) in sources_of(game)


def test_a_copied_symbol_is_counted_with_the_symbols() -> None:
    """The guild of scientists next door is a symbol here when that is worth more than any other guild."""
    game = a_table(
        a_city("Olympia B", stages=3, built="Apothecary, Dispensary, School, Workshop"),
        a_city("Rhodes A", built="Scientists Guild"),
        a_city("Babylon A"),
        age=3,
    )
    sources = sources_of(game)
    assert ("copied-guild", "Scientists Guild", 1, 0) in sources
    assert sum(points for kind, *_, points in sources if kind in ("family", "sets")) == game.scores()[0]["science"]


def test_a_bonus_for_sets_belongs_to_its_leader() -> None:
    game = a_table(
        a_city("Giza A", built="Apothecary, Workshop, Scriptorium", leaders="Aristotle"),
        a_city("Rhodes A"),
        a_city("Babylon A"),
        boxes=("leaders",),
        age=3,
    )
    assert ("set-bonus", "Aristotle", 1, 3) in sources_of(game)


def test_sources_are_values() -> None:
    one, two = (Source("military", "victories", "left", 2, 6) for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != Source("military", "victories", "right", 2, 6)
