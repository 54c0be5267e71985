"""Requests without a server: who may send them, and what they do."""

import secrets
from typing import Any

import pytest

from heptapolis import Game, GameRecord
from heptapolis.server.errors import Refused
from heptapolis.server.tables import events, requests
from heptapolis.server.tables.events import Event, now_ms
from heptapolis.server.tables.requests import Plan, choose_for
from heptapolis.server.tables.serializers import deadline
from heptapolis.server.tables.state import TableState
from server_requests import PEOPLE, asks, happens, playing, table

pytestmark = pytest.mark.once


def test_everybody_chooses_the_wonder_of_their_own_seat() -> None:
    state = table()
    happens(state, events.HERE, person="ada", process="process")
    chosen = asks(state, "grace", "choose-wonder", seat=1, board="Giza", side="B")
    assert chosen == Plan(events.WONDER, {"seat": 1, "board": "Giza", "side": "B"})
    assert chosen is not None
    happens(state, chosen.kind, **chosen.data)
    assert state.options["boards"] == [None, "Giza", None]
    assert state.options["sides"] == [None, "B", None]
    assert all(seat.ready for seat in state.seats)
    assert asks(state, "grace", "choose-wonder", seat=1, board="Giza", side="B") is None  # as it is
    assert asks(state, "ada", "choose-wonder", seat=1) is not None  # the host, for everybody
    for person, wonder, code in (
        ("joan", {"seat": 1, "board": "Rhodes"}, "table/host-only"),
        ("joan", {"seat": 2, "board": "Giza"}, "options/combination"),
        ("joan", {"seat": 2, "board": "Atlantis"}, "options/combination"),
        ("joan", {"seat": 2, "side": "night"}, "options/combination"),
        ("ada", {"seat": 3}, "seat/unknown"),
    ):
        with pytest.raises(Refused) as refused:
            asks(state, person, "choose-wonder", **wonder)
        assert refused.value.code == code
    happens(state, events.STARTED, seed="0" * 32)
    assert state.game is not None
    assert state.game.record().seats[1].wonder == "Giza"
    with pytest.raises(Refused, match="table/not-open"):
        asks(state, "grace", "choose-wonder", seat=1)


def test_host_lets_seats_change_places_with_their_wonders() -> None:
    state = table()
    happens(state, events.HERE, person="ada", process="process")
    happens(state, events.WONDER, seat=0, board="Giza", side="B")
    swapped = asks(state, "ada", "swap-seats", seat=0, other=2)
    assert swapped == Plan(events.SWAPPED, {"seat": 0, "other": 2})
    assert swapped is not None
    happens(state, swapped.kind, **swapped.data)
    assert [seat.person for seat in state.seats] == ["joan", "grace", "ada"]
    assert state.options["boards"] == [None, None, "Giza"]
    assert state.options["sides"] == [None, None, "B"]
    assert state.host == "ada"
    assert all(seat.ready for seat in state.seats)
    assert asks(state, "ada", "swap-seats", seat=1, other=1) is None
    for person, seats, code in (("grace", (0, 1), "table/host-only"), ("ada", (0, 3), "seat/unknown")):
        with pytest.raises(Refused) as refused:
            asks(state, person, "swap-seats", seat=seats[0], other=seats[1])
        assert refused.value.code == code
    happens(state, events.STARTED, seed="0" * 32)
    with pytest.raises(Refused, match="table/not-open"):
        asks(state, "ada", "swap-seats", seat=0, other=1)


def test_substitute_bot_decides_nothing_after_the_owner_returns() -> None:
    state = playing()
    assert state.game is not None
    move = state.game.legal(1)[0]
    assert choose_for(state, 0, 1, move, "bot") is None  # its owner plays
    happens(state, events.RELIEVED, seat=1, level="easy")
    assert choose_for(state, 0, 1, move, "bot") is not None
    assert choose_for(state, 1, 1, move, "bot") is None  # of another moment
    happens(state, events.RETURNED, seat=1)
    assert choose_for(state, 0, 1, move, "bot") is None
    assert choose_for(state, 0, 1, move, "clock") is not None


def test_owner_decides_nothing_while_a_bot_plays() -> None:
    state = playing()
    assert state.game is not None
    move = {"player": 1, "action": "discard", "card": state.game.hands[1][0]}
    assert asks(state, "grace", "choose", moment=0, move=move) is not None
    happens(state, events.RELIEVED, seat=1, level="easy")
    for kind, fields in (("choose", {"move": move}), ("withdraw", {})):
        with pytest.raises(Refused, match="seat/bot-plays"):
            asks(state, "grace", kind, moment=0, **fields)
    happens(state, events.RETURNED, seat=1)
    assert asks(state, "grace", "choose", moment=0, move=move) is not None


def test_clock_restarts_with_every_moment() -> None:
    state = playing(clock="30s")
    first = deadline(state)
    assert first is not None
    for seat in range(3):
        discards(state, seat, 20_000 + seat)
        assert deadline(state) == (first if seat < 2 else 20_002 + 30_000)


