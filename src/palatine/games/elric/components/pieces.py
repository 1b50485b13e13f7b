"""The counters of Elric, loaded from `data/battalia.toml` into immutable tables.

A piece is a number: personalities first, then fleets, artifacts and armies. It belongs to a power: one of the eighteen
nations, one of the four hordes, or the independents, whom no player rules.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from palatine.games.elric.components.world import DATA, MELNIBONE_NATION
from palatine.games.elric.components.world import NATIONS as NATIONS

Row = Mapping[str, Any]
_BATTALIA: Final = DATA.read_toml("battalia.toml")

# --------------------------------------------------------------------------------------------- powers

HORDES: Final = ("Flamebringers", "Kelmain Host", "Olab", "People of Pio")
POWER_NAME: Final = (*NATIONS, *HORDES, "Independents")
"""By power: nations 0 to 17 as in `world.NATIONS`, hordes 18 to 21, the independents 22."""
POWERS: Final = len(POWER_NAME)
FLAMEBRINGERS, KELMAIN, OLAB, INDEPENDENTS = map(
    POWER_NAME.index, ("Flamebringers", "Kelmain Host", "Olab", "Independents")
)
_POWER_ROW: Final[Mapping[str, Row]] = MappingProxyType({row["name"]: row for row in _BATTALIA["power"]})
LAW, CHAOS, NEUTRAL, NONE = range(4)

# --------------------------------------------------------------------------------------------- pieces

PERSON, FLEET, ARMY, ARTIFACT = range(4)


class _Piece(msgspec.Struct, frozen=True):
    """A counter with its row of the data file."""

    kind: int
    power: int
    row: Row
    name: str


def _read_persons() -> Iterator[_Piece]:
    twice = [row["name"] for row in _BATTALIA["person"]]
    for row in _BATTALIA["person"]:
        name = row["name"] if twice.count(row["name"]) == 1 and row["name"] not in _OFFICES else _full_name(row)
        yield _Piece(PERSON, POWER_NAME.index(row["of"]), row, name)


_OFFICES: Final = (
    "Prince", "Necromancer", "Magician", "Sorcerer", "Leader", "Alchemist", "Priest", "Wizard", "Mage", "General",
)  # fmt: skip
"""Names that are titles, ambiguous without the nation's name."""


def _full_name(row: Row) -> str:
    return f"{row['name']} of {row['of']}"


def _fleets() -> Iterator[_Piece]:
    seen: list[tuple[str, str]] = []
    for row in _BATTALIA["fleet"]:
        same = sum(1 for other in _BATTALIA["fleet"] if _kind_of(other) == _kind_of(row))
        seen.append(_kind_of(row))
        own = row["of"] == "Independents" or row["name"][0].isupper()
        number = f" {seen.count(_kind_of(row))}" if same > 1 else ""
        name = row["name"] if own else f"{row['of']} {row['name']}{number}"
        yield _Piece(FLEET, POWER_NAME.index(row["of"]), row, name)


def _kind_of(row: Row) -> tuple[str, str]:
    return row["of"], row["name"]


def _artifacts() -> Iterator[_Piece]:
    for row in _BATTALIA["artifact"]:
        yield _Piece(ARTIFACT, INDEPENDENTS, row, row["name"])


def _armies() -> Iterator[_Piece]:
    for power, name in enumerate(POWER_NAME[:INDEPENDENTS]):
        row = _POWER_ROW[name]
        for number in range(1, row["armies"] + 1):
            yield _Piece(ARMY, power, row, f"{name} army {number}")


_PIECES: Final = (*_read_persons(), *_fleets(), *_artifacts(), *_armies())
PIECES: Final = len(_PIECES)
KIND: Final = tuple(piece.kind for piece in _PIECES)
"""By piece: PERSON, FLEET, ARMY or ARTIFACT; FLEET for the Chaos Fleet and the Free Fleet."""
PERSONS: Final = tuple(p for p in range(PIECES) if KIND[p] == PERSON)
FLEETS: Final = tuple(p for p in range(PIECES) if KIND[p] == FLEET)

PIECE_NAME: Final = tuple(piece.name for piece in _PIECES)
POWER_OF: Final = tuple(piece.power for piece in _PIECES)
"""By piece: the nation or horde it belongs to, INDEPENDENTS for the rest."""
PIECES_OF: Final = tuple(tuple(p for p in range(PIECES) if POWER_OF[p] == power) for power in range(POWERS))


def _key(name: str) -> str:
    """Return a name in lower case without accents, its words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", name.replace("'", "")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


PIECE_KEY: Final = tuple(_key(name) for name in PIECE_NAME)
PIECE_BY_KEY: Final[Mapping[str, int]] = MappingProxyType({key: p for p, key in enumerate(PIECE_KEY)})
SILHOUETTE: Final[tuple[str, ...]] = tuple(piece.row["silhouette"] for piece in _PIECES)

# -------------------------------------------------------------------------------------------- figures

VALUE: Final = tuple(1 if piece.kind == ARMY else int(piece.row.get("value", 0)) for piece in _PIECES)
"""By piece: its combat value; every army's is 1 (3.2)."""
IS_LOVE: Final = tuple(bool(piece.row.get("love")) for piece in _PIECES)
"""By piece: whether its value is in parentheses and counts only as power over Elric (3.2)."""
CAPACITY: Final = tuple(int(piece.row.get("capacity", -1)) for piece in _PIECES)
"""By piece: the number of spells a magician can hold, -1 for other pieces (3.2)."""
DRAWS: Final = tuple(bool(piece.row.get("draws")) for piece in _PIECES)
"""By piece: whether it has the (!) and may draw a spell in combat (9.2)."""
MOVES: Final = tuple(int(piece.row.get("moves", 0)) for piece in _PIECES)
"""By piece: the number of seas a fleet moves in a turn, 0 for other pieces (3.2)."""
CARRIES: Final = tuple(int(piece.row.get("carries", 0)) for piece in _PIECES)
"""By piece: the number of armies a fleet carries (3.2)."""
IS_WINGED: Final = tuple(bool(piece.row.get("winged")) for piece in _PIECES)
"""By piece: whether it flies without a spell (7.4.1)."""
IS_MELNIBONEAN: Final = tuple(piece.kind == PERSON and piece.power == MELNIBONE_NATION for piece in _PIECES)
"""By piece: whether it is a Melnibonean personality (12.0)."""
IS_ADMIRAL: Final = tuple(bool(piece.row.get("admiral")) for piece in _PIECES)
"""By piece: whether it begins with the fleets of its nation (4.0; ruling A-03)."""


def piece_id(name: str) -> int:
    """Return the piece with a name.

    Raises ValueError for an unknown name.
    """
    return PIECE_NAME.index(name)


ELRIC, CYMORIL, COLIM = map(piece_id, ("Elric", "Cymoril", "Magnum Colim"))
THELEB, MOONGLUM, BRUT, PYARAY = map(piece_id, ("Theleb K'aarna", "Moonglum", "Brut", "Pyaray"))
BARGE, CHAOS_FLEET, FREE_FLEET, CHAOS_SHIELD, MOURNBLADE = map(
    piece_id, ("Golden Battle Barge", "Chaos Fleet", "Free Fleet", "Chaos Shield", "Mournblade")
)
DRAGON_MASTERS: Final = tuple(map(piece_id, ("Elric", "Dyvim Slorm", "Dyvim Tvar")))
"""The personalities that may use the Dragons (12.3)."""
