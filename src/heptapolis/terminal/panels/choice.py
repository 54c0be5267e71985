"""The lower half of the screen: the options, the selected card, and the last turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from heptapolis.rulebook.texts import card_text, chain_text, effects_text
from heptapolis.terminal import describe, signs
from heptapolis.terminal.match import YOU, clash
from heptapolis.terminal.panels.paint import (
    BRIGHT,
    DIM,
    GOLD,
    GOOD,
    card_name,
    column,
    cost,
    effects,
    fit,
    result,
    row,
    wrapped,
)
from heptapolis.terminal.rows import SELL, STAGE, TAKE, why_no_stage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from heptapolis import Decision, Move, Reveal
    from heptapolis.terminal.match import Clash, Match
    from heptapolis.terminal.rows import Row
    from heptapolis.terminal.words import Words

KEYS = {TAKE: "B", STAGE: "W", SELL: "D"}
"""The key of each use."""

LATER = 8
"""The most decisions of a turn: cards, last card, digs, copies, recruits and debts."""


def hand(
    match: Match,
    rows: list[Row],
    selected: int,
    words: Words,
    width: int,
    height: int,
    taken: Move | None = None,
) -> list[Text]:
    """The rows to choose from, one line each, and the cost of the next wonder stage if there is room.

    ``taken`` is the unrevealed choice among them.
    """
    decision = match.asked
    if decision is None:
        return wrapped(Text(describe.question(match, words), DIM), width)
    lines = [
        fit(_row_line(match, decision, row_, index, (index == selected, row_.holds(taken)), words, width), width)
        for index, row_ in enumerate(rows)
    ]
    if decision.kind in ("play", "last-card", "recruit") and not match.recruits_once_more:
        text = describe.next_stage_text(match, decision, words)
        below = wrapped(Text(f"{signs.STAGE} {text}", DIM), width, "  ") if text else []
        if below and len(lines) + len(below) <= height:
            lines += [*[Text("")] * (height - len(lines) - len(below)), *below]
    first = max(0, min(selected - height + 1, len(lines) - height))
    return lines[first : first + height]


def _row_line(
    match: Match, decision: Decision, each: Row, index: int, marks: tuple[bool, bool], words: Words, width: int
) -> Text:
    selected, taken = marks
    pointer = Text(signs.YES if taken else "▸" if selected else " ", f"bold {GOOD}" if taken else GOLD)
    key = Text(f"{index + 1 if index < 9 else ' '} ", BRIGHT if selected else DIM)
    if each.card is None:
        text = describe.action(each.first, match.trial, decision.city, words)
        return row([pointer, key, Text(text, "bold" if selected else "")])
    spec = each.card
    widths = hand_columns(width)
    name = card_name(spec.color, words.name(spec.name) + (f" ×{each.copies}" if each.copies > 1 else ""))
    if selected:
        name.stylize("bold reverse" if not each.why_not else "bold")
    price = cost(spec.coins, spec.cost, words) if spec.coins or spec.cost else Text("–", DIM)
    state = state_of(match, decision, each, words)
    return row(
        [
            pointer,
            key,
            column(name, widths[0]),
            " ",
            column(price, widths[1]),
            " ",
            column(state, widths[2]),
            " ",
            effects(spec.effects, words),
            Text(f" {signs.CHAIN}" if spec.chain_to else "", DIM),
        ]
    )


def hand_columns(width: int) -> tuple[int, int, int]:
    """Widths of name, cost and state; the rest is for the effects."""
    if width >= 60:
        spare = width - 60
        return 22 + spare // 3, 8 + min(spare // 6, 4), 16 + spare // 4
    return 17 + max(width - 46, 0), 7, 11


def state_of(match: Match, decision: Decision, each: Row, words: Words) -> Text:
    """Whether a card can be built by chain, with the city's own goods, by trade, or not at all."""
    if each.why_not is not None:
        return Text(f"{signs.NO} {describe.short_reason(each.why_not, words)}", DIM)
    moves = each.uses.get(TAKE, [])
    if not moves:
        return Text("")
    text = describe.short_price(match.trial, decision, moves[0], words)
    trade = moves[0].left or moves[0].right or moves[0].bank
    return Text(f"{signs.YES} {text}", GOLD if trade else GOOD)


