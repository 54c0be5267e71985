"""Game records, positions and moves: reading and writing."""

from __future__ import annotations

from heptapolis.record.move_json import read_move, write_move
from heptapolis.record.position.reading import read_position
from heptapolis.record.position.writing import write_pending, write_position

__all__ = ["read_move", "read_position", "write_move", "write_pending", "write_position"]
