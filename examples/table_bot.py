"""A bot of your own at the tables of a server: it takes a seat, plays, and connects again if the connection ends.

    python examples/table_bot.py http://127.0.0.1:8777 hp_...           # waits until a host invites it by its name
    python examples/table_bot.py http://127.0.0.1:8777 hp_... TABLE 1   # takes seat 1 of a table

docs/api.md says how to get the token (hp_...); TABLE is the last part of the table's
link. This bot builds the first card that it can; `choose` is the place for a better idea.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from heptapolis.server.client import answer_invitations, play_game


def choose(play: Any) -> Any:
    """Returns one of the legal moves; ``play["view"]`` is all that the seat may see (docs/views.md)."""
    moves = play["view"]["pending"][0]["moves"]
    return next((move for move in moves if move["action"] == "build"), moves[0])


def accept(invitation: Any) -> bool:
    """The rule for invitations: this bot plays the base game only."""
    return not invitation["options"]["expansions"]


async def main(url: str, token: str, table: str = "", seat: str = "") -> None:
    """Plays one game, or waits for invitations until it is stopped."""
    if table:
        print(await play_game(url, token, table, choose, int(seat), print))  # noqa: T201
    else:
        await answer_invitations(url, token, choose, accept, print)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:5]))
