"""A position as text: `reader` tells how it is written, `writer` writes it, `values` is what both share."""

from palatine.games.adventurer_kings.position.reader import read as read_position
from palatine.games.adventurer_kings.position.writer import write as write_position

__all__ = ["read_position", "write_position"]
