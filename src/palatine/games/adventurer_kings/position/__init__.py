"""Text form of positions: `reader`, `writer`, and `values` with functions that both share."""

from palatine.games.adventurer_kings.position.reader import read_position
from palatine.games.adventurer_kings.position.writer import write_position

__all__ = ["read_position", "write_position"]
