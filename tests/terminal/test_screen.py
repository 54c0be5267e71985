"""The full screen, played by pressing keys: whole games in every language, and each thing a player can do."""

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Input, Static

from heptapolis import Decision, Game, Move, View
from heptapolis.library.internals import table_of
from heptapolis.rulebook import LANGUAGES
from heptapolis.terminal.app import TableApp
from heptapolis.terminal.lookup import HelpScreen, LogScreen
from heptapolis.terminal.match import YOU, Match
from heptapolis.terminal.panels import choice, score, table
from heptapolis.terminal.rows import rows_of
from heptapolis.terminal.words import Words
from tables import a_city, a_table, library_game
from terminal.players import a_match, an_app, choose_something, play_on, screen_text, settle

pytestmark = pytest.mark.once

LARGE, SMALL = (100, 30), (80, 24)

# Each language plays another box, so that together they see most of the game.
GAMES: list[tuple[str, tuple[int, int], dict[str, Any]]] = [
    ("en", LARGE, {"players": 3}),
    ("fr", SMALL, {"players": 3, "edition": "second"}),
    ("nl", LARGE, {"players": 2, "expansions": ("cities",)}),
    ("de", SMALL, {"players": 4, "expansions": ("leaders", "cities"), "mode": "teams"}),
    ("da", LARGE, {"players": 3, "expansions": ("leaders", "manneken-pis"), "boards": ("Manneken Pis",)}),
]


