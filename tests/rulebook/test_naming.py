"""Names and words of the game in five languages."""

from collections import Counter
from collections.abc import Callable

import pytest

from heptapolis.rulebook import LANGUAGES, RulebookError, display_name, load, missing_names, names, term, terms, title
from heptapolis.rulebook.model import COLORS, RESOURCES
from heptapolis.rulebook.naming import missing_names_in, read_names, read_terms
from rulebook.shelf import Shelf

EVERYTHING = ("leaders", "cities", "manneken-pis")


def test_english_names_are_the_keys() -> None:
    assert all(key == name for key, name in names("en").items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_name(language: str) -> None:
    for rulebook in (load("first", EVERYTHING), load("second")):
        for card in (*rulebook.cards, *rulebook.leaders):
            assert display_name(card.name, language)
        for board in rulebook.boards:
            assert display_name(board.wonder, language)
            assert title(board.wonder, language)


@pytest.mark.parametrize(
    ("key", "language", "name"),
    [
        ("Lumber Yard", "fr", "Chantier"),  # 004, card list
        ("Stables", "fr", "Écuries"),  # 004 French, Cost of the cards
        ("Timber Yard", "nl", "Plantage"),  # 000, Coin cost
        ("Apothecary", "nl", "Apotheker"),  # 004, card list
        ("Dispensary", "nl", "Apotheek"),  # 004, card list
        ("East Trading Post", "nl", "Handelspost Oost"),  # 000, Free construction
        ("Shipowners Guild", "nl", "Redersgilde"),  # 000, symbols, Guilds
        ("Lair", "nl", "Lair"),  # 003, Debts, example
        ("Gardens", "da", "Haver"),  # ours
        ("Halicarnassus", "de", "Halikarnassos"),  # 004, sheet of Manneken Pis, German
        ("Giza", "fr", "Gizeh"),  # 004 French, Production
        ("Sawmill", "de", "Sägewerk"),
    ],
)
def test_names_in_the_texts(key: str, language: str, name: str) -> None:
    """Rulebook texts and sections named beside each case."""
    assert display_name(key, language) == name


def test_titles_in_the_texts() -> None:
    """Texts 002, 004 and 000, Description of the wonders; text 003 for Petra."""
    assert title("Rhodes") == "The Colossus of Rhodes"
    assert title("Olympia", "fr") == "La statue de Zeus à Olympie"
    assert title("Babylon", "nl") == "De Hangende Tuinen van Babylon"
    assert title("Petra", "nl") == "De Al-Khazneh van Petra"
    assert title("Petra", "de") == "Das Khazne in Petra"  # ours


def test_no_name_is_missing() -> None:
    """A new card needs a name in every language, printed or ours."""
    assert [f"{language}: {name}" for language in LANGUAGES for name in missing_names(language)] == []


@pytest.mark.parametrize("language", ["de", "da"])
def test_no_box_keeps_english_names(language: str) -> None:
    """Only words that are the same in both languages and people's names may read alike."""
    same = {key for key, name in names(language).items() if key == name}
    leaders = {leader.name for leader in load("first", EVERYTHING).leaders}
    assert same - leaders <= {
        *("Mine", "Altar", "Theater", "Statue", "Forum", "Pantheon", "Arena", "Arsenal", "Tabularium"),
        *("Alexandria", "Babylon", "Olympia", "Giza", "Petra", "Manneken Pis"),
    }


def test_a_printed_name_is_not_ours_too(shelf: Shelf) -> None:
    shelf.edit("names/fr.toml", "[ours.cards]\n", '[ours.cards]\nMine = "Puits"\n')
    with pytest.raises(RulebookError, match="has a printed name, too"):
        read_names(shelf.root, "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cards_share_a_name(language: str) -> None:
    for rulebook in (load("first", EVERYTHING), load("second")):
        shown = Counter(display_name(card.name, language) for card in (*rulebook.cards, *rulebook.leaders))
        assert [name for name, times in shown.items() if times > 1] == []


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("resource.wood", ("wood", "bois", "hout", "Holz", "træ")),
        ("resource.ore", ("ore", "minerai", "erts", "Erz", "malm")),
        ("resource.papyrus", ("papyrus", "papyrus", "papier", "Papyrus", "papyrus")),
        ("color.brown", ("brown", "marron", "bruin", "braun", "brun")),
        ("game.stage", ("stage", "étape", "fase", "Bauabschnitt", "stadie")),
        ("game.neighbor", ("neighbor", "voisin", "buur", "Nachbar", "sidemand")),
        ("game.free-city", ("Free City", "Cité franche", "Vrije Stad", "Freie Stadt", "Fristad")),
        ("game.discard-pile", ("discard pile", "défausse", "aflegstapel", "Ablagestapel", "bunke med brugte kort")),
    ],
)
def test_words_in_the_texts(key: str, words: tuple[str, ...]) -> None:
    """Texts 002, 004, 000, 004 German and 001."""
    assert tuple(term(key, language) for language in LANGUAGES) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_a_word(language: str) -> None:
    """Whatever a message can name has a word in every language, and no file leaves one to English."""
    found = terms(language)
    assert {f"{section}.{name}" for section in ("resource", "resources") for name in RESOURCES} <= found.keys()
    assert {f"color.{name}" for name in COLORS} <= found.keys()
    assert {f"kind.{name}" for name in COLORS} <= found.keys()
    scores = (
        "military",
        "treasury",
        "wonder",
        "civilian",
        "science",
        "commerce",
        "guilds",
        "cities",
        "leaders",
        "total",
    )
    assert [key for key in found if key.startswith("score.")] == [f"score.{name}" for name in scores]
    for action in ("build", "wonder", "discard", "pass", "dig", "copy", "settle", "side", "draft", "recruit"):
        assert f"action.{action}" in found


