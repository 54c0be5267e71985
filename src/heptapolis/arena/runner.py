"""Runs the blocks of a match in this process, in several, or on a Ray cluster, and resumes interrupted matches."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Protocol

from heptapolis.arena.match import GameResult, Match, play_block
from heptapolis.arena.pool import in_processes, on_ray
from heptapolis.engine import InvalidOptions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

GAMES_FORMAT: Final = "heptapolis-games/1"

Block = list[GameResult]
"""The games of one deal."""


class Runner(Protocol):
    """Where blocks are played."""

    def __call__(self, match: Match, deals: Sequence[int], records: Path | None) -> Iterator[Block]:
        """Yields the blocks of these deals as they finish, in any order."""
        ...


def deals_for(match: Match, games: int) -> int:
    """The number of deals needed for at least this many games."""
    return -(-games // match.players)


def play_here(match: Match, deals: Sequence[int], records: Path | None) -> Iterator[Block]:
    """Plays one block after the other in this process."""
    for deal in deals:
        yield play_block(match, deal, records)


class Processes:
    """Plays blocks in several processes on this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def __call__(self, match: Match, deals: Sequence[int], records: Path | None) -> Iterator[Block]:
        """Yields the blocks as they finish. An interrupt stops the processes."""
        yield from in_processes(self.jobs, play_block, ((match, deal, records) for deal in deals))


class RayCluster:
    """Plays blocks on a Ray cluster, whose machines must have the same package installed."""

    def __init__(self, address: str) -> None:
        """``address`` is the address for Ray; ``local`` starts Ray on this machine."""
        self.address = address

    def __call__(self, match: Match, deals: Sequence[int], records: Path | None) -> Iterator[Block]:
        """Yields the blocks as they finish."""
        yield from on_ray(self.address, play_block, ((match, deal, records) for deal in deals))


class GamesFile:
    """The games of a match as JSON lines: first the match, then each finished block.

    An interrupted match resumes after the blocks in the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> tuple[Match, list[Block]]:
        """Returns the match and its finished blocks. An incomplete last line is ignored.

        Raises:
            InvalidOptions: It is not a file of games.
        """
        lines = self.path.read_text(encoding="utf-8").split("\n")
        try:
            head = json.loads(lines[0])
            if head["format"] != GAMES_FORMAT:
                raise KeyError(GAMES_FORMAT)
            match = Match.from_dict(head["match"])
            blocks = [
                [GameResult.from_dict(game) for game in json.loads(line)] for line in lines[1:-1]
            ]  # after the last line break there is nothing, or an incomplete line
        except (ValueError, KeyError, TypeError) as error:
            message = f"{self.path} holds no games of a match: {error!r}"
            raise InvalidOptions("document/unreadable", message) from error
        return match, blocks

    def resume(self, match: Match) -> list[Block]:
        """Returns the finished blocks and prepares the file for more.

        Raises:
            InvalidOptions: The file belongs to another match.
        """
        if self.path.exists() and self.path.stat().st_size:
            found, blocks = self.read()
            if found != match:
                message = f"{self.path} holds the games of another match; name another file, or remove it"
                raise InvalidOptions("document/unreadable", message)
        else:
            blocks = []
        self.path.parent.mkdir(parents=True, exist_ok=True)
        kept = [json.dumps({"format": GAMES_FORMAT, "match": match.as_dict()}), *[_line(block) for block in blocks]]
        self.path.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")
        return blocks

    def add(self, block: Block) -> None:
        """Appends a finished block."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(_line(block) + "\n")


def _line(block: Block) -> str:
    return json.dumps([game.as_dict() for game in block], separators=(",", ":"))


def run_match(
    match: Match, games: int, runner: Runner, file: GamesFile | None = None, records: Path | None = None
) -> Iterator[Block]:
    """Plays a match and returns all its blocks, those of an earlier run first. Games are rounded up to whole blocks.

    Raises:
        InvalidOptions: The file belongs to another match.
    """
    wanted = range(deals_for(match, games))
    played = {block[0].deal: block for block in file.resume(match)} if file is not None else {}
    for deal, block in played.items():
        if deal in wanted:
            yield block
    missing = [deal for deal in wanted if deal not in played]
    if not missing:
        return
    for block in runner(match, missing, records):
        if file is not None:
            file.add(block)
        yield block
