"""Previews of a sheet before it is handed in, from what its King knows.

sheet      the whole sheet: warnings by line, odds, unused options
context    the sheet, and the world as its King remembers it
marches    moves with armies: the route, and what is left behind
actions    other orders of characters: features, chases, magic, gifts, farewells
realm      money, treaties, elections; the King before he is crowned
unused     what could still be written
battles    the battles of a sheet, fought many times in worlds sampled from what its King knows
fights     fights with guardians of features, likewise
"""

from palatine.games.adventurer_kings.preview.sheet import preview_sheet

__all__ = ["preview_sheet"]
