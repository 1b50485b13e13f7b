"""The special spells and their markers, loaded once from `data/spells.toml`.

A spell is an index into `SPELLS`.
"""

from __future__ import annotations

from typing import Final

from palatine.games.demonlord.components.world import DATA, SIDES

_SPELLS: Final = DATA.read_toml("spells.toml")
VISION, CLOAK, FORCEMARCH, EARTHPIT, SPELLGATE, DARKNESS, NECROMON, LIGHT, RAINS = range(9)
SPELLS: Final = tuple(str(row["name"]) for row in _SPELLS["spell"])


def _costs_by_side(key: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row.get(side, {}).get(key, 0) for row in _SPELLS["spell"]) for side in SIDES[:2])


SPELL_POWER: Final = _costs_by_side("power")
"""By player and spell: the power its marker requires, 0 if the player has no such marker."""
SPELL_LIMIT: Final = _costs_by_side("success")
"""By player and spell: the highest die roll with which it works."""
MARKERS: Final = tuple(tuple(s for s, power in enumerate(powers) if power) for powers in SPELL_POWER)
"""By player: the spells of the seven markers."""
SIEGE_MAGIC_LIMIT: Final[int] = next(row["success"] for row in _SPELLS["magic"] if row["name"] == "Siege magic")
"""The highest die roll with which siege magic works (MAG-20)."""
EARTHPIT_PENALTY: Final[int] = _SPELLS["spell"][EARTHPIT]["site_penalty"]