def info(
    match: Match,
    each: Row | None,
    variants: Mapping[str, int],
    words: Words,
    width: int,
    height: int,
) -> list[Text]:
    """Details of the selected row: its effects, and each action with its price."""
    decision = match.asked
    if each is None or decision is None:
        return []
    uses = _uses(match, decision, each, variants, words, width)
    lines: list[Text] = []
    if each.card is not None:
        spec = each.card
        lines += wrapped(Text(card_text(spec, words.language)), width)
        chains = chain_text(spec, words.language)
        if chains:
            lines += wrapped(Text(f"{signs.CHAIN} {chains}", DIM), width)
    elif decision.kind == "side":
        lines += _side_lines(match, each.first, words, width)
    room = max(height - len(uses), 0)
    if len(lines) > room:
        lines = lines[: max(room - 1, 0)] + [Text(words("info.more"), DIM)]
    return [*lines, *[Text("")] * (room - len(lines)), *uses][:height]


def _side_lines(match: Match, move: Move, words: Words, width: int) -> list[Text]:
    board = match.game.rulebook.board(match.game.cities[YOU].wonder)
    lines: list[Text] = []
    for number, stage in enumerate(board.sides[move.side].stages, 1):
        head = row([Text(f"{number} ", "bold"), cost(stage.coins, stage.cost, words), Text(": ", DIM)])
        text = Text(effects_text(stage.effects, words.language))
        lines += wrapped(row([head, text]), width, "  ")
    if move.side in ("A", "day"):
        lines.append(Text(words("info.simple_side"), DIM))
    return lines


def _uses(
    match: Match, decision: Decision, each: Row, variants: Mapping[str, int], words: Words, width: int
) -> list[Text]:
    """A few lines for each use: its key, its name and its price."""
    stages = match.trial.cities[decision.city].stages_built
    lines: list[Text] = []
    for use, key in KEYS.items():
        moves = each.uses.get(use, [])
        if not moves:
            why = each.why_not if use == TAKE else why_no_stage(match) if use == STAGE else None
            if why is not None and each.card is not None:
                lines += wrapped(Text(f"{key} {signs.NO} {describe.reason(why, words)}", DIM), width, "    ")[:3]
            continue
        index = variants.get(use, 0) % len(moves)
        label = Text(f"{key} ", f"bold {GOLD}")
        label.append(use_name(moves[index], stages, words), "bold")
        if decision.kind not in ("side", "debt", "draft", "dig", "copy") and moves[index].card:
            label.append(f": {describe.price(match.trial, decision, moves[index], words)}")
        lines += wrapped(label, width, "  ")[:3]
        if len(moves) > 1:
            lines += _payments(match, decision, moves, index, words, width)
    return lines


def _payments(match: Match, decision: Decision, moves: list[Move], index: int, words: Words, width: int) -> list[Text]:
    """The payments with the selected one marked; only its number if they do not fit on a line."""
    line = Text("  P ", f"bold {GOLD}")
    for number, move in enumerate(moves):
        text = describe.short_price(match.trial, decision, move, words)
        copied = {"left": signs.LEFT, "right": signs.RIGHT}.get(move.copying, "")
        line.append(f" {copied}{text} ", "reverse" if number == index else "")
        line.append(" ")
    if line.cell_len <= width:
        return [line]
    return [fit(Text(f"  P {words('info.payment', n=index + 1, of=len(moves))}", GOLD), width)]


def use_name(move: Move, stages: int, words: Words) -> str:
    """The name of a use."""
    if move.action == "wonder":
        copied = {"left": f" {signs.LEFT}", "right": f" {signs.RIGHT}"}.get(move.copying, "")
        return f"{words.term('game.stage')} {stages + 1}{copied}"
    return words.term(f"action.{move.action}")


