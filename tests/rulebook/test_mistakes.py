"""Errors in data files name file, item and field."""

import re
from pathlib import Path

import pytest

from heptapolis.rulebook import RulebookError, load_boxes
from rulebook.shelf import Shelf

EVERYTHING = ("leaders", "cities", "manneken-pis")

FIRST, SECOND = "base-first/cards.toml", "base-second/cards.toml"
BOARDS = "base-first/boards.toml"
BLACK, LEADERS, PROMOS = "cities/cards.toml", "leaders/leaders.toml", "promos/boards.toml"


def edition_of(file: str) -> tuple[str, tuple[str, ...]]:
    return ("second", ()) if file.startswith("base-second") else ("first", EVERYTHING)


def error(shelf: Shelf, file: str) -> RulebookError:
    """The error raised by loading the damaged boxes."""
    with pytest.raises(RulebookError) as caught:
        load_boxes(shelf.root, *edition_of(file))
    return caught.value


def test_copied_boxes_are_valid(shelf: Shelf) -> None:
    load_boxes(shelf.root, "first", EVERYTHING)
    load_boxes(shelf.root, "second")


@pytest.mark.parametrize(
    ("file", "item", "old", "new", "field", "reason"),
    [
        # fields of a card
        (FIRST, "Altar", "color", "colour", "color", "is missing"),
        (FIRST, "Altar", "effects", "flavor = 1\neffects", "flavor", "unknown field"),
        (FIRST, "Altar", 'color = "blue"', 'color = "beige"', "color", "unknown word 'beige'"),
        (FIRST, "Altar", 'color = "blue"', 'color = "white"', "color", "unknown word 'white'"),
        (FIRST, "Altar", 'color = "blue"', "color = 7", "color", "expected a text"),
        (FIRST, "Mine", "coins = 1", "coins = -1", "coins", "at least 0"),
        (FIRST, "Mine", "coins = 1", "coins = true", "coins", "whole number"),
        (FIRST, "Mine", "coins = 1", "coins = 1.0", "coins", "whole number"),
        # costs
        (FIRST, "Baths", "{ stone = 1 }", "{ marble = 1 }", "cost", "unknown resource 'marble'"),
        (FIRST, "Baths", "{ stone = 1 }", "{ loom = 1 }", "cost", "unknown resource 'loom'"),
        (FIRST, "Baths", "{ stone = 1 }", "{ stone = 5 }", "cost", "1 to 4 units of stone"),
        (FIRST, "Baths", "{ stone = 1 }", "{ stone = 0 }", "cost", "1 to 4 units of stone"),
        (FIRST, "Baths", "{ stone = 1 }", "{ stone = true }", "cost", "1 to 4 units of stone"),
        (FIRST, "Baths", "{ stone = 1 }", "{ stone = 4, wood = 4 }", "cost", "more than 7 units"),
        (FIRST, "Baths", "{ stone = 1 }", '["stone"]', "cost", "table of resources"),
        # copies
        (FIRST, "Altar", "{ 1 = [3, 5] }", "{ 4 = [3, 5] }", "copies", "unknown age '4'"),
        (FIRST, "Altar", "{ 1 = [3, 5] }", "{ 1 = [3, 8] }", "copies", "unknown player count 8"),
        (FIRST, "Altar", "{ 1 = [3, 5] }", "{ 1 = [] }", "copies", "no copy"),
        (FIRST, "Altar", "{ 1 = [3, 5] }", "{ 1 = 3 }", "copies", "list of player counts"),
        (FIRST, "Altar", "{ 1 = [3, 5] }", "{}", "copies", "table of ages"),
        (FIRST, "Spies Guild", "{ 3 = [] }", "{ 3 = [3] }", "copies", "no player counts"),
        (BLACK, "Lair", "{ 2 = [] }", "{ 2 = [3] }", "copies", "no player counts"),
        # effects
        (FIRST, "Altar", "effects = ", "effects = []\n#", "effects", "without effect"),
        (FIRST, "Altar", '"points"', '"glory"', "effects", "unknown kind of effect 'glory'"),
        (FIRST, "Altar", 'kind = "points", ', "", "effects", "unknown kind of effect None"),
        (FIRST, "Altar", "points = 2", "point = 2", "effects", "points takes no point"),
        (FIRST, "Altar", ", points = 2", "", "effects", "points: points is missing"),
        (FIRST, "Altar", "points = 2", 'points = "2"', "effects", "points: points: expected a whole number"),
        (FIRST, "Altar", "points = 2", "points = true", "effects", "points: points: expected a whole number"),
        (FIRST, "Altar", "points = 2", "points = 0", "effects", "points: points: expected at least 1"),
        (FIRST, "Altar", '[{ kind = "points", points = 2 }]', "[3]", "effects", "expected a table with a kind"),
        (FIRST, "Altar", '[{ kind = "points", points = 2 }]', '"points"', "effects", "expected a list"),
        (FIRST, "Loom", '["textile"]', '["loom"]', "effects", "produce: resources: expected words among"),
        (FIRST, "Loom", '["textile"]', '["textile", "textile"]', "effects", "stands twice"),
        (FIRST, "Loom", '["textile"]', "[]", "effects", "expected a list of words"),
        (FIRST, "Loom", '["textile"]', '"textile"', "effects", "expected a list of words"),
        (FIRST, "Workshop", '"gear"', '"wheel"', "effects", "science: symbol: expected one of"),
        (FIRST, "Vineyard", ", coins = 1", "", "effects", "neither coins nor points"),
        # chains
        (FIRST, "Vineyard", "effects", 'chain_from = ["Cellar"]\neffects', "chain_from", "unknown card 'Cellar'"),
        (FIRST, "Altar", "chain_to", 'chain_from = ["Altar", "Altar"]\nchain_to', "chain_from", "stands twice"),
        (FIRST, "Altar", "chain_to = ", "chain_to = [1]\n#", "chain_to", "expected a list of texts"),
        (SECOND, "Aqueduct", '["drop"]', '["drop", "wave"]', "symbols_in", "no card of an earlier age gives 'wave'"),
        (SECOND, "Walls", '["tower"]', '["tower", "wave"]', "symbols_out", "no card of a later age asks for 'wave'"),
        (SECOND, "Altar", "effects", 'chain_to = ["Pantheon"]\neffects', "chain_to", "names no chains"),
        # boards
        (BOARDS, "Rhodes", 'title = "The Colossus of Rhodes"', "", "title", "is missing"),
        (BOARDS, "Rhodes", "[board.B]", "[board.C]", "B", "is missing"),
        (BOARDS, "Rhodes", "[board.A]", "[board.C]\n[board.A]", "C", "unknown field"),
        # leaders
        (LEADERS, "Caesar", "coins = 5", "", "coins", "is missing"),
        (LEADERS, "Caesar", "coins = 5", "coins = 5\ncost = { ore = 1 }", "cost", "unknown field"),
        (LEADERS, "Caesar", "effects = ", "effects = []\n#", "effects", "without effect"),
    ],
)  # fmt: skip
def test_mistakes_in_an_item(shelf: Shelf, file: str, item: str, old: str, new: str, field: str, reason: str) -> None:
    shelf.edit_item(file, item, old, new)
    caught = error(shelf, file)
    assert (caught.file, caught.item, caught.field) == (file, item, field)
    assert reason in caught.reason
    assert str(caught) == f"{caught.file}: {caught.item}: {caught.field}: {caught.reason}"


