"""Control sums and counts of the rulebook's map, troops and tables, for `validator`.

The rulebook prints every value, so `data/` is the only place that stores them. These sums detect typing errors. They
are not used in play.
"""

from __future__ import annotations

from typing import Final

TERRAINS: Final = {"c": 33, "f": 15, "w": 12, "o": 9, "d": 9, "g": 6, "s": 6, "x": 18}
CITIES: Final = {
    12: "Grog",
    25: "Vetrium",
    30: "Friendlyton",
    42: "Blorg",
    59: "Ardea",
    70: "Stumpium",
    87: "Dolos",
    100: "Newton",
}
NEUTRAL: Final = (420, 123, 3510)
"""Tax, tribute and treasury of all provinces on the map without the start squares."""
CITY_SUMS: Final = (112, 24, 1200)
COSTS: Final = {"c": 1, "w": 1, "g": 1, "s": 2, "f": 2, "o": 3, "d": 3}
BASES: Final = {"c": 10, "f": 7, "g": 12, "o": 11, "d": 7, "s": 5, "w": 13}

RACES: Final = {"M": 71, "O": 24, "D": 16, "E": 14, "G": 12, "T": 8, "J": 5, "dead": 5}
"""Rows of the troop tables by race."""
TABLES: Final[dict[int, tuple[int, tuple[int, int, int], tuple[int, int, int], int, int]]] = {
    # Rows; attack, defence, movement of all full and of all wounded units; rows killed by one hit; costs.
    1: (7, (5, 12, 32), (4, 4, 7), 5, 0),
    2: (36, (236, 223, 140), (102, 92, 60), 14, 66),
    3: (23, (210, 182, 86), (141, 99, 62), 1, 136),
    4: (19, (159, 148, 129), (65, 68, 57), 7, 122),
    5: (8, (60, 44, 44), (22, 24, 24), 2, 29),
    6: (28, (162, 103, 119), (0, 0, 0), 28, 88),
    7: (20, (73, 39, 100), (0, 0, 0), 20, 12),
    8: (9, (111, 91, 45), (92, 70, 39), 0, 155),
    9: (5, (41, 39, 22), (32, 32, 22), 0, 0),
}
STRIKES: Final = (
    "JH AT GA",
    "MA EA OA",
    "HA MX DX SA",
    "SS GS",
    "HL SJ OD",
    "CH DB EL TT OO",
    "HP MP EP",
    "KT MC LC EK OW",
    "HF MF LF DH EF GF OH OF TH HL BE JH DE HUD",
    "RED DRD ERD GRD ORD TRD JRD ZOD SKD GHD LDD",
)
"""Kinds that strike at priority 1 to 10, in the order of the tables; JH and HL occur twice."""

CLASSES: Final = "WPTMNHCDAESOBLJGX"
POWERS: Final = 18
RECRUITED: Final = {
    # Number of the twenty faces for each class.
    "c": {"W": 7, "P": 3, "M": 3, "T": 3, "H": 1, "C": 1, "N": 1, "G": 1},
    "w": {"B": 7, "O": 3, "L": 3, "G": 3, "J": 1, "N": 1, "C": 1, "X": 1},
    "f": {"E": 7, "S": 3, "G": 4, "X": 3, "H": 3},
    "d": {"D": 7, "A": 4, "G": 3, "J": 3, "H": 2, "X": 1},
    "o": {"O": 7, "B": 3, "C": 3, "J": 3, "N": 1, "L": 1, "G": 1, "X": 1},
    "g": {"T": 7, "W": 3, "M": 3, "H": 3, "C": 1, "N": 1, "S": 1, "O": 1},
    "s": {"L": 7, "N": 3, "O": 3, "B": 3, "C": 1, "X": 1, "T": 1, "H": 1},
}
RACES_RECRUITED: Final = frozenset("MDEOTGJ")
CHARACTERS: Final = [5, 6, 7, 8, 9, 10, 11]

FIRST_OF_DEMONS: Final = {-1: 1, 0: 8, 1: 15, 2: 19, 3: 21, 4: 23, 5: 24, 6: 25, 7: 26, 8: 27, 9: 28, 10: 29}
FIRST_OF_EXORCISM: Final = {-1: 1, 0: 7, 1: 15, 2: 17, 3: 19, 4: 21, 5: 22, 6: 23, 7: 24, 8: 25, 10: 26}
FIRST_OF_DEAD: Final = {"GHD": (10,), "SKD": (13, 21), "ZOD": (15, 23), "LDD": (17, 25), "HUD": (19, 27)}
MAGNATES: Final = [[2, 1], [4, 0], [3, 1], [2, 3], [3, 3], [4, 1]]
ADVANTAGES: Final = 9
DISADVANTAGES: Final = 10
CLAUSES: Final = 410
