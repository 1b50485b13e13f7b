"""Facts of the rulebook about counters and tables, used by the checks only.

Places are named as on the map.
"""

from __future__ import annotations

from typing import Final

COUNTERS: Final = 260
START: Final[dict[str, dict[str, int]]] = {
    # Number of units of each type on the map at the start, by kingdom.
    "Ahautsieron": {"infantry": 6, "naval": 2},
    "Ferlarie": {"infantry": 4, "naval": 4},
    "Kelaron Oiret": {"infantry": 3, "naval": 2},
    "Lammarech": {"cavalry": 3},
    "Loymarech": {"infantry": 3, "cavalry": 1},
    "The Scythe": {"air": 4},
    "Starkeep": {"infantry": 2, "naval": 2},
    "Stavror": {"infantry": 10, "naval": 6, "cavalry": 1, "siege": 1},
    "Tal Pletor": {"infantry": 5, "naval": 2, "siege": 1},
    "Zolahaureslor": {"infantry": 14, "cavalry": 1, "naval": 6, "siege": 1},
}
CAPITALS: Final[dict[str, dict[str, int]]] = {
    # Number of units in each capital at the start, by kingdom and hex, without fleets of the port.
    "Ahautsieron": {"3519": 2},
    "Ferlarie": {"0224": 1},
    "Kelaron Oiret": {"3104": 1},
    "Lammarech": {"1610": 2},
    "Loymarech": {"2808": 2},
    "The Scythe": {"0304": 2},
    "Starkeep": {"3020": 1},
    "Stavror": {"1820": 6},
    "Tal Pletor": {"1109": 2},
    "Zolahaureslor": {"2414": 7},
}
STRENGTHS: Final[dict[str, int]] = {
    "Greater Vampire": 3,
    "Tal Pletor infantry": 2,
    "King's Guard": 1,
    "Zolahaureslor infantry": 1,
    "Imperial Heavy Horse": 3,
}
"""By group of units: Combat Strength. That of the Imperial Legions, 3, is for living ones."""
LEADERS: Final[dict[str, tuple[str, str]]] = {
    # Power and start of each leader.
    "Padrech dar Choim": ("The Necromancer", "gate"),
    "Tol Morn": ("The Necromancer", "gate"),
    "Mezal": ("The Necromancer", "gate"),
    "Stommarren": ("Tal Pletor", "1109"),
    "Stav Farren": ("Stavror", "1820"),
    "Skydor": ("The Scythe", "0304"),
    "Nikon V": ("Zolahaureslor", "2414"),
    "Kebir Whitehand": ("Zolahaureslor", "2414"),
    "Farnon": ("Zolahaureslor", "2414"),
    "Paisach": ("Loymarech", "2808"),
    "Lordolam": ("Lammarech", "1610"),
    "Saar": ("Saar", "box"),
    "The Keeper": ("Starkeep", "3020"),
    "Padron Plety'y": ("Kelaron Oiret", "3104"),
    "Grip Nud": ("Kelaron Oiret", "3602"),
    "Zelara do Fornoy": ("Kelaron Oiret", "3104"),
    "Ferlor": ("Ferlarie", "0224"),
    "Silfaren": ("Ahautsieron", "3519"),
    "Narmoren": ("Ahautsieron", "3325"),
    "Cos dol Cos": ("Cos dol Cos", "box"),
    "Lord Montoy": ("Lord Montoy", "box"),
    "Fernan Conniver": ("Fernan Conniver", "box"),
    "Silwer Flagriel": ("Silwer Flagriel", "box"),
    "Hound Master": ("The Hounds", "box"),
}
DEVICES: Final[dict[str, str]] = {
    # Start of each device: with a leader, in a hex, or face down in a magic hex.
    "Sword Famir": "magic hex",
    "He-Sups-on-Prana": "magic hex",
    "Dawn Lantern": "magic hex",
    "Silk Negator": "magic hex",
    "Torch of Liberty": "3104",
    "Sword Loslom": "Paisach",
    "Keeper's Sceptre": "The Keeper",
    "The Scythe": "Skydor",
    "Staff of Waters": "Stav Farren",
    "Staff of Empire": "Nikon V",
}
SWORDS: Final = {"Sword Famir", "Sword Loslom", "He-Sups-on-Prana"}
FALLEN_LEGIONS: Final = {"III", "V", "X", "XII"}
CHANCES: Final[dict[str, tuple[int, int]]] = {
    # Successes in 36 throws, for the Necromancer and for the Kingdoms.
    "Ahautsieron": (1, 15),
    "Ferlarie": (0, 21),
    "Kelaron Oiret": (0, 26),
    "Lammarech": (1, 15),
    "Loymarech": (1, 15),
    "The Scythe": (1, 15),
    "Starkeep": (0, 36),
    "Stavror": (3, 10),
    "Tal Pletor": (10, 3),
    "Zolahaureslor": (0, 15),
    "The Dragon Sirax": (1, 21),
    "Slug": (26, 0),
    "Ssstoth": (21, 1),
    "Cos dol Cos": (0, 26),
    "Fernan Conniver": (10, 3),
    "The Hounds": (6, 6),
    "Lord Montoy": (1, 21),
    "Saar": (6, 6),
    "Silwer Flagriel": (26, 0),
}
CLAUSES: Final = 435