@pytest.mark.parametrize(
    ("damaged", "old", "new", "noticed", "field", "reason"),
    [
        ("Stables", 'chain_from = ["Apothecary"]\n', "", "Apothecary", "chain_to", "Stables does not say so"),
        ("Stables", '["Apothecary"]', '["Pharmacy"]', "Apothecary", "chain_to", "Stables does not say so"),
        ("Apothecary", '"Stables", ', "", "Stables", "chain_from", "Apothecary does not say so"),
    ],
)
def test_inconsistent_chains(
    shelf: Shelf, damaged: str, old: str, new: str, noticed: str, field: str, reason: str
) -> None:
    """A chain that only one of two cards knows is noticed at the card that still names the other."""
    shelf.edit_item(FIRST, damaged, old, new)
    caught = error(shelf, FIRST)
    assert (caught.file, caught.item, caught.field) == (FIRST, noticed, field)
    assert reason in caught.reason


@pytest.mark.parametrize(
    ("file", "board", "old", "new", "item", "field", "reason"),
    [
        (BOARDS, "Rhodes", 'resource = "ore"', 'resource = "gold"', "Rhodes A", "resource", "unknown word 'gold'"),
        (BOARDS, "Rhodes", 'resource = "ore"', "extra_coins = -4", "Rhodes A", "extra_coins", "at least 0"),
        (BOARDS, "Rhodes", "stages = [", "stages = []\nsteps = [", "Rhodes A", "stages", "a side without stages"),
        (BOARDS, "Rhodes", "stages = [", "stages = 3\nsteps = [", "Rhodes A", "stages", "expected a list"),
        (BOARDS, "Rhodes", "{ wood = 2 }", "{ wood = 5 }", "Rhodes A stage 1", "cost", "1 to 4 units of wood"),
        (BOARDS, "Rhodes", "{ cost = { wood = 2 }, ", "{ price = 2, ", "Rhodes A stage 1", "price", "unknown field"),
        (BOARDS, "Rhodes", '[{ kind = "points", points = 3 }]', "[]", "Rhodes A stage 1", "effects", "without effect"),
        (PROMOS, "Manneken Pis", "= true", "= 1", "Manneken Pis A", "pays_copied_cost", "true or false"),
        (PROMOS, "Manneken Pis", "{ eff", "{ coins = 1, eff", "Manneken Pis A", "pays_copied_cost", "cost of its own"),
    ],
)  # fmt: skip
def test_mistakes_on_a_side(
    shelf: Shelf, file: str, board: str, old: str, new: str, item: str, field: str, reason: str
) -> None:
    shelf.edit_item(file, board, old, new)
    caught = error(shelf, file)
    assert (caught.file, caught.item, caught.field) == (file, item, field)
    assert reason in caught.reason


