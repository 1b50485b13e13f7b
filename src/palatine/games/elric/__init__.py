"""Elric: Battle at the End of Time: conquest, sorcery and a Balance that ends the world, for one to four players.

Nations of the Young Kingdoms are mustered with the spells that name them, fought over in the areas of one map, and
lost again; Elric, bound to his black sword, goes with whoever has most power over him. `world` holds the map,
`forces` the counters, `spells` the spells and `charts` the tables, many of them reconstructed; `data/rulings.toml`
says how gaps are filled, and `data/clauses.toml` where each rule of the rulebook is.
"""

from palatine.games.elric.referee import GAME

__all__ = ["GAME"]
