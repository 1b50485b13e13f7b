"""Facts of the rulebook about map, counters and tables, used by the checks only.

Hexes and hexsides are named as on the map.
"""

from __future__ import annotations

from typing import Final

SITES: Final = {
    "0113": ("Kimat", "village"),
    "0206": ("Darton", "village"),
    "0218": ("Barthek", "city"),
    "0502": ("Horkan", "village"),
    "0718": ("Fergeni", "village"),
    "0806": ("Belbitz", "village"),
    "0902": ("Mines of Ula", "mines"),
    "0914": ("Rouna", "village"),
    "1113": ("Forest Temple", "temple"),
    "1308": ("Lyung", "castle"),
    "1401": ("Altu'han", "city"),
    "1414": ("Temple of Ninnghiz", "temple"),
    "1702": ("Temple of the Ancients", "temple"),
    "2006": ("Temple of Yorgash", "temple"),
    "2119": ("Temple of the Shaman", "temple"),
}
CITIES: Final = {
    "hosar": {"Timur", "D'Ansor", "Barthek"},
    "demon": {"Nisshar", "Erush", "Taegul"},
    "neutral": {"Altu'han"},
}
TOWNSHIPS: Final = {"Kimat", "Darton", "Horkan", "Fergeni", "Belbitz"}
HOMELANDS: Final = {"MU": "0902", "AH": "1401", "AN": "1702", "LY": "1308", "GW": "0914"}
LAKE_SIDES: Final = {"0318/0417", "0318/0418", "0318/0319"}
ALP_SIDES: Final = {"1313/1412", "1313/1413", "1313/1314", "1214/1314", "1214/1315", "1419/1519"}
ENTRANCES: Final = {"hosar": {"0301", "0108", "0523"}, "demon": {"2201", "2214", "2223"}}

COUNTERS: Final = 154
POINT_MARKERS: Final = 4  # Our value; the rulebook has "some".
UNITS_OF_CODE: Final = {"HO": 8, "ME": 9, "IK": 11, "TNC": 6, "MU": 7, "IN": 1, "INR": 1, "TS": 1, "YO": 1}
TROOPS: Final[tuple[tuple[str, str, str | None, str | None, int], ...]] = (
    # Code, values (missile, melee, morale, MP), mode and armour (None if not stated), minimum number.
    ("ER", "0855", "C", "heavy", 1),
    ("ER", "4643", "F", None, 1),
    ("ER", "0753", "F", "heavy", 1),
    ("ER", "5656", "C", None, 1),
    ("DA", "0855", "C", "heavy", 1),
    ("DA", "5743", "F", "heavy", 1),
    ("DA", "0745", "C", None, 1),
    ("GU", "5745", None, None, 1),
    ("TI", "7643", "F", None, 1),
    ("TI", "0745", "C", None, 1),
    ("TI", "0644", "F", None, 1),
    ("NI", "6863", "F", None, 1),
    ("MU", "0962", "F", None, 1),
    ("MU", "4533", "F", None, 2),
    ("MU", "4753", "F", None, 2),
)
CHARACTERS: Final[dict[str, dict[str, int]]] = {
    "Lord Erush": {"power": 1, "lead": 1},
    "Duke D'Ansor": {},
    "Woods Chief": {"power": 2},
    "Yorgash": {},
    "Shaman": {},
    "Light Spirit": {},
    "West Wizard": {},
    "Old One": {},
    "Beast God": {},
    "Forest Spirit": {},
    "Balron": {},
    "Dwarf King": {},
    "Cloud Prince": {},
}
SPELLS: Final[dict[str, tuple[int | None, int | None]]] = {
    # Power required of Hosar's caster, and of the Demon's.
    "Vision": (2, 2),
    "Cloak": (2, 2),
    "Forcemarch": (3, 4),
    "Earthpit": (4, 3),
    "Spellgate": (4, 4),
    "Darkness": (None, 2),
    "Necromon": (None, 5),
    "Light": (2, None),
    "Rains": (4, None),
}
CLAUSES: Final = 347