@pytest.mark.parametrize(
    ("file", "old", "new", "item", "field", "reason"),
    [
        (FIRST, 'name = "Pawnshop"', 'name = "Tavern"', "Tavern", "name", "stands already in base-first/cards.toml"),
        (BLACK, 'name = "Lair"', 'name = "Tavern"', "Tavern", "name", "stands already in base-first/cards.toml"),
        (LEADERS, 'name = "Caesar"', 'name = "Tavern"', "Tavern", "name", "stands already in base-first/cards.toml"),
        (PROMOS, '"Manneken Pis"', '"Rhodes"', "Rhodes", "wonder", "stands already in base-first/boards.toml"),
        (FIRST, 'name = "Pawnshop"', 'name = ""', "card 14", "name", "expected a text"),
        (FIRST, 'name = "Pawnshop"', "name = 5", "card 14", "name", "expected a text"),
        (FIRST, 'name = "Pawnshop"\n', "", "card 14", "name", "is missing"),
        (FIRST, "[[card]]", "[[cards]]", "", "cards", "unknown field"),
        (BLACK, "copies = { 1 = [] }", "copies = { 2 = [] }", "", "copies", "9 black cards expected in age 1, found 8"),
        ("base-first/box.toml", "sale_coins = 3", "# sale_coins = 3", "numbers", "sale_coins", "is missing"),
        ("base-first/box.toml", "sale_coins = 3", "sale_coins = 0", "numbers", "sale_coins", "at least 1"),
        ("base-first/box.toml", "sale_coins = 3", 'sale_coins = "3"', "numbers", "sale_coins", "whole number"),
        ("base-first/box.toml", "sale_coins", "sail_coins", "numbers", "sail_coins", "unknown field"),
        ("base-first/box.toml", "2 = 3, ", "", "victory_tokens", "2", "is missing"),
        ("base-first/box.toml", "3 = 5", "3 = 5, 4 = 7", "victory_tokens", "4", "unknown field"),
        ("base-first/box.toml", "[contents]", "[content]", "", "contents", "is missing"),
        ("base-first/box.toml", "[numbers]", "[figures]", "", "numbers", "is missing"),
        ("cities/box.toml", "[numbers]", "[figures]", "", "figures", "unknown field"),
        ("cities/box.toml", "leaders = 6", "rulers = 6", "contents", "rulers", "unknown field"),
    ],
)  # fmt: skip
def test_mistakes_in_a_file(shelf: Shelf, file: str, old: str, new: str, item: str, field: str, reason: str) -> None:
    shelf.edit(file, old, new)
    caught = error(shelf, file)
    assert (caught.file, caught.item, caught.field) == (file, item, field)
    assert reason in caught.reason


