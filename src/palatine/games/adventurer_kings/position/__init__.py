"""Positions as such.

reader, writer, values    as text: how it reads, how it is written, what both share
invariants                what holds in every position
near_end                  positions near the end of somebody
"""

from palatine.games.adventurer_kings.position.reader import read_position
from palatine.games.adventurer_kings.position.writer import write_position

__all__ = ["read_position", "write_position"]