def on_screen(
    app: TableApp, size: tuple[int, int], play: Callable[[Pilot[None]], Awaitable[None]], *, begin: bool = True
) -> None:
    """Runs an app without a terminal and plays on it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            if begin:
                await settle(pilot)
            await play(pilot)

    asyncio.run(run())


def shown(app: TableApp, part: str) -> str:
    return str(app.screen_stack[0].query_one(f"#{part}", Static).render())


@pytest.mark.parametrize(("language", "size", "options"), GAMES, ids=[game[0] for game in GAMES])
def test_whole_games(language: str, size: tuple[int, int], options: dict[str, Any], tmp_path: Path) -> None:
    app = an_app(a_match(tmp_path / "game.txt", **options), language)
    words = Words(language)

    async def play(pilot: Pilot[None]) -> None:
        await play_on(pilot, random.Random(1))
        assert app.match.game.over
        while app.pages:
            await pilot.press("enter")
        await pilot.pause()
        text = screen_text(app)
        assert words("panel.score_end") in text
        assert words.term("score.total") in text
        for total in (found.total for found in app.match.game.scores()):
            assert str(total) in shown(app, "hand")

    on_screen(app, size, play)
    assert Match.resume(tmp_path / "game.txt").game.over


def test_first_screen_shows_the_essentials() -> None:
    """100 columns and 30 lines, seven players: every card of the hand, both neighbors, everybody else, all keys."""
    app = an_app(a_match(players=7))

    async def play(pilot: Pilot[None]) -> None:
        text = screen_text(app)
        game = app.match.game
        for card in game.hands[YOU]:
            assert card in text
        for city in game.cities:
            assert city.wonder[:11] in text
        assert "sells" in text
        assert "quit" in text
        assert "AGE I" in text

    on_screen(app, LARGE, play)


@pytest.mark.parametrize(
    ("language", "size"), list(zip(LANGUAGES, [(79, 24), (80, 23), (40, 10), (79, 40), (200, 20)], strict=True))
)
def test_small_window_shows_a_message(size: tuple[int, int], language: str) -> None:
    app = an_app(a_match(), language)

    async def play(pilot: Pilot[None]) -> None:
        assert f"{size[0]} × {size[1]}" in screen_text(app)
        assert "80 × 24" in screen_text(app)
        await pilot.resize_terminal(*LARGE)
        await pilot.pause(0.1)
        assert app.words("ask.play") in screen_text(app)
        assert "80 × 24" not in screen_text(app)

    on_screen(app, size, play)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_of_keys_fits_the_smallest_screen(language: str) -> None:
    app = an_app(a_match(), language)

    async def play(pilot: Pilot[None]) -> None:
        line = screen_text(app).rstrip().splitlines()[-1].rstrip()
        assert line.endswith(f"Q {app.words('key.quit')}"), line

    on_screen(app, SMALL, play)


def test_letters_are_keys_in_upper_and_lower_case() -> None:
    bindings = [each for each in TableApp.BINDINGS if isinstance(each, Binding)]
    keys = {key for each in bindings for key in each.key.split(",") if len(key) == 1 and key.isalpha()}
    assert len(keys) == 24
    assert {key.swapcase() for key in keys} == keys


@pytest.mark.parametrize(("discard", "back"), ["du", "DU"])
def test_a_choice_is_taken_back(discard: str, back: str) -> None:
    app = an_app(a_match())

    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("2", discard)
        assert app.match.ready
        assert "Press Enter to reveal" in screen_text(app)
        await pilot.press(back)
        assert app.match.asked is not None
        assert app.match.game.turn == 1
        await pilot.press("3", discard, "enter")
        await settle(pilot)
        assert app.match.game.turn == 2
        move = app.match.reveals[0].moves[YOU]
        assert move is not None and move.action == "discard"

    on_screen(app, LARGE, play)


def a_market() -> Match:
    """A city that lacks wood which both neighbors sell, with a card and a stage that need it."""
    game = a_table(
        a_city("Giza A", hand="Stockade, Palace, Baths", coins=9, built="Quarry"),
        a_city("Rhodes A", built="Lumber Yard"),
        a_city("Babylon A", built="Lumber Yard, Sawmill"),
        age=1,
        turn=5,
    )
    return Match(library_game(game), "random")


def test_the_payment_is_a_choice() -> None:
    match = a_market()
    app = an_app(match)

    async def play(pilot: Pilot[None]) -> None:
        rows = rows_of(match)
        assert [row.card.name for row in rows if row.card][:3] == ["Stockade", "Palace", "Baths"]
        builds = rows[0].uses["take"]
        assert [(move.left, move.right) for move in builds] == [(0, 2), (2, 0)]
        await pilot.press("1")
        assert "2◎▶" in shown(app, "info") and "◀2◎" in shown(app, "info")
        assert "2 coins to the right" in shown(app, "info")
        await pilot.press("p")
        assert "2 coins to the left" in shown(app, "info")
        await pilot.press("b")
        assert match.staged[YOU] == builds[1]
        await pilot.press("p")
        assert match.staged[YOU] == builds[0]
        await pilot.press("u", "2", "b")
        assert not match.staged
        assert "no neighbor sells" in shown(app, "keys")

    on_screen(app, LARGE, play)


def test_help_for_a_card_and_for_a_sign() -> None:
    app = an_app(a_match())

    async def play(pilot: Pilot[None]) -> None:
        card = app.rows[3].card
        assert card is not None
        await pilot.press("4", "question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert card.name in str(app.screen.query_one("#entry", Static).render())
        app.screen.query_one("#find", Input).value = "shield"
        await pilot.pause()
        assert "conflicts at the end of each age" in str(app.screen.query_one("#entry", Static).render())
        app.screen.query_one("#find", Input).value = "vineyard"
        await pilot.pause()
        assert "Take 1 coin for each brown card" in str(app.screen.query_one("#entry", Static).render())
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, HelpScreen)

    on_screen(app, LARGE, play)


@pytest.mark.parametrize("language", LANGUAGES)
def test_history_is_told_in_every_language(language: str) -> None:
    """Moments have names, and a long sentence goes on below its first word, also on the smallest screen."""
    app = an_app(a_match(players=3, expansions=("leaders",)), language)

    async def play(pilot: Pilot[None]) -> None:
        await play_on(pilot, random.Random(3), lambda app: (app.match.game.age, app.match.game.turn) == (1, 2))
        await pilot.press("L")
        await pilot.pause()
        drafted = app.words("moment.draft").capitalize()
        lines = [line.strip()[2:70] for line in screen_text(app).splitlines() if line.strip().startswith("║")]
        assert f"I · {app.words('moment.recruit')}" in [line.strip() for line in lines]
        assert "I.1" in [line.strip() for line in lines]
        for line in filter(str.strip, lines):
            assert line.startswith(("• ", "  ", "I", drafted)), line

    on_screen(app, SMALL, play)


def test_history_and_running_score_and_other_cities() -> None:
    app = an_app(a_match(players=5))

    async def play(pilot: Pilot[None]) -> None:
        await play_on(pilot, random.Random(3), lambda app: app.match.game.turn == 3)
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, LogScreen)
        assert "I.2" in screen_text(app)
        await pilot.press("escape", "s")
        await pilot.pause()
        assert "if the game ended now" in screen_text(app)
        await pilot.press("down", "right")
        assert app.cursor.score_seat == 1
        assert app.match.game.cities[1].wonder in shown(app, "info")
        await pilot.press("s", "tab")
        await pilot.pause()
        assert app.match.game.cities[app.cursor.city].wonder in screen_text(app)
        assert app.rows, "the hand is back"

    on_screen(app, LARGE, play)


def test_a_first_game_reveals_one_city_after_another() -> None:
    app = an_app(a_match(sides=("A", "A", "A")), lessons=True)

    async def play(pilot: Pilot[None]) -> None:
        assert "Your first game" in screen_text(app)
        await pilot.press("enter")
        assert not app.pages
        await choose_something(pilot, random.Random(1))
        await pilot.press("enter")
        await settle(pilot)
        assert shown(app, "hand").count("•") == 1
        await pilot.press("enter")
        assert shown(app, "hand").count("•") == 2
        await pilot.press("enter")
        assert shown(app, "hand").count("•") == 3
        await pilot.press("enter")
        assert not app.pages
        await pilot.press("r")
        await choose_something(pilot, random.Random(1))
        await pilot.press("enter")
        await settle(pilot)
        assert not app.pages

    on_screen(app, LARGE, play)


def test_conflicts_are_shown_with_both_neighbors() -> None:
    app = an_app(a_match())

    async def play(pilot: Pilot[None]) -> None:
        await play_on(pilot, random.Random(5), lambda app: bool(app.pages))
        text = screen_text(app)
        assert "Conflicts of age I" in text
        cities = app.match.game.cities
        for seat in (cities[YOU].left, cities[YOU].right):
            assert cities[seat].wonder in shown(app, "hand")

    on_screen(app, LARGE, play)


def test_clicks_do_what_keys_do() -> None:
    app = an_app(a_match())

    async def play(pilot: Pilot[None]) -> None:
        await pilot.click("#hand", offset=(8, 3))
        assert app.cursor.row == 2
        await pilot.click("#left", offset=(4, 2))
        assert app.cursor.city == app.match.game.cities[YOU].left
        await pilot.press("d")
        await pilot.click("#info", offset=(4, 2))
        await settle(pilot)
        assert app.match.game.turn == 2

    on_screen(app, LARGE, play)


def test_enter_before_the_bots_are_ready_reveals_when_they_are() -> None:
    thinking = threading.Event()

    class Slow:
        def choose(self, view: View, decision: Decision) -> Move:
            assert thinking.wait(30)
            return decision.moves[-1]

    match = a_match()
    match.bots[2] = Slow()
    app = an_app(match)

    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("1", "d", "enter")
        assert app.match.game.turn == 1
        assert "Waiting for the others" in screen_text(app)
        thinking.set()
        await settle(pilot)
        assert app.match.game.turn == 2

    on_screen(app, LARGE, play, begin=False)


def test_quitting_keeps_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    app = an_app(a_match(path))

    async def play(pilot: Pilot[None]) -> None:
        await play_on(pilot, random.Random(5), lambda app: app.match.game.turn == 4)
        await pilot.press("ctrl+c")

    on_screen(app, LARGE, play)
    match = Match.resume(path)
    assert (match.game.age, match.game.turn) == (1, 4)
    again = an_app(match)

    async def play_again(pilot: Pilot[None]) -> None:
        await play_on(pilot, random.Random(6), lambda app: app.match.game.turn == 5)

    on_screen(again, SMALL, play_again)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(44, 6), (24, 5), (62, 10), (46, 9)])
def test_every_line_fits(language: str, width: int, height: int) -> None:
    """No panel draws past its frame, whatever stands in the cities."""
    words = Words(language)
    match = a_match(players=8, expansions=("leaders", "cities", "manneken-pis"), seed=6)
    chance = random.Random(7)
    match.bots_choose()
    while not match.game.over:
        lines = []
        for seat in range(8):
            lines += (own := table.own_city(match, seat, words, width, height))
            assert len(own) <= max(height, 4)
        for side in ("left", "right"):
            lines += (beside := table.neighbor(match, side, words, width, height))
            assert len(beside) <= max(height, 6)
        rows = rows_of(match)
        lines += choice.hand(match, rows, 0, words, width, height)
        for row in rows:
            lines += (about := choice.info(match, row, {}, words, width, height))
            assert len(about) <= height
        if width >= 62:  # the narrowest score sheet that the screen draws for eight cities is about as wide
            lines += score.score(match, 0, 0, words, width)
        lines += score.sources(match, 0, 0, words, width)
        too_long = [line.plain for line in lines if cell_len(line.plain) > width]
        assert not too_long, too_long
        if match.asked is None:
            match.reveal()
            match.bots_choose()
        else:
            match.choose(chance.choice(match.options))


def test_a_finished_game_can_be_looked_at_again(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    match = Match.start(Game.new(players=3, seed=2), "random", path=path)
    match.bots_choose()
    while not match.game.over:
        match.choose(match.options[0])
        match.reveal()
        match.bots_choose()
    app = an_app(Match.resume(path))

    async def play(pilot: Pilot[None]) -> None:
        assert "Final score" in screen_text(app)

    on_screen(app, LARGE, play)


def test_buried_cards_are_shown_after_the_game() -> None:
    match = a_match(seed=2)
    match.bots_choose()
    while not match.game.over:
        match.choose(match.options[0])
        match.reveal()
        match.bots_choose()
    game = match.game
    shown_names = [
        card
        for seat in range(3)
        for card in game.buried[seat]
        if card is not None
        and any(card in line.plain for line in table.stage_rows(game, game.cities[seat], Words("en"), 60))
    ]
    assert len(shown_names) == sum(len(cards) for cards in game.buried) > 0


def until_a_debt(seed: int) -> Match:
    """A game up to the first decision about a debt, or to its end."""
    match = a_match(players=4, expansions=("cities",), seed=seed)
    chance = random.Random(seed)
    match.bots_choose()
    while not match.game.over and not any(reveal.phase == "debt" for reveal in match.reveals):
        if match.asked is None:
            match.reveal()
            match.bots_choose()
        else:
            match.choose(chance.choice(match.options))
    return match


def test_the_last_turn_names_what_followed_the_cards() -> None:
    matches = (until_a_debt(seed) for seed in range(20))
    match = next(each for each in matches if each.reveals[-1].phase == "debt")
    line = choice.last_turn(match, Words("en"), 200).plain
    turn = match.reveals[-1].at.partition(" ")[0]
    assert line.startswith(f" {turn}")
    assert line.count("·") >= 4, "four cards, and at least one payment after them"
    assert "−" in line


def everything_drawn(match: Match, words: Words) -> list[str]:
    """All that the screen could show of a moment."""
    rows = rows_of(match)
    seats = range(len(match.game.cities))
    lines = [table.head(match, words, 100), *table.others(match, words, 100), choice.last_turn(match, words, 100)]
    lines += [line for side in ("left", "right") for line in table.neighbor(match, side, words, 30, 20)]
    lines += [line for seat in seats for line in table.own_city(match, seat, words, 60, 20)]
    lines += choice.hand(match, rows, 0, words, 62, 10)
    lines += [line for row in rows for line in choice.info(match, row, {}, words, 34, 10)]
    lines += [
        line for seat in seats for line in score.sources(match, len(score.score_rows(match)) - 1, seat, words, 40)
    ]
    return [line.plain for line in lines]


@pytest.mark.parametrize("turn", [1, 2, 4])
def test_no_secret_is_drawn(turn: int) -> None:
    """Hands that the person never held and the discard pile can be anything: the screen stays the same."""
    match = a_match(players=6, expansions=("cities",), seed=8)
    chance = random.Random(8)
    match.bots_choose()
    while match.game.turn < turn or match.asked is None:
        if match.asked is None:
            match.reveal()
            match.bots_choose()
        else:
            match.choose(chance.choice(match.options))
    before = everything_drawn(match, Words("en"))
    seats = table_of(match.game)
    held = {known.seat for known in match.game.view(YOU).known_hands} | {YOU}
    unknown = [seat for seat in range(6) if seat not in held]
    assert len(unknown) >= 2
    palace = seats.rules.by_name["Palace"]
    for seat in unknown:
        seats.hands[seat] = [palace] * len(seats.hands[seat])
    seats.discard = [palace] * len(seats.discard)
    assert before == everything_drawn(match, Words("en"))


def test_a_partner_shows_the_hand() -> None:
    """Text 003, team play: partners see each other's hands."""
    match = a_match(players=4, expansions=("cities",), mode="teams", seed=3)
    match.bots_choose()
    partner, other = 1, 2
    assert match.game.partner(YOU) == partner
    shown_to_partner = " ".join(line.plain.strip() for line in table.own_city(match, partner, Words("en"), 60, 30))
    for card in match.game.hands[partner]:
        assert card in shown_to_partner
    assert not any("in hand" in line.plain for line in table.own_city(match, other, Words("en"), 60, 30))


def test_a_hand_that_was_passed_on_is_remembered() -> None:
    match = a_match(players=4, seed=3)
    match.bots_choose()
    kept = match.game.hands[YOU][1:]
    match.choose(next(move for move in match.options if move.card == match.game.hands[YOU][0]))
    match.reveal()
    left = match.game.cities[YOU].left
    text = " ".join(line.plain.strip() for line in table.own_city(match, left, Words("en"), 60, 30))
    assert "in hand, 6 of these" in text
    for card in kept:
        assert card in text