@pytest.mark.parametrize(
    ("file", "name", "field", "reason"),
    [
        (FIRST, "Pawnshop", "cards", "the box holds 148, the file 146"),
        (FIRST, "Spies Guild", "cards", "the box holds 148, the file 147"),
        (SECOND, "Well", "cards", "the box holds 148, the file 146"),
        (BLACK, "Lair", "cards", "the box holds 30, the file 29"),
        (LEADERS, "Caesar", "leaders", "the box holds 36, the file 35"),
    ],
)
def test_missing_card(shelf: Shelf, file: str, name: str, field: str, reason: str) -> None:
    shelf.remove_item(file, name)
    caught = error(shelf, file)
    assert (caught.file, caught.field, caught.reason) == (file, field, reason)


def test_missing_board(shelf: Shelf) -> None:
    shelf.edit("base-first/box.toml", "boards = 7", "boards = 8")
    caught = error(shelf, BOARDS)
    assert (caught.file, caught.field, caught.reason) == (BOARDS, "boards", "the box holds 8, the file 7")


@pytest.mark.parametrize("file", [FIRST, SECOND])
def test_a_deck_of_the_wrong_size(shelf: Shelf, file: str) -> None:
    """Text 002, Game set-up, note: a copy with a wrong player count shows when the cards are dealt."""
    shelf.edit_item(file, "Tavern", "{ 1 = [4, 5, 7] }", "{ 1 = [4, 6, 7] }")
    caught = error(shelf, file)
    assert (caught.file, caught.field) == (file, "copies")
    assert caught.reason == "age 1 has 34 cards for 5 players, 35 expected"


def test_too_few_guilds(shelf: Shelf) -> None:
    """Text 002, Game set-up: seven players need nine guilds."""
    for guild in ("Spies Guild", "Traders Guild"):
        shelf.remove_item(FIRST, guild)
    shelf.edit("base-first/box.toml", "cards = 148", "cards = 146")
    assert error(shelf, FIRST).reason == "age 3 has 48 cards for 7 players, 49 expected"


def test_a_chain_within_an_age(shelf: Shelf) -> None:
    """Text 002, Free construction (chains): the named structure is of an earlier age."""
    shelf.edit_item(FIRST, "Altar", 'chain_to = ["Temple"]', 'chain_to = ["Temple", "Theater"]')
    shelf.edit_item(FIRST, "Theater", "effects", 'chain_from = ["Altar"]\neffects')
    caught = error(shelf, FIRST)
    assert (caught.file, caught.item, caught.field) == (FIRST, "Altar", "chain_to")
    assert caught.reason == "Altar is not of an earlier age than Theater"


def test_a_symbol_within_an_age(shelf: Shelf) -> None:
    """Text 001, Free through chains: the symbol must stand on a card of an earlier age."""
    shelf.edit_item(SECOND, "Temple", "effects", 'symbols_in = ["tower"]\neffects')  # Walls, age II, give the tower
    caught = error(shelf, SECOND)
    assert (caught.file, caught.item, caught.field) == (SECOND, "Temple", "symbols_in")


@pytest.mark.parametrize("box", ["base-first", "cities"])
def test_a_box_without_box_file(shelf: Shelf, box: str) -> None:
    (shelf.root / box / "box.toml").unlink()
    assert error(shelf, box).file == f"{box}/box.toml"


@pytest.mark.parametrize("content", [b"[[card]\n", b'name = "\xff"\n'])
def test_invalid_toml(shelf: Shelf, content: bytes) -> None:
    (shelf.root / FIRST).write_bytes(content)
    caught = error(shelf, FIRST)
    assert caught.file == FIRST
    assert re.match("cannot be read: ", caught.reason)


def test_value_instead_of_a_table(shelf: Shelf) -> None:
    (shelf.root / FIRST).write_text("card = [1]\n", encoding="utf-8")
    caught = error(shelf, FIRST)
    assert (caught.file, caught.item, caught.reason) == (FIRST, "card 1", "expected a table, found 1")


def test_no_boxes(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="unknown edition 'first'"):
        load_boxes(tmp_path, "first")
