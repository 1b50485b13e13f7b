"""Marsh: a wargame on a hex map, small enough to read in an hour, and to copy for a new game.

Amber and Slate lead four units each across a river with one bridge. Before the first turn each side hides rangers in a
wood on the enemy's side. A unit that enters their wood is ambushed. The side with more towns after six turns wins.

From below: `components` (what came in the box), `state`, `rules` (the chapters), `sequence` (the outline of a turn),
`setup`, `secrecy` (who may know what), `preview`, `view`, `bot`, `position` (a position as text), and `referee`, which
binds them.
"""

from palatine.testing.examples.marsh.referee import GAME

__all__ = ["GAME"]
