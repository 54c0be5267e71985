"""Names of cards and wonders and terms of the game, in five languages.

English names are the keys of all data, and no rule depends on a translation, so a host can rename everything in
`names/` and `terms/`. Missing translations fall back to English. Names of which no print is known stand in the tables
`[ours.*]` of their file.
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
"""Tables of names: cards, leaders, short and full names of wonders."""

Names = Mapping[str, Mapping[str, str]]
"""The names by table and key."""

Boxes = dict[str, dict[str, set[str]]]
"""The boxes of each key, by table and key."""


def names(language: str) -> Mapping[str, str]:
    """The names of all cards, leaders and wonders in a language, by English key.

    Raises:
        RulebookError: The language is unknown, or its file is invalid.
    """
    return _flat_names(language, changes())


def display_name(key: str, language: str = "en") -> str:
    """The name of a card, leader or wonder; raises KeyError if it is unknown."""
    return _flat_names(language, changes())[key]


def title(wonder: str, language: str = "en") -> str:
    """The full name of a wonder ("The Colossus of Rhodes"); raises KeyError if it is unknown."""
    return _names(language, changes())["titles"][wonder]


def terms(language: str) -> Mapping[str, str]:
    """All terms of the game in a language, by section and key ("resource.wood").

    Raises:
        RulebookError: The language is unknown, or its file is invalid.
    """
    return _terms(language, changes())


def term(key: str, language: str = "en") -> str:
    """A term of the game, by section and key ("score.military"); raises KeyError if there is none."""
    return _terms(language, changes())[key]


def missing_names(language: str) -> tuple[str, ...]:
    """The names without a translation, as "table: key", except those that the language's rulebooks keep in English."""
    return missing_names_in(files(__package__), language)


def read_names(root: Traversable, language: str) -> Names:
    """Reads all names from the files below `root`, with English as the fallback."""
    known, boxes = _english(root)
    translated, _ = _read_translations(root, language, boxes)
    return {table: {key: translated[table].get(key, name) for key, name in known[table].items()} for table in known}


def missing_names_in(root: Traversable, language: str) -> tuple[str, ...]:
    """Like `missing_names`, from the files below `root`."""
    known, boxes = _english(root)
    translated, left_in_english = _read_translations(root, language, boxes)
    return tuple(
        f"{table}: {key}"
        for table in NAME_TABLES
        for key in known[table]
        if key not in translated[table] and not boxes[table][key] <= left_in_english
    )


def read_terms(root: Traversable, language: str) -> Mapping[str, str]:
    """Reads the terms from the files below `root`, with English as the fallback."""
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
    """The names of this package's boxes and of registered ones, which may have their own `names/`."""
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
    """All English names by table and key, and the boxes of each key."""
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
    """The names in a file, and the boxes whose names its language keeps in English."""
    file = f"names/{language}.toml"
    whole = TomlTable(_document(root, "names", language), file=file, item="")
    left_in_english = set(whole.texts("english"))
    for box in left_in_english:
        if not any(box in found for table in boxes.values() for found in table.values()):
            raise whole.error("english", f"unknown box {box!r}")
    ours = TomlTable(whole.take("ours") if whole.has("ours") else {}, file=file, item="ours")
    translated: dict[str, dict[str, str]] = {}
    for table in NAME_TABLES:
        entries = _words(whole.take(table) if whole.has(table) else {}, file, table)
        own = _words(ours.take(table) if ours.has(table) else {}, file, f"ours.{table}")
        for key in entries.keys() & own.keys():
            raise RulebookError("has a printed name, too", file=file, item=f"ours.{table}", field=key)
        entries |= own
        for key in entries:
            if key not in boxes[table]:
                raise RulebookError("no box holds it", file=file, item=table, field=key)
        translated[table] = entries
    ours.done()
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
