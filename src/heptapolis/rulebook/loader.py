"""Loads and validates a `Rulebook` from folders of TOML files.

A box is a folder: `box.toml` (head, contents and the numbers it sets), `cards.toml`, `boards.toml` and `leaders.toml`
as needed. Each box is checked separately, then all boxes in use together.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from importlib.resources.abc import Traversable
from typing import Any

from heptapolis.rulebook.box import Box, BoxHead, Contents
from heptapolis.rulebook.boxes import Shelf, shelf_in
from heptapolis.rulebook.checks import check_box, check_together, link_chains
from heptapolis.rulebook.model import (
    AGE_COLORS,
    AGES,
    DRAWN_COLORS,
    LEADER_COLOR,
    RESOURCES,
    BoardSpec,
    CardSpec,
    Rulebook,
    SideSpec,
    StageSpec,
)
from heptapolis.rulebook.reading import Kinds, TomlTable, read_toml

NUMBERS = ("start_coins", "sale_coins", "trade_price", "hand_size", "coins_per_point", "set_points")
"""Numbers that a box can set; a base game sets all of them, and the victory tokens."""

NOT_PRINTED = (
    "fingerprint",
    "_cards",
    "_boards",
    "draws",
    "modes",
    "most_players",
    "owners_choose_sides",
    "deals_leaders",
)
"""Fields of a `Rulebook` that are not printed."""


def load_boxes(root: Traversable, edition: str, expansions: Iterable[str] = ()) -> Rulebook:
    """Reads one edition and its expansions from the folders below `root`.

    Raises:
        RulebookError: The edition or an expansion is unknown, or a file is invalid; it names file, item and field.
    """
    return load_from(shelf_in(root), edition, expansions)


def load_from(shelf: Shelf, edition: str, expansions: Iterable[str] = ()) -> Rulebook:
    """Reads one edition and its expansions from a shelf; raises like `load_boxes`."""
    heads = shelf.opened(edition, expansions)
    boxes = [read_box(head, shelf.kinds) for head in heads]
    check_together(boxes)
    numbers: dict[str, Any] = {}
    for box in boxes:
        numbers.update(box.numbers)  # a later box overrides: Leaders has more coins, Cities larger hands
    # leaders of other boxes are used only with a box that deals leaders
    deals_leaders = any(head.deals_leaders for head in heads)
    rulebook = Rulebook(
        edition=edition,
        expansions=tuple(head.name for head in heads[1:]),
        cards=tuple(card for box in boxes for card in box.cards),
        leaders=tuple(leader for box in boxes for leader in box.leaders) if deals_leaders else (),
        boards=tuple(board for box in boxes for board in box.boards),
        draws=tuple(draw for head in heads for draw in head.draws),
        modes=heads[0].modes,
        most_players=max(head.most_players for head in heads),
        owners_choose_sides=heads[0].owners_choose_sides,
        deals_leaders=deals_leaders,
        fingerprint="",
        **numbers,
    )
    return replace(rulebook, fingerprint=_fingerprint(rulebook))


def _fingerprint(rulebook: Rulebook) -> str:
    """Twelve hexadecimal digits that change whenever the printed data changes."""
    printed = asdict(rulebook)
    for field in NOT_PRINTED:
        del printed[field]
    text = json.dumps(printed, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:12]


def read_box(head: BoxHead, kinds: Kinds) -> Box:
    """Reads the folder of a box; `kinds` are the known kinds of effects.

    Raises:
        RulebookError: A file is invalid; it names file, item and field.
    """
    folder, name = head.folder, head.folder.name
    contents, numbers = _read_numbers(head)
    box = Box(
        name=name,
        head=head,
        contents=contents,
        numbers=numbers,
        cards=tuple(_read_card(table, name, kinds) for table in _tables(folder, "cards.toml", "card", "name")),
        boards=tuple(_read_board(table, head, kinds) for table in _tables(folder, "boards.toml", "board", "wonder")),
        leaders=tuple(_read_leader(table, name, kinds) for table in _tables(folder, "leaders.toml", "leader", "name")),
    )
    box = replace(box, cards=link_chains(name, box.cards))
    check_box(box)
    return box


def _read_numbers(head: BoxHead) -> tuple[Contents, dict[str, Any]]:
    file = f"{head.folder.name}/box.toml"
    document = read_toml(head.folder, "box.toml")
    assert document is not None, "its head was read from it"
    tables = TomlTable(document, file=file, item="")
    for read_with_the_head in ("box", "effects", "draw"):
        if tables.has(read_with_the_head):
            tables.take(read_with_the_head)
    holds = TomlTable(tables.take("contents"), file=file, item="contents")
    contents = Contents(
        cards=holds.number("cards", 0),
        boards=holds.number("boards", 0),
        leaders=holds.number("leaders", 0),
        black_per_age=holds.number("black_per_age", 0),
    )
    holds.done()
    numbers: dict[str, Any] = {}
    if tables.has("numbers"):
        sets = TomlTable(tables.take("numbers"), file=file, item="numbers")
        numbers = {name: sets.number(name, least=1) for name in NUMBERS if sets.has(name)}
        if sets.has("victory_tokens"):
            worth = TomlTable(sets.take("victory_tokens"), file=file, item="victory_tokens")
            numbers["victory_tokens"] = {age: worth.number(str(age), least=1) for age in AGES}
            worth.done()
        sets.done()
        if head.is_base and (missing := sorted({*NUMBERS, "victory_tokens"} - numbers.keys())):
            raise sets.error(missing[0], "is missing")
    elif head.is_base:
        raise tables.error("numbers", "is missing")
    tables.done()
    return contents, numbers


def _tables(folder: Traversable, name: str, kind: str, key: str) -> list[TomlTable]:
    """The `[[kind]]` tables of a file; error messages name a table by its key, or by its number if it has none."""
    document = read_toml(folder, name)
    if document is None:
        return []
    file = f"{folder.name}/{name}"
    whole = TomlTable(document, file=file, item="")
    tables = whole.tables(kind)
    whole.done()

    def called(number: int, fields: Any) -> str:
        value = fields.get(key) if isinstance(fields, dict) else None
        return value if isinstance(value, str) and value else f"{kind} {number}"

    return [TomlTable(fields, file=file, item=called(number, fields)) for number, fields in enumerate(tables, 1)]


def _read_card(table: TomlTable, box: str, kinds: Kinds) -> CardSpec:
    card = CardSpec(
        name=table.text("name"),
        color=table.word("color", AGE_COLORS),
        box=box,
        copies=table.copies("copies"),
        coins=table.number("coins", 0),
        cost=table.cost("cost"),
        effects=table.effects("effects", kinds),
        chain_from=table.texts("chain_from"),
        chain_to=table.texts("chain_to"),
        symbols_in=table.texts("symbols_in"),
        symbols_out=table.texts("symbols_out"),
    )
    table.done()
    if not card.effects:
        raise table.error("effects", "a card without effect")
    drawn = card.color in DRAWN_COLORS
    for counts in card.copies.values():
        if drawn and counts:
            raise table.error("copies", f"{card.color} cards are drawn and carry no player counts")
        if not drawn and not counts:
            raise table.error("copies", "no copy at any player count")
    return card


def _read_leader(table: TomlTable, box: str, kinds: Kinds) -> CardSpec:
    leader = CardSpec(
        name=table.text("name"),
        color=LEADER_COLOR,
        box=box,
        copies={},
        coins=table.number("coins"),
        cost={},
        effects=table.effects("effects", kinds),
        chain_from=(),
        chain_to=(),
        symbols_in=(),
        symbols_out=(),
    )
    table.done()
    if not leader.effects:
        raise table.error("effects", "a leader without effect")
    return leader


def _read_board(table: TomlTable, head: BoxHead, kinds: Kinds) -> BoardSpec:
    wonder, title = table.text("wonder"), table.text("title")
    sides: dict[str, SideSpec] = {}
    for name in head.sides:
        sides[name] = _read_side(TomlTable(table.take(name), file=table.file, item=f"{wonder} {name}"), name, kinds)
    table.done()
    return BoardSpec(wonder=wonder, title=title, box=head.folder.name, sides=sides)


def _read_side(table: TomlTable, name: str, kinds: Kinds) -> SideSpec:
    stages = []
    for number, fields in enumerate(table.tables("stages"), 1):
        stage = TomlTable(fields, file=table.file, item=f"{table.item} stage {number}")
        stages.append(
            StageSpec(coins=stage.number("coins", 0), cost=stage.cost("cost"), effects=stage.effects("effects", kinds))
        )
        stage.done()
        if not stages[-1].effects:
            raise stage.error("effects", "a stage without effect")
    if not stages:
        raise table.error("stages", "a side without stages")
    side = SideSpec(
        name=name,
        resource=table.word("resource", RESOURCES) if table.has("resource") else None,
        extra_coins=table.number("extra_coins", 0),
        powers=table.effects("powers", kinds),
        stages=tuple(stages),
        pays_copied_cost=table.flag("pays_copied_cost"),
    )
    table.done()
    if side.pays_copied_cost and any(stage.coins or stage.cost for stage in side.stages):
        raise table.error("pays_copied_cost", "a stage has a cost of its own, so which one is due?")
    return side
