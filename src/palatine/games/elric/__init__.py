"""Elric: Battle at the End of Time, for one to four players.

Players muster the nations of the Young Kingdoms with spells and fight over the areas of one map. Elric, bound to his
black sword, goes with the personality that has the most power over him.

* `components`: map, counters, spells and tables, in part reconstructed.
* `state`: the position. `setup`: set-up (4, 14). `sequence`: sequence of play (5).
* `rules`: the chapters of the rulebook: `rules.movement` (7), `rules.magic` (8, 9), `rules.combat` (10), `rules.realm`
  (11), `rules.characters` (10.8, 16), `rules.common` (6, 12, 13 and functions shared by several chapters).

`data/rulings.toml` records the rulings that fill gaps. `data/clauses.toml` records where each rule is implemented.
"""

from palatine.games.elric.referee import GAME

__all__ = ["GAME"]