def discards(state: TableState, seat: int, at: int) -> None:
    assert state.game is not None
    move = {"player": seat, "action": "discard", "card": state.game.hands[seat][0]}
    state.apply(Event(state.seq + 1, at, events.CHOSE, {"seat": seat, "move": move, "by": "person"}))


def test_present_person_who_never_chooses_can_be_replaced() -> None:
    def waiting(began: int, **options: Any) -> TableState:
        state = playing(**options)
        for person in PEOPLE:
            happens(state, events.HERE, person=person, process="process")
        state.moment_at = began
        return state

    long_ago = now_ms() - 5 * 60_000
    state = waiting(long_ago)
    relieve: dict[str, Any] = {"kind": "relieve", "seat": 1, "level": "easy"}
    with pytest.raises(Refused, match="seat/here"):
        asks(state, "ada", **relieve)  # who has not chosen either cannot complain
    discards(state, 0, now_ms())
    assert asks(state, "ada", **relieve) is not None
    discards(state, 1, now_ms())
    with pytest.raises(Refused, match="seat/here"):
        asks(state, "ada", **relieve)  # has chosen in the meantime
    for not_yet in (waiting(long_ago + 2_000), waiting(long_ago, clock="day")):
        discards(not_yet, 0, now_ms())
        with pytest.raises(Refused, match="seat/here"):
            asks(not_yet, "ada", **relieve)


def test_every_shuffle_has_its_own_128_random_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # other tests know their deals
    assert vars(requests)["secrets"] is secrets
    starts = [found.data["seeds"] for _ in range(40) if (found := asks(table(), "ada", "start")) is not None]
    assert {len(start) for start in starts} == {5}  # boards, leaders, three ages
    seeds = [seed for start in starts for seed in start]
    assert len(set(seeds)) == 200
    bits = [int(seed, 16) for seed in seeds]
    ever = never = 0
    for each in bits:
        ever |= each
        never |= ~each
    whole = (1 << 128) - 1
    assert ever & whole == never & whole == whole  # each of them is 1 in one deal and 0 in another


def test_hands_of_an_age_depend_on_its_own_seed_alone() -> None:
    def deal(*seeds: int) -> GameRecord:
        state = table(expansions=["leaders"])
        happens(state, events.STARTED, seeds=[f"{seed:032x}" for seed in seeds])
        assert state.game is not None
        return state.game.record()

    first = deal(1, 2, 3, 4, 5)
    assert len({first.deal.hands[age] for age in range(3)}) == 3
    for changed in range(5):
        seeds = [1, 2, 3, 4, 5]
        seeds[changed] = 99
        other = deal(*seeds)
        assert ([seat.wonder for seat in first.seats] == [seat.wonder for seat in other.seats]) == (changed != 0)
        assert (first.deal.leaders == other.deal.leaders) == (changed != 1)
        for age in range(3):
            assert (first.deal.hands[age] == other.deal.hands[age]) == (changed != age + 2)


def test_game_of_an_earlier_version_keeps_its_deal() -> None:
    state = playing()
    assert state.game == Game.new(boards=["Rhodes", "Giza", "Ephesus"], sides=["A", "A", "A"], seed=0)


@pytest.mark.parametrize("message", [{"kind": "start"}, {"kind": "seat-bot", "seat": 2, "level": "easy"}])
def test_only_the_present_host_decides(message: dict[str, Any]) -> None:
    state = table()
    for person in PEOPLE:
        happens(state, events.HERE, person=person, process="process")
    with pytest.raises(Refused, match="table/host-only"):
        asks(state, "grace", **message)
    happens(state, events.GONE, person="ada", process="process")  # long ago
    with pytest.raises(Refused, match="table/host-only"):
        asks(state, "stranger", **message)


def test_others_decide_while_the_host_is_away() -> None:
    state = table()
    happens(state, events.HERE, person="grace", process="process")
    assert asks(state, "grace", "start") is not None
    assert asks(state, "grace", "empty-seat", seat=2) is not None


def test_only_players_can_replace_a_person_by_a_bot() -> None:
    state = playing()
    for person in PEOPLE[:2]:
        happens(state, events.HERE, person=person, process="process")
    with pytest.raises(Refused, match="seat/none"):
        asks(state, "stranger", "relieve", seat=2)
    with pytest.raises(Refused, match="seat/here"):
        asks(state, "ada", "relieve", seat=1)
    found = asks(state, "ada", "relieve", seat=2)
    assert found is not None and found.kind == events.RELIEVED


def test_bots_alone_play_only_where_the_host_of_the_server_allows_it() -> None:
    state = table()
    for seat in range(3):
        happens(state, events.BOT, seat=seat, level="expert")
    with pytest.raises(Refused, match="seat/none"):
        requests.start(state, "ada")
    assert requests.start(state, "ada", bots_alone=True).kind == events.STARTED
