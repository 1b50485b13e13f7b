"""Facts of the rulebook, and of players of the printed game, about the map.

Used by the checks only. Hexes are named as on the map.
"""

from __future__ import annotations

from typing import Final

SIZE: Final = (40, 27)
KINGDOMS: Final = {
    # Numbers of cities and of ports among them (5.31 to 5.3.10; rulings Q3, Q4).
    "Ahautsieron": (5, 2),
    "Ferlarie": (4, 4),
    "Kelaron Oiret": (3, 2),
    "Lammarech": (2, 0),
    "Loymarech": (3, 0),
    "The Scythe": (3, 0),
    "Starkeep": (2, 2),
    "Stavror": (7, 6),
    "Tal Pletor": (5, 2),
    "Zolahaureslor": (10, 6),
}
CAPITALS: Final = {
    # By hex: the city, its kingdom, and whether it is certainly a port (5.31 to 5.3.10; ruling Q1 for Farnost).
    "0224": ("Farnost", "Ferlarie", True),
    "0304": ("Sanwestin", "The Scythe", False),
    "1109": ("the Confluence", "Tal Pletor", True),
    "1610": ("Zolmarech", "Lammarech", False),
    "1820": ("Stav", "Stavror", False),
    "2414": ("Sudrin-Lor", "Zolahaureslor", False),
    "2808": ("Fort Marech", "Loymarech", False),
    "3020": ("Star's End", "Starkeep", True),
    "3104": ("Keep Kelar", "Kelaron Oiret", False),
    "3519": ("Sier-Lor", "Ahautsieron", False),
}
OTHER_CITIES: Final = {
    "1204": ("Pletrech", "Tal Pletor", True),
    "3325": ("the Forges", "Ahautsieron", False),
    "3602": ("Far Vergar", "Kelaron Oiret", False),
}
NAMED_CITIES: Final = {"Montoy": "Stavror", "the Gates": "Stavror"}
"""Cities with a name and kingdom, but no known hex (2)."""
HIGHEST: Final = ("2414", 4)
"""The city with the highest City Value (7.23)."""
CONFLUENCE: Final = "1109"
SPLIT: Final = ("0514", "NW", "SE")
"""A hex with two lands, and the side from which each is reached (8.14)."""
PENTACLES: Final = 7
BATTLEFIELDS: Final = {
    "Battle of Fornost",
    "The Hecatomb",
    "The Fallen Standard",
    "Battle of Kelar Isle",
    "Battle of the Gates",
    "The Emperor's Lament",
    "The Graves of the Marind Warriors",
    "Battle of Geysers",
}
HIGHEST_BAND: Final = 191
"""Production for a decisive victory (20.3).

The fall of Zolahaureslor ends the game before the count (20.2).
"""
