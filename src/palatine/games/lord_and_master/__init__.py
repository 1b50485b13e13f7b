"""Lord and Master Triumphant (David Langdon Nelson, 1993): petty rulers of Hargaar write secret orders.

Two to six nations, 108 squares, characters who do one thing a turn each. `components` is what came in the box, `orders`
what a sheet is made of and its text, `state` what the referee knows, `rules` the chapters of the rulebook, `sequence`
the turn in which they come. `hidden` says who sees what; `view` shows it and reports on a turn, `drafting` rehearses a
sheet for its seat, `position` reads and writes positions, `bot` is the captain. `referee` binds all of it to the core;
`validation` holds the data against the rulebook. Clauses are LM-GI-01 and so on, rulings R1 and so on.
"""

from palatine.games.lord_and_master.referee import GAME

__all__ = ["GAME"]
