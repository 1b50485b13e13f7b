"""Marsh: a wargame on a hex map, small enough to read in an hour and to copy for a new game.

Amber and Slate lead four units each across a river with one bridge. Before the first turn each side hides rangers in a
wood on the enemy's side. The rangers ambush the first unit that enters their wood. The side with more towns after six
turns wins.

From the lowest layer up: `components` (the map and the units), `state`, `rules` (the chapters of the rulebook),
`sequence` (the order of steps in a turn), `setup`, `secrecy` (hidden information), `preview`, `view`, `bot`, `position`
(positions as text) and `referee`, which binds them.
"""

from palatine.testing.examples.marsh.referee import GAME

__all__ = ["GAME"]
