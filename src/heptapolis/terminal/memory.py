"""What is remembered between games in the user's data folder: the last game, and that there was a first one."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """Where this user's games are kept."""
    return user_data_path("heptapolis", appauthor=False)


def last_game() -> Path:
    """The record of the game played last, when no other file is named."""
    return data_folder() / "last-game.txt"


def has_played() -> bool:
    """Whether this user has finished a game here."""
    return (data_folder() / "has-played").exists()


def remember_game() -> None:
    """Remembers that a game was finished: the next one is no first game."""
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "has-played").touch()
