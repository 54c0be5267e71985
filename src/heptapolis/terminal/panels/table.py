"""The upper half of the screen: turn, cities, neighbors' goods, forecast of conflicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from heptapolis.rulebook import COLORS
from heptapolis.terminal import describe, signs
from heptapolis.terminal.match import YOU, clash
from heptapolis.terminal.panels.paint import (
    BAD,
    BRIGHT,
    DIM,
    GOLD,
    GOOD,
    coins,
    column,
    cost,
    effects,
    fit,
    producer,
    result,
    row,
    wrapped,
)

if TYPE_CHECKING:
    from heptapolis import City, Game
    from heptapolis.terminal.match import Match
    from heptapolis.terminal.words import Words

WAYS = {"left": signs.LEFT, "right": signs.RIGHT, "swap": signs.LEFT + signs.RIGHT}
"""The symbol of each direction of passing."""

OTHER_WIDTH = 32  # of a city that is not a neighbor, in the strip above


def head(match: Match, words: Words, width: int) -> Text:
    """Age, turn, direction of passing, and who has chosen."""
    game = match.game
    line = Text()
    line.append(f" {words('head.age', age=describe.NUMERALS[game.age])} ", "bold #14161f on #f2cc5b")
    line.append(f" {words('head.turn_short', turn=game.turn, turns=game.turns)} ")
    way = describe.passing(game)
    if not game.over:
        line.append(f"· {WAYS[way]} {words(f'head.pass_{way}')} ", DIM)
    right = Text()
    if game.over:
        right.append(words("score.winner", names=describe.names_of_winners(game, words)) + " ", BRIGHT)
    else:
        cities = game.cities
        for seat, chosen in enumerate(match.has_chosen):
            name = words.name(cities[seat].wonder)
            right.append(f" {signs.YES if chosen else signs.WAITING}", f"bold {GOOD}" if chosen else GOLD)
            letters = len(name) if len(cities) <= 4 else 4 if width >= 100 or len(cities) <= 5 else 3
            right.append(name[:letters], "bold" if seat == YOU else DIM)
        right.append(" ")
    space = width - line.cell_len - right.cell_len
    return fit(row([line, " " * max(space, 1), right]), width)


def others(match: Match, words: Words, width: int) -> list[Text]:
    """The cities that are not neighbors, a few per line."""
    cities = match.game.cities
    own = cities[YOU]
    seats = [seat for seat in range(len(cities)) if seat not in (YOU, own.left, own.right)]
    found = [column(_other(match.game, seat, words), OTHER_WIDTH) for seat in seats]
    each = max(width // OTHER_WIDTH, 1)
    return [fit(row(found[start : start + each]), width) for start in range(0, len(found), each)]


def _other(game: Game, seat: int, words: Words) -> Text:
    name = Text(f" {describe.city_name(game, seat, words)[:12]} ", "bold")
    return row([name, stats(game.cities[seat], words)])


def stats(city: City, words: Words) -> Text:
    """Coins, shields, stages and symbols in one line."""
    text = coins(city.coins)
    if city.debt:
        text.append(f" {signs.DEBT}{city.debt}", BAD)
    text.append(f" {signs.SHIELD}{city.shields}", signs.PAINT["red"])
    text.append(f" {signs.STAGE}{city.stages_built}/{len(city.stages)}", signs.PAINT["white"])
    symbols = (("compass", city.compasses), ("gear", city.gears), ("tablet", city.tablets), ("any", city.any_symbols))
    shown = "".join(f"{signs.SCIENCE[name]}{number}" for name, number in symbols if number)
    if city.masks:
        shown += f"{signs.MASK}{city.masks}"
    if shown:
        text.append(f" {shown}", signs.PAINT["green"])
    if city.diplomacy:
        text.append(f" {signs.DIPLOMACY}{city.diplomacy}", signs.PAINT["white"])
    return text


def tokens(city: City) -> Text:
    """The conflict tokens of a city."""
    values = [*city.left_tokens, *city.right_tokens]
    return row([*(row([result(value), " "]) for value in values)])


def own_city(match: Match, seat: int, words: Words, width: int, height: int) -> list[Text]:
    """One city in full: coins, shields, production, stages, structures by color."""
    city = match.game.cities[seat]
    points = match.game.scores()[seat].total
    first = row([stats(city, words), Text(f"  {signs.POINT}{points}", signs.PAINT["blue"]), "  ", tokens(city)])
    goods = [producer(resources, amount, words) for resources, amount in describe.grouped(city.produces)]
    made = Text(words("city.makes_short") + " ", DIM)
    for each in goods:
        made.append_text(each).append("  ")
    lines = [fit(first, width), *wrapped(made, width)[:2]]
    colors = city_colors(match.game, city, words, width)
    stages = stage_rows(match.game, city, words, width)
    if len(lines) + len(stages) + len(colors) > height:
        stages = [short_stages(city, words, width)]
    room = height - len(lines) - len(stages)
    held = known_hand(match, seat, words, width) if seat != YOU else []
    if len(colors) + len(held) > room:  # the structures matter more than a known hand
        held = [fit(row(held), width)] if held and room > 1 else []
        room -= len(held)
    if len(colors) > room:
        colors = short_colors(match.game, city, words, width, room)
    return [*lines, *stages, *colors, *held]


def known_hand(match: Match, seat: int, words: Words, width: int) -> list[Text]:
    """The known cards of a city's hand: the partner's, or a hand passed on."""
    seen = match.game.view(YOU)
    hand = seen.hands[seat]
    if match.game.over:
        return []
    if hand:
        names = ", ".join(words.name(card) for card in hand)
        return wrapped(Text(words("city.hand", cards=names), DIM), width, "  ")
    for known in seen.known_hands:
        if known.seat == seat and known.cards:
            names = ", ".join(words.name(card) for card in known.cards)
            return wrapped(Text(words("city.known", n=known.size, cards=names), DIM), width, "  ")
    return []


def stage_rows(game: Game, city: City, words: Words, width: int) -> list[Text]:
    """A line for each wonder stage: built or not, cost, effects."""
    lines = []
    for index, (built, gives, price) in enumerate(_stages(city, words)):
        now = index == city.stages_built
        mark = Text(signs.STAGE_BUILT if built else signs.STAGE_OPEN, GOOD if built else GOLD if now else DIM)
        text = row([mark, f" {index + 1} ", gives])
        if not built:
            text = row([column(text, min(22, width // 2)), Text(" ← ", DIM), price])
        elif game.over and (under := _buried(game, city, index)):  # after the game everything is shown
            text = row([column(text, min(22, width // 2)), Text(f" {words.name(under)}", DIM)])
        lines.append(fit(text, width))
    return lines


def _buried(game: Game, city: City, index: int) -> str | None:
    """The card under a stage, if it is known."""
    cards = game.buried[city.seat]
    place = index - (city.stages_built - len(cards))
    return cards[place] if 0 <= place < len(cards) else None


def short_stages(city: City, words: Words, width: int) -> Text:
    """The stages in one line: how many are built, and the next one with its cost."""
    text = Text()
    for index, (built, gives, price) in enumerate(_stages(city, words)):
        text.append(signs.STAGE_BUILT if built else signs.STAGE_OPEN, GOOD if built else DIM)
        if index == city.stages_built:
            text = row([text, " ", gives, Text(" ← ", DIM), price, " "])
    return fit(text, width)


def _stages(city: City, words: Words) -> list[tuple[bool, Text, Text]]:
    found = []
    for stage in city.stages:
        none = Text("?" if stage.cost_open else "–", DIM)
        needs = stage.cost
        price = cost(needs.coins, needs.resources, words) if needs.resources or needs.coins else none
        found.append((stage.built, effects(stage.effects, words), price))
    return found


def cards_by_color(game: Game, city: City) -> dict[str, list[str]]:
    """The structures and leaders of a city by color, without empty colors."""
    found: dict[str, list[str]] = {color: [] for color in COLORS}
    for card in (*city.structures, *city.leaders):
        found[game.card(card).color].append(card)
    if city.copied_leader:
        found["white"].append(city.copied_leader)
    return {color: cards for color, cards in found.items() if cards}


def city_colors(game: Game, city: City, words: Words, width: int, most_lines: int = 3) -> list[Text]:
    """The structures of a city, a paragraph for each color."""
    lines = []
    for color, cards in cards_by_color(game, city).items():
        mark = Text(f"{signs.COLOR_SIGNS[color]}{len(cards)} ", f"bold {signs.PAINT[color]}")
        names = Text(", ".join(words.name(card) for card in cards), signs.PAINT[color])
        paragraph = wrapped(row([mark, names]), width, "   ")
        lines += paragraph if len(paragraph) <= most_lines else [fit(row([mark, names]), width)]
    return lines


def short_colors(game: Game, city: City, words: Words, width: int, room: int) -> list[Text]:
    """The structures of a city in a given number of lines: one per color while they fit, counts for the rest."""
    lines = city_colors(game, city, words, width, most_lines=1)
    if len(lines) <= room:
        return lines
    if room < 1:
        return []
    kept = room - 1
    rest = Text()
    for color, cards in list(cards_by_color(game, city).items())[kept:]:
        rest.append(f"{signs.COLOR_SIGNS[color]}{len(cards)} ", signs.PAINT[color])
    return [*lines[:kept], fit(rest, width)]


def neighbor(match: Match, side: str, words: Words, width: int, height: int) -> list[Text]:
    """A neighbor: goods for sale and their price, the conflict, structures."""
    game = match.game
    own = game.cities[YOU]
    city = game.cities[own.left if side == "left" else own.right]
    lines = [fit(stats(city, words), width)]
    prices = own.left_prices if side == "left" else own.right_prices
    for price, gray in ((prices.raw, False), (prices.manufactured, True)):
        sold = describe.grouped([each for each in city.sells if describe.is_goods(each) == gray])
        label = words("city.sells_short")
        text = row([Text(f"{label} ", DIM), coins(price), Text(f"{'−1' if prices.discount else ''} ", GOOD)])
        for resources, amount in sold:
            text.append_text(producer(resources, amount, words)).append(" ")
        if sold:
            lines += wrapped(text, width, "   ")[:2]
    lines.append(conflict(match, side, words, width))
    room = height - len(lines)
    colors = city_colors(game, city, words, width, most_lines=2)
    return [*lines, *(colors if len(colors) <= room else short_colors(game, city, words, width, room))]


def conflict(match: Match, side: str, words: Words, width: int) -> Text:
    """The forecast of the conflict on one side, with this age's value."""
    cities = match.game.cities
    own = cities[YOU]
    seat = own.left if side == "left" else own.right
    met = clash(match.game.next_conflicts(), YOU, side)
    if match.game.over:
        return row([Text(f"{signs.SHIELD} ", signs.PAINT["red"]), *(_won(own, side))])
    if met is None:
        return fit(Text(f"{signs.SHIELD} {words('conflict.none')}", DIM), width)
    gained = sum(met.tokens)
    text = Text(f"{signs.SHIELD} {met.ours}:{met.theirs} ", signs.PAINT["red"])
    text.append_text(result(gained))
    if met.foe != seat:
        text.append(f" {words.name(cities[met.foe].wonder)}", DIM)
    elif gained <= 0:
        text.append(f"  ({words('conflict.win', points=met.victory)})", DIM)
    return fit(text, width)


def _won(city: City, side: str) -> list[Text]:
    values = city.left_tokens if side == "left" else city.right_tokens
    return [row([result(value), " "]) for value in values] or [Text("–", DIM)]
