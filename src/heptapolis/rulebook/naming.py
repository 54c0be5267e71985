"""What cards, wonders and the words of the game are called in five languages.

English names are the keys of all data; no rule reads a translation, so a host can rename everything in `names/` and
`terms/`. What a language lacks is shown in English.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from heptapolis.rulebook.box import Box
from heptapolis.rulebook.boxes import changes, registered, shelf, shelf_in
from heptapolis.rulebook.errors import RulebookError
from heptapolis.rulebook.loader import read_box
from heptapolis.rulebook.reading import TomlTable, read_toml

LANGUAGES = ("en", "fr", "nl", "de", "da")
"""Languages with a rulebook text, English first."""

NAME_TABLES = ("cards", "leaders", "wonders", "titles")
"""What has a name: cards, leaders, wonders in short, and wonders in full."""

Names = Mapping[str, Mapping[str, str]]
"""For each of `NAME_TABLES` the name of each key."""

Boxes = dict[str, dict[str, set[str]]]
"""For each of `NAME_TABLES` the boxes each key comes from."""


def names(language: str) -> Mapping[str, str]:
    """The name of every card, leader and wonder of all boxes in a language, by its English key.

    Raises:
        RulebookError: the language is unknown, or a file of names is broken.
    """
    return _flat_names(language, changes())


def display_name(key: str, language: str = "en") -> str:
    """What a card, leader or wonder is called; KeyError when no box holds it."""
    return _flat_names(language, changes())[key]


def title(wonder: str, language: str = "en") -> str:
    """The full name of a wonder ("The Colossus of Rhodes"); KeyError when no box holds it."""
    return _names(language, changes())["titles"][wonder]


def terms(language: str) -> Mapping[str, str]:
    """Every word of the game in a language, by section and key ("resource.wood").

    Raises:
        RulebookError: the language is unknown, or a file of terms is broken.
    """
    return _terms(language, changes())


def term(key: str, language: str = "en") -> str:
    """A word of the game, by section and key ("score.military"); KeyError when the game has no such word."""
    return _terms(language, changes())[key]


def missing_names(language: str) -> tuple[str, ...]:
    """What falls back to English although the language's rulebooks are not known to leave it so, as "table: key"."""
    return missing_names_in(files(__package__), language)


def read_names(root: Traversable, language: str) -> Names:
    """The names of everything from the files below `root`, English where the language has none."""
    known, boxes = _english(root)
    translated, _ = _read_translations(root, language, boxes)
    return {table: {key: translated[table].get(key, name) for key, name in known[table].items()} for table in known}


def missing_names_in(root: Traversable, language: str) -> tuple[str, ...]:
    """As `missing_names`, from the files below `root`."""
    known, boxes = _english(root)
    translated, left_in_english = _read_translations(root, language, boxes)
    return tuple(
        f"{table}: {key}"
        for table in NAME_TABLES
        for key in known[table]
        if key not in translated[table] and not boxes[table][key] <= left_in_english
    )


def read_terms(root: Traversable, language: str) -> Mapping[str, str]:
    """The words of the game from the files below `root`, English where the language has none."""
    english = _read_sections(root, "terms", LANGUAGES[0])
    translated = _read_sections(root, "terms", language)
    for section, words in translated.items():
        for key in words:
            if key not in english.get(section, {}):
                raise RulebookError("English has no such word", file=f"terms/{language}.toml", item=section, field=key)
    return {
        f"{section}.{key}": translated.get(section, {}).get(key, word)
        for section, words in english.items()
        for key, word in words.items()
    }


@cache
def _names(language: str, changes: int) -> Names:
    """The names of this package's boxes and of those registered, which bring their own `names/` if they like."""
    found = {table: dict(entries) for table, entries in read_names(files(__package__), language).items()}
    for head in registered():
        known, boxes = _english_of([read_box(head, shelf().kinds)])
        translated: dict[str, dict[str, str]] = {}
        if head.folder.joinpath("names", f"{language}.toml").is_file():
            translated, _ = _read_translations(head.folder, language, boxes)
        for table in NAME_TABLES:
            found[table] |= {key: translated.get(table, {}).get(key, name) for key, name in known[table].items()}
    return found


@cache
def _flat_names(language: str, changes: int) -> Mapping[str, str]:
    found = _names(language, changes)
    return {key: name for table in ("cards", "leaders", "wonders") for key, name in found[table].items()}


@cache
def _terms(language: str, changes: int) -> Mapping[str, str]:
    found = dict(read_terms(files(__package__), language))
    for head in registered():
        if head.folder.joinpath("terms", f"{LANGUAGES[0]}.toml").is_file():
            found |= read_terms(head.folder, language)
    return found


def _english(root: Traversable) -> tuple[dict[str, dict[str, str]], Boxes]:
    """Every English name by table and key, and the boxes it comes from."""
    here = shelf_in(root)
    return _english_of([read_box(head, here.kinds) for head in here.heads])


def _english_of(opened: Iterable[Box]) -> tuple[dict[str, dict[str, str]], Boxes]:
    known: dict[str, dict[str, str]] = {table: {} for table in NAME_TABLES}
    boxes: Boxes = {table: {} for table in NAME_TABLES}

    def add(table: str, key: str, name: str, box: str) -> None:
        known[table].setdefault(key, name)
        boxes[table].setdefault(key, set()).add(box)

    for box in opened:
        for card in box.cards:
            add("cards", card.name, card.name, card.box)
        for leader in box.leaders:
            add("leaders", leader.name, leader.name, leader.box)
        for board in box.boards:
            add("wonders", board.wonder, board.wonder, board.box)
            add("titles", board.wonder, board.title, board.box)
    return known, boxes


def _read_translations(root: Traversable, language: str, boxes: Boxes) -> tuple[dict[str, dict[str, str]], set[str]]:
    """The names a file gives, and the boxes whose names its language leaves in English."""
    file = f"names/{language}.toml"
    whole = TomlTable(_document(root, "names", language), file=file, item="")
    left_in_english = set(whole.texts("english"))
    for box in left_in_english:
        if not any(box in found for table in boxes.values() for found in table.values()):
            raise whole.error("english", f"unknown box {box!r}")
    translated: dict[str, dict[str, str]] = {}
    for table in NAME_TABLES:
        entries = _words(whole.take(table) if whole.has(table) else {}, file, table)
        for key in entries:
            if key not in boxes[table]:
                raise RulebookError("no box holds it", file=file, item=table, field=key)
        translated[table] = entries
    whole.done()
    return translated, left_in_english


def _read_sections(root: Traversable, folder: str, language: str) -> dict[str, dict[str, str]]:
    document = _document(root, folder, language)
    return {section: _words(words, f"{folder}/{language}.toml", section) for section, words in document.items()}


def _words(fields: Any, file: str, item: str) -> dict[str, str]:
    table = TomlTable(fields, file=file, item=item)
    return {key: table.text(key) for key in fields}


def _document(root: Traversable, folder: str, language: str) -> Mapping[str, Any]:
    if language not in LANGUAGES:
        raise RulebookError(f"unknown language {language!r}; known: {', '.join(LANGUAGES)}")
    document = read_toml(root.joinpath(folder), f"{language}.toml")
    if document is None:
        raise RulebookError("is missing", file=f"{folder}/{language}.toml")
    return document
