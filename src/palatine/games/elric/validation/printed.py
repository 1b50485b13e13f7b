"""Facts of the rulebook about the map, counters and spells."""

from __future__ import annotations

from typing import Final

NATIONS_OF: Final = {
    "north": ("Ilmiora", "Vilmir", "Eshmir", "Nadsokor", "Bakshaan"),
    "south": ("Pikarayd", "Argimiliar", "Filkhar", "Lormyr"),
    "west": ("Shazaar", "Jharkor", "Dharijor", "Tarkesh"),
    "island": ("Melnibone", "Pan Tang", "Isle of Purple Towns"),
}
"""The civilised nations by continent (3.1)."""
WILD_OF: Final = {
    "north": ("Weeping Waste", "Sighing Desert", "Org", "Forest of Troos"),
    "south": ("Oin", "Yu", "Kaneloon", "Dorel"),
    "west": ("Silent Lands", "Marshes of Mist", "Myrrhyn", "Vale of Xanyaw", "Nihrain"),
    "island": ("Ashaneloon", "Sorcerers Isle", "Unholy Fortress"),
    "jungle": ("R'lin K'ren A'a",),
}
"""The wildernesses by continent (3.1)."""
WILD_NATIONS: Final = ("Dhoz-Kam", "Org")
"""Nations that live in the wilderness, with a main city and no capital (3.1, 12.1.1)."""
STARS: Final = {
    "Vale of Xanyaw": "west", "Nihrain": "west", "Silent Lands": "west", "Sorcerers Isle": "island",
    "Ashaneloon": "island", "Dhoz-Kam": "south", "Kaneloon": "south", "Dorel": "south", "Unholy Fortress": "island",
    "Mordaga's Castle": "north", "Tanelorn": "north", "Forest of Troos": "north",
}  # fmt: skip
"""The places with a spell at the start, and their continents (3.1, 4.0)."""
EMPTY_STAR: Final = "R'lin K'ren A'a"
"""The star left empty by the set-up (3.1; ruling A-02)."""
SEAS: Final = (
    "Straits of Chaos", "Serpents Teeth", "Boiling Sea", "Dragon Sea", "Straits of Vilmir",
)  # fmt: skip
"""The named seas (3.1)."""
RULES: Final = {"Straits of Chaos": "chaos", "Serpents Teeth": "teeth", "Boiling Sea": "boiling"}
"""The seas with special rules (7.5.1, 7.5.4, 7.5.5)."""
CITIES: Final = {
    "Aflitain": ("Shazaar", "capital", True),
    "Jadmar": ("Vilmir", "capital", False),
    "Imrryr": ("Melnibone", "capital", True),
    "Hwamgaarl": ("Pan Tang", "capital", True),
    "Ramasaz": ("Lormyr", "city", True),
}
"""The named cities: nation, rank, required port (6.0, 7.3, 7.5.2, 7.5.9, 9.2)."""
CAPITAL_WALL, CITY_WALL = 5, 3
"""The values of walls (7.5.2, 7.5.7)."""
UNWALLED: Final = "Nadsokor"
"""The civilised nation without walls (7.5.7)."""
RAMASAZ_JOURNEY: Final = 2
"""Distance in provinces from Ramasaz to some province of Lormyr (7.3)."""
RAMASAZ_SAIL: Final = 3
"""Number of seas that can be sailed from Ramasaz (7.3)."""

COUNTERS, SPELLS, MARKERS = 320, 69, 26
"""Number of all counters of the box, of spells and of markers (3.2)."""
DRAWERS: Final = ("Elric", "Yyrkoon", "Theleb K'aarna")
"""Personalities with the (!) (9.2)."""
LOVES: Final = ("Cymoril", "Sharilla", "Zarozinia")
"""Personalities whose values are legible and in parentheses (15)."""
WINGED: Final = ("Clackars", "Myrrhyn")
"""Personalities that fly without a spell (7.4.1)."""
PERSONS: Final = {
    "King Hozel": "4/-", "Karnaal": "3/-", "Sarosto": "4/-", "Jiku": "3/-", "Fadan": "3/-", "Sharilla": "6/-",
    "Smiorgan": "4/-", "Kargan": "4/-", "Dharmit": "3/-", "Yishana": "5/-", "Voashoon": "3/-", "Zarozinia": "6/-",
    "Elric": "6/3", "Yyrkoon": "5/2", "Cymoril": "7/1", "Dyvim Tvar": "3/1", "Saxif D'aan": "2/1", "Gutheran": "2/-",
    "Jagreen Lern": "4/2", "Theleb K'aarna": "1/3", "Yaris": "3/-", "Ohada": "1/2", "Hilran": "3/-", "Naclon": "3/-",
    "Avan Astram": "4/-", "Terarn Gashtek": "5/-", "Drinij Bar": "1/2", "Umba": "3/-", "Olab King": "3/-",
    "Brut": "3/-", "Lamsar": "1/2",
}  # fmt: skip
"""By name: value and spell capacity of named personalities with legible figures (15)."""
FLEETS: Final = {
    "Argimiliar": ("2/4/3", "4/6/1"), "Bakshaan": ("3/5/2", "3/5/2"), "Dharijor": ("2/4/3",), "Filkhar": ("2/4/3",),
    "Ilmiora": ("2/4/3", "4/6/1"), "Jharkor": ("2/4/3", "2/6/1"), "Lormyr": ("2/4/3", "2/6/1"),
    "Pan Tang": ("5/6/2",), "Pikarayd": ("4/6/2",), "Shazaar": ("2/6/3",), "Vilmir": ("4/6/1",),
}  # fmt: skip
"""By nation: the fleets with legible figures (15)."""
FLEET_NUMBERS: Final = {"Isle of Purple Towns": 2, "Tarkesh": 2, "Dharijor": 2, "Vilmir": 2, "Melnibone": 1}
"""By nation: the number of fleets where not all figures are legible (15)."""
ARMIES: Final = {
    "Argimiliar": 11, "Filkhar": 4, "Ilmiora": 10, "Jharkor": 8, "Melnibone": 5, "Pan Tang": 5, "Pikarayd": 4,
    "Shazaar": 4, "Tarkesh": 4, "Vilmir": 9, "Flamebringers": 5, "Kelmain Host": 5, "Olab": 5, "People of Pio": 5,
}  # fmt: skip
"""By power: its number of armies, where legible (15)."""
SPELL_SUMS: Final = {
    "law": (13, 41), "chaos": (20, 52), "neutral": (22, 60), "immediate": (8, 0), "special": (3, 0),
    "melnibonean": (2, 5), "elric": (1, 5),
}  # fmt: skip
"""By type of spell: the number of spells, and the sum of their values (16)."""
