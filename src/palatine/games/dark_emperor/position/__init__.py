"""Positions as text; `text` reads and writes them."""

from palatine.games.dark_emperor.position.text import read_position, write_position

__all__ = ["read_position", "write_position"]
