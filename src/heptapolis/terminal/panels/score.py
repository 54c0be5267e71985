"""The score sheet: a column for each city, and the source of each number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from heptapolis.engine.score_sheet import team_totals
from heptapolis.terminal import describe
from heptapolis.terminal.match import YOU
from heptapolis.terminal.panels.paint import BRIGHT, DIM, GOLD, fit, padded, result, row, wrapped
from heptapolis.terminal.sheet import CATEGORY_LOOK, shown_categories

if TYPE_CHECKING:
    from heptapolis.terminal.match import Match
    from heptapolis.terminal.words import Words

TOTAL = "total"


def score_rows(match: Match) -> list[str]:
    """The rows of the sheet, the total last."""
    return [*shown_categories(match.game), TOTAL]


def score(match: Match, at_row: int, at_seat: int, words: Words, width: int) -> list[Text]:
    """The whole sheet, with the selected cell marked."""
    game = match.game
    scores = game.scores()
    winners = game.winners() if game.over else []
    each = min(max((width - 22) // len(scores), 5), 12)
    label = width - each * len(scores)
    head = Text(" " * label)
    for seat in range(len(scores)):
        name = words.name(game.cities[seat].wonder)
        mark = "♛" if seat in winners else ""
        head.append(
            padded(f"{mark}{name[: each - 1 - len(mark)]}".rjust(each), each), BRIGHT if seat == YOU else "bold"
        )
    lines = [head]
    for index, category in enumerate(score_rows(match)):
        sign, paint = CATEGORY_LOOK.get(category, ("Σ", "bold"))
        line = Text(padded(f"{sign} {words.term(f'score.{category}')}", label), paint)
        for seat, found in enumerate(scores):
            number = found.total if category == TOTAL else found[category]
            here = index == at_row and seat == at_seat
            text = f"{number:>{each - 1}}{'◂' if here else ' '}".replace("-", "−")
            style = "bold reverse" if here else "bold" if category == TOTAL else "" if number else DIM
            line.append(text, style)
        lines.append(fit(line, width))
    if game.mode == "teams":
        sums = "   ".join(
            f"{words.term('game.team')} {index + 1}: {total}" for index, total in enumerate(team_totals(scores))
        )
        lines.append(Text(sums, GOLD))
    return lines


def sources(match: Match, at_row: int, at_seat: int, words: Words, width: int) -> list[Text]:
    """The sources of the selected number."""
    game = match.game
    category = score_rows(match)[at_row]
    lines = [Text(describe.city_name(game, at_seat, words), "bold")]
    found = game.breakdown(at_seat)
    if category == TOTAL:
        for each in shown_categories(game):
            points = sum(source.points for source in found if source.category == each)
            lines.append(_line(words.term(f"score.{each}"), points, width))
        return lines
    lines += wrapped(Text(words.term(f"score.{category}"), CATEGORY_LOOK[category][1]), width)
    ours = [source for source in found if source.category == category]
    lines += [_line(describe.source_text(source, words), source.points, width) for source in ours]
    return lines if ours else [*lines, Text(words("score.nothing"), DIM)]


def _line(text: str, points: int, width: int) -> Text:
    return row([padded(text, width - 4), " ", result(points)])
