"""Lord and Master Triumphant (David Langdon Nelson, 1993): petty rulers of Hargaar write secret orders.

Two to six nations, 108 squares, characters who do one thing a turn each. `orders` are what a sheet is made of,
`grammar` and `writing` their text; `sequence` is the turn, `actions` the table of ACTIONS A to E with the chapters
`general`, `works` and `leading`, `magic`, `religion`, `deeds`; `movement` and `escape`, `battle`, `forts`,
`neutrals` and `magnates`, `interventions`, `relations`, `victory` and `setup` are the other chapters of the rulebook.
"""

from palatine.games.lord_and_master.referee import GAME

__all__ = ["GAME"]
