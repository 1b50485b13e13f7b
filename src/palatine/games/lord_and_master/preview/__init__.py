"""Previews of a sheet before it is handed in, using only what its seat knows.

* `sheets`: rehearses a sheet and collects its previews.
* `battles`: simulates each battle of the sheet many times.
* `marches`: consequences of leading troops.
* `actions`: consequences of all other orders.
* `unused`: options left unused.
"""

from palatine.games.lord_and_master.preview.sheets import preview_sheet

__all__ = ["preview_sheet"]
