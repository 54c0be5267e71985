"""What `load` promises: one object a rulebook, canonical boxes, lookups, pickling, a stable fingerprint."""

import os
import pickle
import re
import subprocess
import sys
from importlib.resources import files

import pytest

from heptapolis.rulebook import EFFECT_KINDS, RulebookError, load, load_boxes
from rulebook.shelf import Shelf

EVERYTHING = ("leaders", "cities", "manneken-pis")


def test_rulebooks_are_cached() -> None:
    assert load("first", ["cities", "leaders"]) is load("first", ("leaders", "cities", "cities"))


def test_expansions_come_in_one_order() -> None:
    assert load("first", ["manneken-pis", "cities", "leaders"]).expansions == EVERYTHING
    assert [card.box for card in load("first", EVERYTHING).cards if card.color == "purple"] == (
        ["base-first"] * 10 + ["leaders"] * 4 + ["cities"] * 3
    )


@pytest.mark.parametrize(
    ("edition", "expansions", "reason"),
    [
        ("third", (), "unknown edition 'third'"),
        ("first", ("babel",), "unknown expansion 'babel'"),
        ("second", ("cities",), "the second edition has no expansions here"),
    ],
)
def test_unknown_editions_and_expansions(edition: str, expansions: tuple[str, ...], reason: str) -> None:
    with pytest.raises(RulebookError, match=reason):
        load(edition, expansions)


def test_lookups() -> None:
    rulebook = load("first", ["leaders"])
    assert rulebook.card("Vineyard").color == "yellow"
    assert rulebook.card("Solomon").color == "white"
    assert rulebook.board("Rome").title == "The Colosseum of Rome"
    for missing in ("Lair", "Rome"):
        with pytest.raises(KeyError):
            rulebook.card(missing)
    with pytest.raises(KeyError):
        rulebook.board("Petra")


def test_rulebooks_pickle_and_hash() -> None:
    rulebook = load("first", EVERYTHING)
    again = pickle.loads(pickle.dumps(rulebook))
    assert again == rulebook
    assert hash(again) == hash(rulebook)
    assert again.card("Lair") == rulebook.card("Lair")


# The fingerprint goes into records, so a changed one means that old records name another rulebook. Change these lines
# only together with a correction of the data.
FINGERPRINTS = {
    ("first", ()): "b8ad051cbe6b",
    ("first", ("leaders",)): "ada761b7fa46",
    ("first", ("cities",)): "260a4f6753db",
    ("first", ("manneken-pis",)): "8809636fafb4",
    ("first", EVERYTHING): "c38280b3f46b",
    ("second", ()): "a31a6e223b80",
}


@pytest.mark.parametrize(("boxes", "fingerprint"), FINGERPRINTS.items(), ids=str)
def test_fingerprints_are_stable(boxes: tuple[str, tuple[str, ...]], fingerprint: str) -> None:
    assert load(*boxes).fingerprint == fingerprint


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("base-first/cards.toml", "points = 8", "points = 9"),
        ("base-first/cards.toml", "cost = { stone = 3 }", "cost = { stone = 2 }"),
        ("base-first/boards.toml", "coins = 9", "coins = 8"),
        ("base-first/boards.toml", 'resource = "ore"', 'resource = "wood"'),
        ("base-first/box.toml", "sale_coins = 3", "sale_coins = 4"),
    ],
)
def test_every_change_of_data_changes_the_fingerprint(shelf: Shelf, file: str, old: str, new: str) -> None:
    assert load_boxes(shelf.root, "first").fingerprint == load("first").fingerprint
    shelf.edit(file, old, new)
    assert load_boxes(shelf.root, "first").fingerprint != load("first").fingerprint


def test_comments_and_names_leave_the_fingerprint_alone(shelf: Shelf) -> None:
    shelf.edit("base-first/cards.toml", "# source", "# another source")
    shelf.edit("names/fr.toml", "Chantier", "Scierie royale")
    assert load_boxes(shelf.root, "first").fingerprint == load("first").fingerprint


def test_importing_reads_no_file() -> None:
    """`import heptapolis.rulebook` must stay cheap: TOML is read when a rulebook is asked for."""
    program = (
        "import sys, tomllib\n"
        "def refuse(text): sys.exit('read at import')\n"
        "tomllib.loads = tomllib.load = refuse\n"
        "import heptapolis, heptapolis.rulebook\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env=_environment())


def _environment() -> dict[str, str]:
    """The paths this test runs with, so that the other process finds the same package."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def test_every_effect_kind_is_printed_somewhere() -> None:
    """A kind that no card or board uses is a rule nobody can test."""
    printed = set()
    for rulebook in (load("first", EVERYTHING), load("second")):
        for card in (*rulebook.cards, *rulebook.leaders):
            printed |= {effect.kind for effect in card.effects}
        for board in rulebook.boards:
            for side in board.sides.values():
                printed |= {effect.kind for effect in side.powers}
                printed |= {effect.kind for stage in side.stages for effect in stage.effects}
    assert printed == set(EFFECT_KINDS)


@pytest.mark.parametrize("box", ["base-first", "base-second", "cities", "leaders", "promos"])
def test_every_table_has_its_source(box: str) -> None:
    """A value without a source cannot be checked: the line before each table says where it comes from."""
    found = 0
    for file in files("heptapolis.rulebook").joinpath(box).iterdir():
        if not file.name.endswith(".toml"):
            continue
        lines = file.read_text(encoding="utf-8").splitlines()
        table = ""
        for before, line in zip(["", *lines], lines, strict=False):
            if re.match(r"\[\[(card|board|leader)\]\]", line):
                found += 1
                assert before.startswith("# source: "), f"{file.name}: {line} without a source"
            if file.name == "box.toml" and line.startswith("["):
                table = line
                assert "# source: " in line or line in ("[box]", "[numbers]"), line
            if file.name == "box.toml" and re.match(r"\w+ = ", line):
                key = line.split(" = ")[0]
                ours = key in ("edition", "expansion", "editions", "order", "rules")  # how we name and find it
                assert ours or "# source: " in table or "# source: " in line, line
    assert found
