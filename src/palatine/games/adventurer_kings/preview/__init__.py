"""Previews of a sheet before it is handed in, from its King's knowledge.

* `sheet`: the whole sheet.
* `context`: the sheet and the world as the King knows it.
* `marches`: moves with armies.
* `actions`: other orders of characters.
* `realm`: money, treaties, elections, and the King before the first turn.
* `unused`: options left unused.
* `battles`: battles simulated in sampled worlds.
* `fights`: fights with guardians, also simulated.
"""

from palatine.games.adventurer_kings.preview.sheet import preview_sheet

__all__ = ["preview_sheet"]
