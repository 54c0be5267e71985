"""The game line by line: for pipes, screen readers and simple terminals."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from heptapolis.rulebook.texts import SYMBOLS, symbol_text
from heptapolis.terminal import describe, signs
from heptapolis.terminal.help import entries, find, rule_entries
from heptapolis.terminal.match import YOU, clash
from heptapolis.terminal.rows import SELL, STAGE, TAKE, Row, rows_of, why_no_stage
from heptapolis.terminal.sheet import shown_categories

if TYPE_CHECKING:
    from collections.abc import Callable

    from heptapolis import Reveal
    from heptapolis.terminal.match import Match
    from heptapolis.terminal.words import Words

USES = {"b": TAKE, "w": STAGE, "d": SELL}
"""The letters of the three uses, the same in all languages and on the full screen."""

_CHOICE = re.compile(r"(\d+)\s*([bwd]?)\s*(\d*)")

WIDTH = 100


class PlainGame:
    """A game played by typing, with a function to read lines and one to write them."""

    def __init__(
        self,
        match: Match,
        words: Words,
        read: Callable[[str], str],
        write: Callable[[str], None],
        *,
        lessons: bool = False,
    ) -> None:
        """``read`` asks for a line and raises EOFError at the end; ``lessons`` explains each move."""
        self.match = match
        self.words = words
        self.read = read
        self.write = write
        self.lessons = lessons

    def run(self) -> bool:
        """Plays until the end or until the player quits; returns True if the game is over."""
        self.write(self.words("plain.welcome"))
        if self.lessons:
            self.say(self.words("first.intro"))
        shown: object = None
        while True:
            for reveal in self.match.bots_choose():
                self.tell(reveal)
            if self.match.game.over:
                self.tell_scores()
                return True
            asking = (self.match.game.moment, len(self.match.reveals), len(self.match.staged))
            if asking != shown:
                self.tell_table()
                shown = asking
            try:
                line = self.read("> ").strip().lower()
            except EOFError:
                return False
            if line in ("q", "quit", "exit"):
                return False
            self.answer(line)

    def answer(self, line: str) -> None:
        """Carries out one line of input, or explains why it cannot."""
        words = self.words
        choice = _CHOICE.fullmatch(line)
        if line == "":
            if self.match.ready:
                self.tell(self.match.reveal())
            else:
                self.say(describe.question(self.match, words))
        elif choice:
            self.choose(int(choice[1]), USES.get(choice[2], ""), int(choice[3] or 1))
        elif line == "u":
            self.say(words("plain.taken_back") if self.match.take_back() else words("plain.nothing"))
        elif line == "l":
            for reveal in self.match.reveals:
                self.tell(reveal)
        elif line == "s":
            self.tell_scores()
        elif line == "c":
            for seat in range(len(self.match.game.cities)):
                self.tell_city(seat)
        elif line.startswith("?"):
            self.help(line[1:].strip())
        else:
            self.say(words("plain.unknown"))

    def choose(self, number: int, use: str, variant: int) -> None:
        """Chooses a use of a row."""
        words = self.words
        rows = rows_of(self.match)
        if not rows or not 1 <= number <= len(rows):
            self.say(words("plain.no_row", n=len(rows)))
            return
        row = rows[number - 1]
        use = use or row.only_use or TAKE
        moves = row.uses.get(use, [])
        if not moves:
            why = row.why_not if use == TAKE else why_no_stage(self.match)
            self.say(describe.reason(why, words) if why is not None else words("plain.not_offered"))
        elif not 1 <= variant <= len(moves):
            self.say(words("plain.no_payment", n=len(moves)))
        else:
            decision = self.match.asked
            assert decision is not None, "rows belong to a decision"
            done = describe.action(moves[variant - 1], self.match.trial, decision.city, words)
            self.match.choose(moves[variant - 1])
            self.say(words("plain.chosen", action=done))

    def help(self, what: str) -> None:
        """Explains a row of the list, a card or a chapter of the rules by its name, or all signs."""
        words = self.words
        rows = rows_of(self.match)
        if what.isdigit() and 1 <= int(what) <= len(rows) and (card := rows[int(what) - 1].card) is not None:
            self.say(words.name(card.name))
            for line in describe.card_lines(card, words):
                self.say("  " + line)
        elif what:
            for entry in find(entries(self.match.game, words), what)[:5]:
                self.say(f"{entry.sign} {entry.title}")
                for line in entry.lines:
                    self.say("  " + line)
        else:
            self.say(words("plain.commands"))
            for entry in rule_entries(words):
                self.say(f"{entry.sign}  {entry.title}")
            for symbol in SYMBOLS:
                sign = signs.SYMBOL_SIGNS.get(symbol) or words.letter(symbol)
                self.say(f"{sign}  {symbol_text(symbol, words.language)}")

    def say(self, text: str) -> None:
        """Writes a paragraph, wrapped."""
        for line in text.splitlines() or [""]:
            indent = line[: len(line) - len(line.lstrip())]
            self.write(textwrap.fill(line.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent + "  "))

    def tell(self, reveal: Reveal) -> None:
        """Prints what everybody did."""
        game, words = self.match.game, self.words
        self.write(f"--- {describe.moment(reveal, words)}")
        for seat in range(len(game.cities)):
            text = describe.sentence(reveal, seat, game, words)
            if text and self.lessons:
                text += " " + describe.lesson(reveal, seat, game, words)
            if text:
                self.say(text)
        if reveal.age_ended:
            self.write(words("conflict.title", age=describe.NUMERALS[reveal.age]))
            for seat in range(len(game.cities)):
                sides = [
                    f"{sign} {describe.clash_line(clash(reveal.conflicts, seat, side), words)}"
                    for side, sign in (("left", signs.LEFT), ("right", signs.RIGHT))
                ]
                self.say(f"  {describe.city_name(game, seat, words)}: {' · '.join(sides)}")

    def tell_table(self) -> None:
        """Prints the table and the current decision."""
        match, words = self.match, self.words
        game = match.trial
        self.write("")
        self.write(
            words("head.turn", age=describe.NUMERALS[game.age], turn=game.turn, turns=game.turns)
            + " · "
            + words(f"head.pass_{describe.passing(game)}")
        )
        own = game.cities[YOU]
        for seat in dict.fromkeys([own.left, YOU, own.right]):
            self.tell_city(seat)
        decision = match.asked
        rows = rows_of(match)
        for number, row in enumerate(rows, 1):
            self.say(f"{number:2}. {self.row_text(row)}")
        if decision is not None:
            if any(STAGE in row.uses for row in rows):
                self.say(describe.next_stage_text(match, decision, words))
            elif (why := why_no_stage(match)) is not None:
                self.say(f"W: {describe.reason(why, words)}")
        self.say(describe.question(match, words))

    def row_text(self, row: Row) -> str:
        """One row: its card and cost, and every use with its payments."""
        words = self.words
        game, decision = self.match.trial, self.match.asked
        assert decision is not None, "rows belong to a decision"
        if row.card is None:
            return describe.action(row.first, game, decision.city, words)
        spec = row.card
        cost = signs.cost_signs(spec.coins, spec.cost, words) or words.term("game.free")
        gives = signs.effects_signs(spec.effects, words)
        parts = [f"{signs.COLOR_SIGNS[spec.color]} {words.name(spec.name)} [{cost}] {gives}"]
        for letter, use in USES.items():
            moves = row.uses.get(use, [])
            prices = [describe.price(game, decision, move, words) for move in moves]
            numbered = (
                prices if len(prices) == 1 else [f"{letter}{index} {each}" for index, each in enumerate(prices, 1)]
            )
            if moves:
                parts.append(f"{letter.upper()}: {' / '.join(numbered)}")
            elif use == TAKE and row.why_not is not None:
                parts.append(f"{signs.NO} {describe.reason(row.why_not, words)}")
        return " — ".join(parts)

    def tell_city(self, seat: int) -> None:
        """Prints a city: its structures, what it sells and at what price."""
        match, words = self.match, self.words
        game = match.game
        city, own = game.cities[seat], game.cities[YOU]
        where = "".join(
            f"{sign} "
            for sign, other in ((signs.LEFT, own.left), (signs.RIGHT, own.right))
            if other == seat and seat != YOU
        )
        symbols = " ".join(
            f"{signs.SCIENCE[name]}{number}"
            for name, number in (("compass", city.compasses), ("gear", city.gears), ("tablet", city.tablets))
        )
        debt = f" {signs.DEBT}{city.debt}" if city.debt else ""
        self.say(
            f"{where}{describe.city_name(game, seat, words)} ({words.term(f'side.{city.side}')}): "
            f"{city.coins}{signs.COIN}{debt} {signs.SHIELD}{city.shields} "
            f"{signs.STAGE}{city.stages_built}/{len(city.stages)} {symbols}"
        )
        units = city.produces if seat == YOU else city.sells
        made = " ".join(signs.production_signs(*each, words) for each in describe.grouped(units))
        if seat == YOU:
            self.say("    " + words("city.makes", goods=made or "–"))
            conflicts = game.next_conflicts()
            for side in ("left", "right"):
                line = describe.clash_line(clash(conflicts, YOU, side), words)
                self.say(f"    {signs.SHIELD} {words.term(f'game.{side}')}: {line}")
        elif seat in (own.left, own.right):
            prices = own.left_prices if seat == own.left else own.right_prices
            sells = words("city.sells", goods=made or "–", raw=prices.raw, manufactured=prices.manufactured)
            self.say("    " + sells)
        built = ", ".join(words.name(card) for card in (*city.structures, *city.leaders))
        if built:
            self.say("    " + built)

    def tell_scores(self) -> None:
        """Prints the score sheet of every city, with the source of each number."""
        match, words = self.match, self.words
        game = match.game
        for seat, score in enumerate(game.scores()):
            self.say(f"{describe.city_name(game, seat, words)}: {score.total} {signs.POINT}")
            sources = game.breakdown(seat)
            for category in shown_categories(game):
                parts = [
                    f"{describe.source_text(source, words)} {describe.signed(source.points)}"
                    for source in sources
                    if source.category == category
                ]
                self.say(
                    f"    {words.term(f'score.{category}')} {score[category]}{': ' if parts else ''}{', '.join(parts)}"
                )
        if game.over:
            self.say(words("score.winner", names=describe.names_of_winners(game, words)))
