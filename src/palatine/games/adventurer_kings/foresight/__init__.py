"""What will come of a sheet, told before it is handed in, from what its King knows.

sheet      the whole of it: warnings line by line, odds, what is left undone
outlook    the sheet, and the world as its King remembers it
marches    moves with armies: the way, what is left behind
deeds      other orders of characters: features, chases, magic, gifts, farewells
realm      money, treaties, elections; the King before he is crowned
undone     what could still be written
battles    the battles of a sheet, fought many times in worlds that its King may take for the true one
fights     fights with guardians of features, likewise
"""

from palatine.games.adventurer_kings.foresight.sheet import foresee_sheet

__all__ = ["foresee_sheet"]
