"""Faces of the counters, as drawings and in words."""

from __future__ import annotations

from functools import cache

from palatine.core import Counter
from palatine.games.demonlord.components.pieces import (
    ARMOUR,
    IS_TROOP,
    LEAD,
    MELEE,
    MISSILE,
    MODE,
    MORALE,
    MP,
    POWER,
    RANGE,
    SILHOUETTE,
    UNIT_CODE,
    UNIT_KEY,
    UNIT_NAME,
    UNIT_SIDE,
    UNITS,
)
from palatine.games.demonlord.components.world import HOSAR

MODES = {"F": "foot", "C": "cavalry", "W": "winged"}
ARMOURS = ("no armour", "medium armour", "heavy armour")
NEUTRAL_STYLES = {"GW": "woods", "LY": "lyung", "AH": "altuhan", "AN": "ancients", "MU": "ula"}


@cache
def counter_faces() -> dict[str, Counter]:
    """Return the face of every counter by its key."""
    return {UNIT_KEY[u]: counter(u) for u in range(UNITS)}


def style_of(u: int) -> str:
    """Return the style of a counter: that of its force, whatever side it serves (UNIT-02)."""
    code = UNIT_CODE[u]
    if code in NEUTRAL_STYLES:
        return NEUTRAL_STYLES[code]
    return "hosar" if UNIT_SIDE[u] == HOSAR else "demon"


def counter(u: int) -> Counter:
    """Return the face of a unit.

    Troops have their values along the bottom, characters on the right, as printed.
    """
    if IS_TROOP[u]:
        figures = {
            "nw": MODE[u], "ne": UNIT_CODE[u],
            "s": f"{MISSILE[u]} {MELEE[u]} {MORALE[u]} {MP[u]}",
        }  # fmt: skip
        tone = ("pale", "outline", "solid")[ARMOUR[u]]
    else:
        lead = f"+{LEAD[u]}" if LEAD[u] >= 0 else "no"
        figures = {"nw": MODE[u], "sw": UNIT_CODE[u], "e": f"{POWER[u]}/{RANGE[u]} {lead} {MP[u]}"}
        tone = "solid"
    return Counter(UNIT_NAME[u], style_of(u), SILHOUETTE[u], figures, tone, unit_text(u))


def unit_text(u: int) -> str:
    """Return a counter in words."""
    if IS_TROOP[u]:
        return (
            f"{UNIT_NAME[u]}, {MODES[MODE[u]]} troop, {ARMOURS[ARMOUR[u]]}: missile {MISSILE[u]}, "
            f"melee {MELEE[u]}, morale {MORALE[u]}, movement {MP[u]}"
        )
    lead = f"leadership +{LEAD[u]}" if LEAD[u] >= 0 else "no leadership"
    magic = f"magic power {POWER[u]}, range {RANGE[u]}" if POWER[u] else "no magic"
    return f"{UNIT_NAME[u]}, {MODES[MODE[u]]} character: {lead}, {magic}, movement {MP[u]}"
