"""Dark Emperor (Avalon Hill, 1985, Greg Costikyan): a Necromancer loose on a world of impact craters.

Two players on a hex map, ten kingdoms that sleep until somebody wakes them, ten runes of magic. The modules follow
the chapters of the rulebook: `turn`, `setup`, `activation` and `conquest`, `taxation`, `recruitment`, `vampires`,
`movement`, `naval` and `attrition`, `leaders`, `combat`, `losses` and `retreats`, `stacking`, `diplomacy`,
`magic` with `casting`, `elemental`, `runes`, `devices` and `legions`, `elections`, `magic_hexes` and `monsters`,
`famir`, `mercenaries`, `victory`.
`world` holds the map, `forces` the counters and `charts` the tables, much of them reconstructed; `data/rulings.toml`
says how we read what the rulebook leaves open.
"""

from palatine.games.dark_emperor.referee import GAME

__all__ = ["GAME"]