def chosen(match: Match, words: Words, width: int) -> list[Text]:
    """The player's unrevealed choices and how to continue."""
    lines: list[Text] = []
    for city, move in match.staged.items():
        done = describe.action(move, match.game, city, words)
        lines += wrapped(Text(f"{signs.YES} {done}", f"bold {GOOD}"), width, "  ")
        if move.action in ("build", "wonder", "recruit", "discard"):
            lines += wrapped(Text(f"  {describe.price(*match.staged_decision(city), move, words)}", DIM), width, "  ")
    lines.append(Text(""))
    keys = [("⏎", "info.reveal"), ("U", "info.take_back")]
    with match.reconsidered() as taken:
        ways = [each for each in match.options if taken and (each.action, each.card) == (taken.action, taken.card)]
    if len(ways) > 1 and ways[0].card:
        keys.append(("P", "info.other_payment"))
    for key, text in keys:
        lines.append(row([Text(f"{key} ", f"bold {GOLD}"), words(text)]))
    if match.bot_decision is not None:
        lines += wrapped(Text(words("ask.wait"), DIM), width)
    return lines


def last_turn(match: Match, words: Words, width: int) -> Text:
    """The last turn in one line; decisions after the cards come last."""
    if not match.reveals:
        return fit(Text(f" {words('last.none')}", DIM), width)
    game = match.game
    last = match.reveals[-1]
    together = [each for each in match.reveals[-LATER:] if (each.age, each.turn) == (last.age, last.turn)]
    cards = [place for place, each in enumerate(together) if each.phase == "play"]
    line = Text(f" {describe.moment(together[cards[-1]] if cards else last, words)} ", DIM)
    for reveal in together[cards[-1] :] if cards else [last]:
        for seat, move in enumerate(reveal.moves):
            if move is None or move.action == "pass":
                continue
            name = words.name(game.cities[seat].wonder)
            line.append(f" {name if len(game.cities) <= 4 else name[:4]} ", "bold")
            open_card = move.card if move.action in ("build", "dig", "recruit", "copy") else ""
            paint = signs.PAINT[game.card(open_card).color] if open_card else DIM
            line.append(describe.short_move(reveal, seat, game, words), paint)
            line.append(" ·", DIM)
    line.right_crop(2)
    return fit(line, width)


def told(reveal: Reveal, match: Match, words: Words, width: int, *, lessons: bool) -> list[list[Text]]:
    """A paragraph on each city's move, the player's own first."""
    game = match.game
    found = []
    for seat in range(len(game.cities)):
        sentence = describe.sentence(reveal, seat, game, words)
        if not sentence:
            continue
        paragraph = wrapped(Text(f"• {sentence}", "bold" if seat == YOU else ""), width, "  ")
        lesson = describe.lesson(reveal, seat, game, words) if lessons else ""
        if lesson:
            paragraph += [row(["  ", line]) for line in wrapped(Text(lesson, DIM), width - 2)]
        found.append(paragraph)
    return found


def conflicts(reveal: Reveal, match: Match, words: Words, width: int) -> list[Text]:
    """The conflicts of an age: the player's with both neighbors, then all tokens."""
    cities = match.game.cities
    fought = reveal.conflicts
    lines: list[Text] = []
    for side, sign in (("left", signs.LEFT), ("right", signs.RIGHT)):
        own = clash(fought, YOU, side)
        if own is None:
            lines.append(Text(f"{sign} {words('conflict.none')}", DIM))
            continue
        name = words.name(cities[own.foe].wonder)
        bars = row(
            [
                f"{sign} ",
                column(Text(name, "bold"), min(16, width // 3)),
                Text(f" {signs.SHIELD}{own.ours}", f"bold {signs.PAINT['white']}"),
                Text(" : ", DIM),
                Text(f"{own.theirs}{signs.SHIELD}  ", signs.PAINT["red"]),
                result(sum(own.tokens)),
                Text(f"  {words(_outcome(own))}", DIM),
            ]
        )
        lines.append(fit(bars, width))
    lines.append(Text(""))
    everyone = Text()
    for seat in range(len(cities)):
        met = [each for side in ("left", "right") if (each := clash(fought, seat, side)) is not None]
        if seat == YOU or not met:
            continue
        everyone.append(f"{words.name(cities[seat].wonder)} {signs.SHIELD}{met[0].ours} ", DIM)
        everyone.append_text(result(sum(sum(each.tokens) for each in met)))
        everyone.append("   ")
    return [*lines, *wrapped(everyone, width)]


def _outcome(own: Clash) -> str:
    if not own.tokens:
        return "conflict.tie" if own.ours == own.theirs else "conflict.spared"
    return "conflict.won" if max(own.tokens) > 0 else "conflict.lost"
