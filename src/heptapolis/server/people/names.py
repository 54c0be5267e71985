"""Which names, texts and passwords people may use."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from heptapolis.server.errors import Refused

FORGOTTEN: Final = "-"
"""The name shown for a deleted person."""

BLANK: Final = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\uffa0")
"""Signs that show nothing, though Unicode counts them as letters, marks or symbols."""

WIDE: Final = frozenset("\u2e3a\u2e3b\ufdfa\ufdfb\ufdfd\ua9c5\u0bf5\U00012219\U0001242b\U00012038\U0001f9ff")
"""Single signs that are many times as wide as a letter."""

MOST_MARKS: Final = 2
"""Marks on one letter; more of them cover the lines above and below."""

LOOKALIKES: Final = str.maketrans("авеорстухкмнвοτβ０", "abeopctyxkmhbotb0")
"""Letters of other scripts that look like Latin ones."""

BOT_NAME: Final = re.compile(r"^bot\s*[(\[{]")
"""As records name bots."""

COMMON: Final = frozenset(
    """
    password passwort password1 password123 passwort1 passw0rd motdepasse wachtwoord adgangskode kodeord12
    iloveyou ilovegod ichliebedich jetaime1 welcome1 welcome123 willkommen bienvenue welkom123 velkommen
    sunshine princess football baseball superman batman123 starwars whatever trustno1 letmein1 letmein123
    qwertyui qwertyuiop qwerty123 qwertz123 qwertzui azerty123 azertyui asdfghjk asdfghjkl 1q2w3e4r 1qaz2wsx zaq12wsx
    q1w2e3r4 abcd1234 abc12345 a1b2c3d4 abcdefgh abcdefghi aaaaaaaa administrator admin123 admin1234 changeme
    dragon123 monkey123 master123 michelle jennifer computer internet samsung1 football1 liverpool chelsea1
    heptapolis heptapolis1 sevenwonders wonders7 babylon1 alexandria
    """.split()
)
"""The first guesses of whoever tries passwords, as far as they are long enough."""


def clean_name(name: str) -> str:
    """A nickname in normal form: one line, without control or direction characters.

    Raises:
        Refused: ``person/name``: nothing printable is left, it cannot be read, or it passes for something else.
    """
    kept = clean_text(name, 24, "person/name")
    if kept == FORGOTTEN:
        raise Refused("person/name", why="empty")
    marks = 0
    for sign in unicodedata.normalize("NFD", kept):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks > MOST_MARKS or sign in BLANK or sign in WIDE:
            raise Refused("person/name", why="characters")
    if BOT_NAME.match(unicodedata.normalize("NFKC", kept).casefold().translate(LOOKALIKES)):
        raise Refused("person/name", why="reserved")
    return kept


def fold_name(name: str) -> str:
    """A name as names are compared: letters and digits only, without case, marks and lookalikes."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(LOOKALIKES)
    return "".join(sign for sign in plain if unicodedata.category(sign)[0] in "LN")


@dataclass(frozen=True, slots=True)
class NameRules:
    """Names that the host of this server keeps or refuses, all of them folded."""

    reserved: frozenset[str] = frozenset()
    """Whole names, for admins only."""
    forbidden: frozenset[str] = frozenset()
    """Parts of names."""

    def check(self, name: str, *, admin: bool = False) -> None:
        """Refuses a name that a rule excludes.

        Raises:
            Refused: ``person/name``.
        """
        folded = fold_name(name)
        if folded in self.reserved and not admin:
            raise Refused("person/name", why="reserved")
        if any(part in folded for part in self.forbidden):
            raise Refused("person/name", why="forbidden")


def clean_text(text: str, longest: int, code: str) -> str:
    """Text in normal form: one line, without control or direction characters.

    Raises:
        Refused: nothing printable is left; with the given code.
    """
    normal = unicodedata.normalize("NFC", text)
    kept = "".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in normal)
    words = " ".join(kept.split())[:longest].strip()
    if not any(unicodedata.category(sign)[0] in "LNPS" and sign not in BLANK for sign in words):
        raise Refused(code, **({"why": "empty"} if code == "person/name" else {}))
    return words


def check_password(password: str, account: str) -> None:
    """Refuses a new password that is among the first guesses.

    Raises:
        Refused: ``person/password``.
    """
    plain = password.casefold().strip()
    name = account.casefold()
    steps = {ord(after) - ord(before) for before, after in zip(plain, plain[1:], strict=False)}
    of_the_name = name in plain and len(plain) - len(name) < 4
    if plain in COMMON or len(set(plain)) < 3 or steps <= {1, -9} or steps <= {-1, 9} or of_the_name:
        raise Refused("person/password")
