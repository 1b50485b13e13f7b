"""Demonlord (Heritage USA, 1981, Arnold Hendrick): the Demonlord of Nisshar against the alliance of Hosar.

Two players, hidden stacks on a hex map, lined battles off the map, sieges, spells, five neutral states.

`components` is what came in the box, most of it reconstructed; `state` a position, `setup` its beginning, `sequence` a
turn. `rules` are the chapters, in groups: `rules.movement`, `rules.characters` (capture, prisoners), `rules.combat`
(battles, retreats, sieges), `rules.magic`, `rules.realm` (alliances, reinforcements), `rules.common` (what several
share), `rules.victory` with the variants. `hidden` says who may know what, `view` what a seat sees, `bot` how the
captain plays. `data/rulings.toml` says how we read what the rulebook leaves open, `data/clauses.toml` where each of
its rules is.
"""

from palatine.games.demonlord.referee import GAME

__all__ = ["GAME"]
