"""Demonlord (Heritage USA, 1981, Arnold Hendrick).

The Demonlord of Nisshar against the alliance of Hosar. Two players, hidden stacks on a hex map, battles in lines off
the map, sieges, spells, five neutral states.

* `components`: the contents of the box, most of it reconstructed
* `state`: a position
* `setup`: set-up
* `sequence`: the turn procedure
* `rules.movement`: movement
* `rules.characters`: capture, prisoners
* `rules.combat`: battles, retreats, sieges
* `rules.magic`: magic
* `rules.realm`: alliances, reinforcements
* `rules.common`: shared rules
* `rules.victory`: victory, and the variants
* `secrecy`: hidden information
* `view`: the view of a seat
* `bot`: the captain, a bot

`data/rulings.toml` has our rulings where the rulebook is unclear. `data/clauses.toml` has the code location of each
rule.
"""

from palatine.games.demonlord.referee import GAME

__all__ = ["GAME"]
