"""Elric: Battle at the End of Time: conquest, sorcery and a Balance that ends the world, for one to four players.

Nations of the Young Kingdoms are mustered with the spells that name them, fought over in the areas of one map, and
lost again; Elric, bound to his black sword, goes with whoever has most power over him.

`components` is what came in the box, much of it reconstructed; `state` a position, `setup` (4, 14) its beginning and
`sequence` (5) a turn; `rules` are the chapters, in groups: `rules.movement` (7), `rules.magic` (8, 9), `rules.combat`
(10), `rules.realm` (11), `rules.characters` (10.8, 16), `rules.common` (6, 12, 13 and what several share).
`data/rulings.toml` says how gaps are filled, `data/clauses.toml` where each rule of the rulebook is.
"""

from palatine.games.elric.referee import GAME

__all__ = ["GAME"]
