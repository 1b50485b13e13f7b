"""Values of places, on the same scale as troops (see `unit_values`)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from palatine.games.demonlord.bot.perception import CaptainPerception
from palatine.games.demonlord.components.world import DEMON_CITIES, HOSAR_CITIES, NINNGHIZ
from palatine.games.demonlord.state import CAPITALS, LONG, NORMAL, STRATEGIC

PLAYERS_CITIES: Final = frozenset(HOSAR_CITIES + DEMON_CITIES)

# By ending: the capital, another player's city, any other fortress, Ninnghiz.
PRIZES: Final[Mapping[str, tuple[float, float, float, float]]] = MappingProxyType(
    {
        NORMAL: (40.0, 12.0, 6.0, 9.0),
        STRATEGIC: (8.0, 6.0, 4.0, 12.0),
        LONG: (20.0, 16.0, 5.0, 4.0),
    }
)


def prize(sight: CaptainPerception, h: int) -> float:
    """Return the value of holding a place instead of the enemy; 0 for other hexes."""
    capital, city, fortress, temple = PRIZES[sight.ending]
    if h in CAPITALS:
        return capital
    if h in PLAYERS_CITIES:
        return city
    if h == NINNGHIZ:
        return temple
    return fortress if sight.is_fortress(h) else 0.0
