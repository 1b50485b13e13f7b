"""Positions: as text, whole or broken, and near the end of somebody.

`text`         reads and writes them
`invariants`   what must hold in every one
`near_end`     thins one out, for the fuzzer
"""

from palatine.games.dark_emperor.position.text import read_position, write_position

__all__ = ["read_position", "write_position"]
