"""Foresight: what will come of a sheet, told before it is handed in, from what its seat knows.

`sheets` rehearses the sheet and gathers what is told; `battles` fights each battle it leads to many times over;
`marches` warns of what leading troops brings, `deeds` of all other orders; `ends` lists what is left undone.
"""

from palatine.games.lord_and_master.foresight.sheets import foresee_sheet

__all__ = ["foresee_sheet"]