def test_colors_differ() -> None:
    """A color is told apart by its word alone."""
    for language in LANGUAGES:
        words = [term(f"color.{color}", language) for color in COLORS]
        assert len(set(words)) == len(words)
        goods = [term(f"resource.{resource}", language) for resource in RESOURCES]
        assert len(set(goods)) == len(goods)


def test_unknown_keys() -> None:
    with pytest.raises(KeyError):
        display_name("Lumberyard", "fr")
    with pytest.raises(KeyError):
        term("resource.loom")
    with pytest.raises(KeyError):
        title("Lighthouse")


@pytest.mark.parametrize("ask", [names, terms, missing_names])
def test_unknown_language(ask: Callable[[str], object]) -> None:
    with pytest.raises(RulebookError, match="unknown language 'tlh'"):
        ask("tlh")


def test_a_missing_name_is_shown_in_english(shelf: Shelf) -> None:
    shelf.edit("names/fr.toml", 'Mine = "Mine"\n', "")
    assert read_names(shelf.root, "fr")["cards"]["Mine"] == "Mine"
    assert "cards: Mine" in missing_names_in(shelf.root, "fr")
    shelf.edit("terms/fr.toml", 'wood = "bois"\n', "")
    assert read_terms(shelf.root, "fr")["resource.wood"] == "wood"


def test_host_can_rename(shelf: Shelf) -> None:
    """English names can be changed, too; the keys stay."""
    path = shelf.root / "names/en.toml"
    path.write_text(path.read_text(encoding="utf-8") + '\n[cards]\nMine = "Shaft"\n', encoding="utf-8")
    assert read_names(shelf.root, "en")["cards"]["Mine"] == "Shaft"


@pytest.mark.parametrize(
    ("old", "new", "item", "field", "reason"),
    [
        ('Mine = "Mine"', 'Mime = "Mine"', "cards", "Mime", "no box holds it"),
        ('Mine = "Mine"', "Mine = 5", "cards", "Mine", "expected a text"),
        ('Mine = "Mine"', 'Mine = " "', "cards", "Mine", "expected a text"),
        ("[titles]", "[headings]", "", "headings", "unknown field"),
        ("[cards]", 'english = ["atlantis"]\n[cards]', "", "english", "unknown box 'atlantis'"),
    ],
)
def test_mistakes_in_names(shelf: Shelf, old: str, new: str, item: str, field: str, reason: str) -> None:
    shelf.edit("names/fr.toml", old, new)
    with pytest.raises(RulebookError) as caught:
        read_names(shelf.root, "fr")
    assert (caught.value.file, caught.value.item, caught.value.field) == ("names/fr.toml", item, field)
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("old", "new", "item", "field", "reason"),
    [
        ('wood = "bois"', 'tree = "arbre"', "resource", "tree", "English has no such word"),
        ('wood = "bois"', "wood = []", "resource", "wood", "expected a text"),
        ("[game]", "[party]", "party", "player", "English has no such word"),
    ],
)
def test_mistakes_in_terms(shelf: Shelf, old: str, new: str, item: str, field: str, reason: str) -> None:
    shelf.edit("terms/fr.toml", old, new)
    with pytest.raises(RulebookError) as caught:
        read_terms(shelf.root, "fr")
    assert (caught.value.file, caught.value.item, caught.value.field) == ("terms/fr.toml", item, field)
    assert reason in caught.value.reason


def test_a_language_without_file(shelf: Shelf) -> None:
    (shelf.root / "names/da.toml").unlink()
    with pytest.raises(RulebookError, match=r"names/da\.toml: is missing"):
        read_names(shelf.root, "da")
