"""Demonlord (Heritage USA, 1981, Arnold Hendrick): the Demonlord of Nisshar against the alliance of Hosar.

Two players, hidden stacks on a hex map, lined battles off the map, sieges, spells, five neutral states. The
modules follow the chapters of the rulebook: `turn`, `movement` and `capture`, `battles`, `rounds`,
`redeployment`, `combat`, `withdrawal` and `retreats`, `sieges` and `fortresses`, `magic`, `spells`, `spellgate`
and `invocation`, `alliances`, `neutrals` and `prisoners`, `setup`, `reinforcements`, `victory` with the
variants. `components` holds map, counters and charts, most of them reconstructed; `data/rulings.toml` says how
we read what the rulebook leaves open.
"""

from palatine.games.demonlord.referee import GAME

__all__ = ["GAME"]
