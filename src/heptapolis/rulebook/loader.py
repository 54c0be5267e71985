"""From the folders of TOML files to a checked `Rulebook`.

A box is a folder: `box.toml` (what it holds and which numbers of the game it sets), `cards.toml`, `boards.toml` and
`leaders.toml` as needed. Each box is checked by itself, then all boxes in use together.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from importlib.resources.abc import Traversable
from typing import Any

from heptapolis.rulebook.box import Box, Contents
from heptapolis.rulebook.checks import check_box, check_together, link_chains
from heptapolis.rulebook.errors import RulebookError
from heptapolis.rulebook.model import (
    AGE_COLORS,
    AGES,
    LEADER_COLOR,
    RESOURCES,
    BoardSpec,
    CardSpec,
    Rulebook,
    SideSpec,
    StageSpec,
)
from heptapolis.rulebook.reading import TomlTable, read_toml

BASE_BOXES = {"first": "base-first", "second": "base-second"}
"""The folder of each edition's base game."""

EXPANSION_BOXES = {"leaders": "leaders", "cities": "cities", "manneken-pis": "promos"}
"""The folder of each expansion, in the order in which they are opened."""

EDITIONS_WITH_EXPANSIONS = ("first",)
"""The expansions on the shelf are those of the first edition."""

SIDE_NAMES = {"base-second": ("day", "night")}
"""What a box calls its boards' sides, where it is not A and B."""


def canonical_expansions(edition: str, expansions: Iterable[str]) -> tuple[str, ...]:
    """The boxes to add, each once and in fixed order; RulebookError when the shelf has none such."""
    if edition not in BASE_BOXES:
        raise RulebookError(f"unknown edition {edition!r}; known: {', '.join(BASE_BOXES)}")
    wanted = set(expansions)
    if unknown := sorted(wanted - EXPANSION_BOXES.keys()):
        raise RulebookError(f"unknown expansion {unknown[0]!r}; known: {', '.join(EXPANSION_BOXES)}")
    if wanted and edition not in EDITIONS_WITH_EXPANSIONS:
        raise RulebookError(f"the {edition} edition has no expansions here")
    return tuple(name for name in EXPANSION_BOXES if name in wanted)


def load_boxes(root: Traversable, edition: str, expansions: Iterable[str] = ()) -> Rulebook:
    """Read one edition and its expansions from the folders below `root`.

    Raises:
        RulebookError: edition or expansion unknown, or a mistake in a file, named by file, item and field.
    """
    added = canonical_expansions(edition, expansions)
    boxes = [_read_box(root, name) for name in (BASE_BOXES[edition], *(EXPANSION_BOXES[name] for name in added))]
    check_together(boxes)
    numbers: dict[str, Any] = {}
    for box in boxes:
        numbers.update(box.numbers)  # a later box overrides: Leaders brings more coins, Cities larger hands
    rulebook = Rulebook(
        edition=edition,
        expansions=added,
        cards=tuple(card for box in boxes for card in box.cards),
        # the leaders that come with Cities are of use only to those who have the Leaders box
        leaders=tuple(leader for box in boxes for leader in box.leaders) if "leaders" in added else (),
        boards=tuple(board for box in boxes for board in box.boards),
        fingerprint="",
        **numbers,
    )
    return replace(rulebook, fingerprint=_fingerprint(rulebook))


def _fingerprint(rulebook: Rulebook) -> str:
    """Twelve hexadecimal digits that change whenever anything printed changes."""
    printed = asdict(rulebook)
    for derived in ("fingerprint", "_cards", "_boards"):
        del printed[derived]
    text = json.dumps(printed, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:12]


def _read_box(root: Traversable, name: str) -> Box:
    contents, numbers = _read_numbers(root, name)
    box = Box(
        name=name,
        contents=contents,
        numbers=numbers,
        cards=tuple(_read_card(table, name) for table in _tables(root, name, "cards.toml", "card", "name")),
        boards=tuple(_read_board(table, name) for table in _tables(root, name, "boards.toml", "board", "wonder")),
        leaders=tuple(_read_leader(table, name) for table in _tables(root, name, "leaders.toml", "leader", "name")),
    )
    box = replace(box, cards=link_chains(name, box.cards))
    check_box(box)
    return box


