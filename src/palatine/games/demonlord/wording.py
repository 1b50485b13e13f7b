"""Names for numbers: what the catalogue of messages calls units, hexes, sides, spells and terrain."""

from __future__ import annotations

from palatine.games.demonlord.components import NEUTRALS, SITE_AT, SITES, SPELLS, TERRAIN_NAMES, UNIT_NAME, hex_name

SIDE_NAMES = ("Hosar", "the Demon", "the neutrals")
STATE_NAMES = {
    "AH": "the Duchy of Altu'han",
    "AN": "the Ancients",
    "GW": "the Great Woods Barbarians",
    "LY": "the Principality of Lyung",
    "MU": "the Kingdom of Ula",
}


def unit_name(u: int) -> str:
    return UNIT_NAME[u]


def place_name(h: int) -> str:
    """A hex as a person says it: `Timur (0610)` or `0611`."""
    if h < 0:
        return "no hex"
    return f"{SITES[SITE_AT[h]].name} ({hex_name(h)})" if h in SITE_AT else hex_name(h)


def side_name(side: int) -> str:
    return SIDE_NAMES[side]


def capital_side(side: int) -> str:
    """The side's name at the beginning of a sentence."""
    return SIDE_NAMES[side][0].upper() + SIDE_NAMES[side][1:]


def spell_name(spell: int) -> str:
    return "siege magic" if spell < 0 else SPELLS[spell]


def terrain_name(terrain: int) -> str:
    name = TERRAIN_NAMES[terrain]
    return "open country" if name == "open" else name


def state_name(neutral: int) -> str:
    return STATE_NAMES[NEUTRALS[neutral]]


def capital_state(neutral: int) -> str:
    name = state_name(neutral)
    return name[0].upper() + name[1:]


NAMERS = {
    "unit": unit_name,
    "hex": place_name,
    "side": side_name,
    "Side": capital_side,
    "spell": spell_name,
    "terrain": terrain_name,
    "neutral": state_name,
    "Neutral": capital_state,
}
