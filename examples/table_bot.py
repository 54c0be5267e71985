"""A bot of your own at a table of a server: it takes a seat, plays, and connects again if the connection ends.

    python examples/table_bot.py http://127.0.0.1:8777 hp_... TABLE 1

The token comes from the account page of the server, or from `POST /api/tokens`; TABLE is the last part of the table's
link. This bot builds the first card that it can; `choose` is the place for a better idea.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from heptapolis.server.client import play_game


def choose(play: Any) -> Any:
    """Returns one of the legal moves; ``play["view"]`` is all that the seat may see (docs/views.md)."""
    moves = play["view"]["pending"][0]["moves"]
    return next((move for move in moves if move["action"] == "build"), moves[0])


async def main(url: str, token: str, table: str, seat: str) -> None:
    """Plays one game."""
    result = await play_game(url, token, table, choose, int(seat), print)
    print(result)  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:5]))