def _read_numbers(root: Traversable, box: str) -> tuple[Contents, dict[str, Any]]:
    file = f"{box}/box.toml"
    document = read_toml(root, box, "box.toml")
    if document is None:
        raise RulebookError("is missing", file=file)
    tables = TomlTable(document, file=file, item="")
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
        names = ("start_coins", "sale_coins", "trade_price", "hand_size", "coins_per_point", "set_points")
        numbers = {name: sets.number(name, least=1) for name in names if sets.has(name)}
        if sets.has("victory_tokens"):
            worth = TomlTable(sets.take("victory_tokens"), file=file, item="victory_tokens")
            numbers["victory_tokens"] = {age: worth.number(str(age), least=1) for age in AGES}
            worth.done()
        sets.done()
        if box in BASE_BOXES.values() and (missing := sorted({*names, "victory_tokens"} - numbers.keys())):
            raise sets.error(missing[0], "is missing")
    elif box in BASE_BOXES.values():
        raise tables.error("numbers", "is missing")
    tables.done()
    return contents, numbers


def _tables(root: Traversable, box: str, name: str, kind: str, key: str) -> list[TomlTable]:
    """The `[[kind]]` tables of a file; a table is called by its key, or by its number while it has none."""
    document = read_toml(root, box, name)
    if document is None:
        return []
    file = f"{box}/{name}"
    whole = TomlTable(document, file=file, item="")
    tables = whole.tables(kind)
    whole.done()

    def called(number: int, fields: Any) -> str:
        value = fields.get(key) if isinstance(fields, dict) else None
        return value if isinstance(value, str) and value else f"{kind} {number}"

    return [TomlTable(fields, file=file, item=called(number, fields)) for number, fields in enumerate(tables, 1)]


def _read_card(table: TomlTable, box: str) -> CardSpec:
    card = CardSpec(
        name=table.text("name"),
        color=table.word("color", AGE_COLORS),
        box=box,
        copies=table.copies("copies"),
        coins=table.number("coins", 0),
        cost=table.cost("cost"),
        effects=table.effects("effects"),
        chain_from=table.texts("chain_from"),
        chain_to=table.texts("chain_to"),
        symbols_in=table.texts("symbols_in"),
        symbols_out=table.texts("symbols_out"),
    )
    table.done()
    if not card.effects:
        raise table.error("effects", "a card without effect")
    drawn = card.color in ("purple", "black")
    for counts in card.copies.values():
        if drawn and counts:
            raise table.error("copies", f"{card.color} cards are drawn and carry no player counts")
        if not drawn and not counts:
            raise table.error("copies", "no copy at any player count")
    return card


def _read_leader(table: TomlTable, box: str) -> CardSpec:
    leader = CardSpec(
        name=table.text("name"),
        color=LEADER_COLOR,
        box=box,
        copies={},
        coins=table.number("coins"),
        cost={},
        effects=table.effects("effects"),
        chain_from=(),
        chain_to=(),
        symbols_in=(),
        symbols_out=(),
    )
    table.done()
    if not leader.effects:
        raise table.error("effects", "a leader without effect")
    return leader


def _read_board(table: TomlTable, box: str) -> BoardSpec:
    wonder, title = table.text("wonder"), table.text("title")
    sides: dict[str, SideSpec] = {}
    for name in SIDE_NAMES.get(box, ("A", "B")):
        sides[name] = _read_side(TomlTable(table.take(name), file=table.file, item=f"{wonder} {name}"), name)
    table.done()
    return BoardSpec(wonder=wonder, title=title, box=box, sides=sides)


def _read_side(table: TomlTable, name: str) -> SideSpec:
    stages = []
    for number, fields in enumerate(table.tables("stages"), 1):
        stage = TomlTable(fields, file=table.file, item=f"{table.item} stage {number}")
        stages.append(
            StageSpec(coins=stage.number("coins", 0), cost=stage.cost("cost"), effects=stage.effects("effects"))
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
        powers=table.effects("powers"),
        stages=tuple(stages),
        pays_copied_cost=table.flag("pays_copied_cost"),
    )
    table.done()
    if side.pays_copied_cost and any(stage.coins or stage.cost for stage in side.stages):
        raise table.error("pays_copied_cost", "a stage has a cost of its own, so which one is due?")
    return side
