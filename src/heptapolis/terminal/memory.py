"""Files in the user's data folder: the last game, and whether one was finished."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """The folder of this user's games."""
    return user_data_path("heptapolis", appauthor=False)


def last_game() -> Path:
    """The default file for the record of the latest game."""
    return data_folder() / "last-game.txt"


def has_played() -> bool:
    """Whether this user has finished a game here."""
    return (data_folder() / "has-played").exists()


def remember_game() -> None:
    """Records that a game was finished."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "has-played").touch()
