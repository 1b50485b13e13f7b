"""Previews of a sheet before it is handed in, from what its seat knows.

sheets     rehearses the sheet and collects its previews
battles    fights each battle that the sheet leads to many times
marches    warns of the consequences of leading troops
actions    warns of those of all other orders
ends       lists the options that are left unused
"""

from palatine.games.lord_and_master.preview.sheets import preview_sheet

__all__ = ["preview_sheet"]
