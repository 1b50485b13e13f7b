"""Lord and Master Triumphant (David Langdon Nelson, 1993), a game of secret orders.

Two to six nations compete for the 108 squares of Hargaar. Each character takes one action a turn.

* `components`: map, pieces and tables as printed.
* `orders`: the orders of a sheet and their text form.
* `state`: the state of a match.
* `rules`: the rulebook, chapter by chapter; `sequence`: the order of steps in a turn.
* `secrecy`: which seat sees what; `view`: views and turn reports.
* `sheet_help`: checks and suggestions by rehearsing a sheet with the seat's knowledge.
* `position`: reading and writing of positions; `bot`: the captain.
* `referee`: the game class; `validation`: checks of the data against the rulebook.

Clause ids look like LM-GI-01, ruling ids like R1.
"""

from palatine.games.lord_and_master.referee import GAME

__all__ = ["GAME"]
