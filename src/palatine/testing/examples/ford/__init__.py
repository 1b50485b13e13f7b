"""Ford: a game of nine spaces and six pieces, for tests and as a template for new games.

North and South each lead three troops: a scout (1), a spear (2) and a knight (3). They are dealt face down except for
the first. Each day North, then South, marches one troop to an adjacent space, or rests; a troop may be revealed. Troops
that meet clash: a die plus the attacker's strength minus the defender's, 4 or more wins. A side that has lost all its
troops loses. After the last day the greater total strength wins.

From the bottom up: `components` (map and troops), `state`, `rules` (the chapters), `sequence` (the outline of a day),
`setup`, `secrecy` (who may know what), `view`, `position` (a position as text), and `referee`, which binds them.
"""

from palatine.testing.examples.ford.referee import GAME

__all__ = ["GAME"]
