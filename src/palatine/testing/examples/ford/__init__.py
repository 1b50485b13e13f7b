"""Ford: a game of nine spaces and six pieces, small enough to test Palatine with, and to copy for a new game.

North and South each lead three troops, a scout (1), a spear (2) and a knight (3), dealt face down but for the
first. Each day North, then South, marches one troop to a space beside it, or rests; a troop may be shown. Troops
that meet clash: a die and the attacker's strength less the defender's, 4 or more wins. A side that has lost all its
troops loses; after the last day the greater strength left wins.

From below: `components` (what came in the box), `state`, `rules` (the chapters), `sequence` (the outline of a day),
`setup`, `hidden` (who may know what), `view`, `position` (a position as text), and `referee`, which binds them.
"""

from palatine.testing.examples.ford.referee import GAME

__all__ = ["GAME"]
