"""A third-party box in its own folder works in every part of the program.

`omens/` has two guilds, a board, a kind of effect and a phase. Nothing outside of it knows of it.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.states import state
from heptapolis import Game, rulebook
from heptapolis.bots import make_bot
from heptapolis.bots.playouts.policies import BUILDER, UNIFORM, play_out
from heptapolis.engine import InvalidOptions, InvalidPosition, Rng, rules_for
from heptapolis.engine.knowledge.sampling import sample_table
from heptapolis.engine.knowledge.views import view
from heptapolis.engine.play import new_game
from heptapolis.engine.scoring import totals
from heptapolis.env.encoding.batch import Batch
from heptapolis.library.internals import table_of
from heptapolis.rulebook.texts import card_text
from serving import inside, play_all, run, seated

FOLDER = Path(__file__).parent / "omens"
MIXES: list[tuple[tuple[str, ...], str, int]] = [
    (("omens",), "standard", 3),
    (("leaders", "cities", "omens"), "standard", 4),
    (("cities", "omens"), "teams", 4),
    (("omens",), "free-city", 2),
]


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    rulebook.register(FOLDER)
    yield
    rulebook.unregister(FOLDER)


def games(count: int, mix: tuple[tuple[str, ...], str, int]) -> Iterator[Game]:
    """Games in which the box's board is on the table."""
    boxes, mode, players = mix
    for seed in range(count):
        yield Game.new(players, expansions=boxes, mode=mode, seed=seed, boards=["Delphi"], sides=["AB"[seed % 2]])


def test_the_box_is_known_only_while_it_is_registered() -> None:
    assert rulebook.expansions("first") == ("leaders", "cities", "manneken-pis", "omens")
    assert "omens" not in rulebook.expansions("second")
    rulebook.unregister(FOLDER)
    assert rulebook.expansions() == ("leaders", "cities", "manneken-pis")
    with pytest.raises(InvalidOptions, match="there is no box 'omens'"):
        rules_for("first", ["omens"])


def test_other_rulebooks_do_not_change() -> None:
    """The box adds to games that are played with it, and changes no other."""
    with_it, without = rulebook.load("first", ["omens"]), rulebook.load("first")
    assert with_it.fingerprint != without.fingerprint == "b8ad051cbe6b"
    assert {card.name for card in with_it.cards} - {card.name for card in without.cards} == {
        "Augurs Guild",
        "Oracles Guild",
    }


def test_texts_of_the_box() -> None:
    text = card_text(rulebook.load("first", ["omens"]).card("Augurs Guild"))
    assert text.startswith("You may buy up to 2 omens")
    assert rulebook.display_name("Delphi", "de") == "Delphi"


@pytest.mark.parametrize("mix", MIXES, ids=str)
def test_games_views_samples_and_positions(mix: tuple[tuple[str, ...], str, int]) -> None:
    """At every step, a copy, a pickle, a position and a sampled table have the same decisions."""
    bought = 0
    asked = 0
    for number, game in enumerate(games(6, mix)):
        rng = Rng(number, 7)
        while not game.over:
            decision = game.pending[rng.below(len(game.pending))]
            if decision.kind == "omens":
                asked += 1
                table = table_of(game)
                assert state(table.copy()) == state(table)
                assert state(pickle.loads(pickle.dumps(table))) == state(table)
                again = Game.from_position(json.loads(json.dumps(game.position())))
                assert again.position() == game.position()
                assert [each.moves for each in again.pending] == [each.moves for each in game.pending]
                for seat in (*range(mix[2]), None):
                    seen = view(table, seat)
                    assert pickle.loads(pickle.dumps(seen)) == seen
                    sampled = sample_table(seen, rng)
                    assert sampled.queues == table.queues
                    assert [city.counters for city in sampled.cities] == [city.counters for city in table.cities]
                    assert view(sampled, seat).moves == seen.moves
                    play_out(sampled, BUILDER, rng)
            game.play(decision, decision.moves[rng.below(len(decision.moves))])
        bought += sum(city.counters.get("omens", 0) for city in table_of(game).cities)
        record = game.record()
        replayed = Game.from_record(str(record))
        assert replayed.scores() == game.scores()
        assert [source.points for source in game.breakdown(0)]
        assert sum(source.points for source in game.breakdown(0)) == game.scores()[0].total
    assert asked
    assert bought


@pytest.mark.parametrize("policy", [UNIFORM, BUILDER])
def test_playouts(policy: int) -> None:
    for seed in range(20):
        table = new_game(3, expansions=["omens"], seed=seed, boards=["Delphi"])
        play_out(table, policy, Rng(seed))
        assert len(totals(table)) == 3


@pytest.mark.parametrize("spec", ["random", "greedy", "rules", "mc:playouts=2", "ismcts:playouts=2", "sage"])
def test_bots(spec: str) -> None:
    """`rules` builds stages only when nothing else is on its list, so it needs more games to come to the phase."""
    asked = 0
    for number, game in enumerate(games(12 if spec == "rules" else 2, MIXES[0])):
        bots = [make_bot(spec, number * 10 + seat) for seat in range(3)]
        while not game.over:
            decision = game.pending[0]
            asked += decision.kind == "omens"
            game.play(decision, bots[decision.player].choose(game.view(decision.player), decision))
    assert asked


def test_environment() -> None:
    batch = Batch(4, 3, "first", ("omens",), "standard", 5)
    assert batch.coding.other_phases == ["omens"]
    seen = 0
    rng = Rng(3)
    for _ in range(300):
        batch.step(batch.random_actions(rng))
        seen += sum(episode.table.phase.name == "omens" for episode in batch.episodes)
    assert seen


def test_a_position_refuses_what_comes_with_the_box() -> None:
    position = Game.new(3, expansions=["omens"], seed=1).position()
    assert Game.from_position({**position, "queues": {}}).phase == "play"
    for wrong in ({"expansions": [], "queues": {"omens": [0]}}, {"queues": {"omens": [9]}}, {"phase": "nonsense"}):
        with pytest.raises(InvalidPosition):
            Game.from_position({**position, **wrong})


@pytest.mark.once
def test_server(tmp_path: Path) -> None:
    """People and a bot, which runs in its own process, play a whole game."""

    async def main() -> None:
        async with inside(tmp_path) as server:
            options = {"seats": 3, "expansions": ["omens"], "boards": ["Delphi"], "sides": ["B"]}
            clients = await seated(server, options, [None, None, "easy"])
            await play_all(clients)
            assert clients[0].play is not None
            assert clients[0].play["view"]["expansions"] == ["omens"]
            for client in clients:
                await client.close()

    run(main())
