"""Dark Emperor (Avalon Hill, 1985, Greg Costikyan).

A Necromancer invades a world of impact craters. Two players fight over ten kingdoms, which are inactive until
activated, with ten runes of magic.

* `components`: the contents of the box, much of it invented
* `state`: a position
* `setup`: set-up (5)
* `sequence`: sequence of play (4)
* `rules.realm`: 6, 7, 11, 18, 19
* `rules.movement`: 8, 10
* `rules.combat`: 9
* `rules.magic`: 12 to 14
* `rules.characters`: 15 to 18
* `rules.common`: 7.1, 20 and shared rules

`data/rulings.toml` has our rulings where the rulebook is unclear. `data/clauses.toml` has the code location of each
rule.
"""

from palatine.games.dark_emperor.referee import GAME

__all__ = ["GAME"]
