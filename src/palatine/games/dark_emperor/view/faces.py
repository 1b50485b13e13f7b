"""The faces of the counters, drawn from data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from palatine.core import Counter, Style
from palatine.games.dark_emperor.components.pieces import (
    BATTLEFIELD,
    DEVICE_HERO,
    DEVICE_MAGIC,
    DEVICE_RUNE,
    DEVICES,
    FIRST_LEADER,
    FORGED_HERO,
    FORGED_NAME,
    FORGED_SILHOUETTE,
    GROUP_POWERS,
    HERO,
    HEROS_SWORD,
    IS_LEGION,
    LEADER_OF,
    LEADERS,
    LIVING_SWORD,
    MAGIC,
    MONSTER_MAGIC,
    MONSTER_RUNE,
    MONSTER_STRENGTH,
    MONSTERS,
    NAMED,
    PIECE_KEY,
    PIECE_NAME,
    POWER_NAME,
    RUNE,
    SILHOUETTE,
    STRENGTH,
    UNDEAD_STRENGTH,
    UNIT_OF,
    UNIT_TYPE,
    UNITS,
    WHITE,
)
from palatine.games.dark_emperor.components.world import DATA, RUNES

# Key of Appendix I: the square is the fill, the circle the ink. Mercenaries have no square, so their fill is paper.
STYLES: Final[Mapping[str, Style]] = MappingProxyType(
    {
        "ahautsieron": Style(fill="#27508f", dark="#2b5596", ink="#ffe270", name="Ahautsieron"),
        "ferlarie": Style(fill="#1c709f", dark="#1f6d99", ink="#ffffff", name="Ferlarie"),
        "kelaron": Style(fill="#9c2c28", dark="#98302c", ink="#ffe270", name="Kelaron Oiret"),
        "lammarech": Style(fill="#5f3a20", dark="#674126", ink="#ffb566", name="Lammarech"),
        "loymarech": Style(fill="#6e4c2a", dark="#70502f", ink="#ffe88f", name="Loymarech"),
        "scythe": Style(fill="#2b7050", dark="#2c6d4f", ink="#ffffff", name="The Scythe"),
        "starkeep": Style(fill="#7a1a33", dark="#802239", ink="#b9f2ae", name="Starkeep"),
        "stavror": Style(fill="#33571f", dark="#3a5c28", ink="#ffba6b", name="Stavror"),
        "tal-pletor": Style(fill="#525b64", dark="#56606a", ink="#ffe88f", name="Tal Pletor"),
        "zolahaureslor": Style(fill="#643a8c", dark="#6b4294", ink="#f8f1ff", name="Zolahaureslor"),
        "montoy": Style(fill="#f1e9d8", dark="#d9cfba", ink="#96211d", name="Lord Montoy"),
        "cos": Style(fill="#f1e9d8", dark="#d9cfba", ink="#6e5500", name="Cos dol Cos"),
        "saar": Style(fill="#f1e9d8", dark="#d9cfba", ink="#1f4f8f", name="Saar"),
        "fernan": Style(fill="#f1e9d8", dark="#d9cfba", ink="#235c2e", name="Fernan Conniver"),
        "hounds": Style(fill="#f1e9d8", dark="#d9cfba", ink="#5b2f80", name="The Hounds"),
        "silwer": Style(fill="#f1e9d8", dark="#d9cfba", ink="#8f3d00", name="Silwer Flagriel"),
        "necromancer": Style(fill="#3b3f45", dark="#4a4f57", ink="#eceae6", name="The Necromancer"),
        "battlefield": Style(fill="#666b71", dark="#676c73", ink="#ffffff", name="Battlefield"),
        "white": Style(fill="#fbfaf5", dark="#dedbd1", ink="#30343b", name="Neutral"),
        "undead": Style(fill="#454d40", dark="#4d5648", ink="#eff3dc", name="Undead"),
        "magic": Style(fill="#1a1720", dark="#2b2733", ink="#ddd0f7", name="Magic Hex"),
        "marker": Style(fill="#b5481a", dark="#a8471f", ink="#ffffff", name="Marker"),
    }
)
STYLE_OF: Final = tuple(STYLES)[:19]
"""By power: the style of its counters (App.I)."""
CODE_OF: Final = (
    "AH", "FE", "KO", "LA", "LO", "SC", "SK", "SV", "TP", "ZO", "MO", "CO", "SA", "FC", "HO", "SF", "N", "B", "W",
)  # fmt: skip
"""By power: letters on its counters, so that colour is not the only distinction."""

MARK_SILHOUETTE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "city": "elven-castle",
        "capital": "castle",
        "port": "anchor",
        "holy": "star-altar",
        "pentacle": "pentacle",
        "battlefield": "crossed-swords",
    }
)
"""By feature printed in a hex: the name of its drawing."""
RUNE_SILHOUETTE: Final = (
    "death-skull", "tree-growth", "evil-eyes", "peace-dove", "mountains", "whirlwind", "flame", "water-drop",
    "anvil", "oak-leaf",
)  # fmt: skip
"""By rune: the name of its drawing."""

SILHOUETTES: Final[Mapping[str, str]] = MappingProxyType(DATA.read_silhouettes())
"""By name: SVG path in a view box of 512 by 512."""

MAGIC_MARKER, BATTLE_MARKER, FLAMES, ENTRENCHMENT = "magic-hex", "battlefield", "flames", "entrenchment"
TURN_MARKER = "game-turn"
"""Faces of face-down counters and of markers in a hex."""


@cache
def counter_faces() -> dict[str, Counter]:
    """Return every face by key: a piece's key, `undead_face`, `forged_face` or a marker's name."""
    return dict(_faces())


def _faces() -> Iterator[tuple[str, Counter]]:
    for u in range(UNITS):
        if UNIT_OF[u] != BATTLEFIELD:
            yield PIECE_KEY[u], unit_face(u)
        if UNDEAD_STRENGTH[u]:
            yield undead_face(u), undead(u)
    for p in MONSTERS:
        yield PIECE_KEY[p], monster_face(p)
    for p in LEADERS:
        yield PIECE_KEY[p], leader(p)
    for p in DEVICES[:NAMED]:
        yield PIECE_KEY[p], device_face(p)
    for side in (LIVING_SWORD, HEROS_SWORD):
        yield forged_face(side), forged(side)
    yield MAGIC_MARKER, Counter("Magic hex marker", "magic", "pentacle", text="Magic hex marker, face down")
    yield BATTLE_MARKER, Counter("Battlefield unit", "battlefield", "spears", text="Battlefield unit, face down")
    yield TURN_MARKER, Counter("Game-turn", "marker", "sunrise", text="Game-turn marker")
    yield FLAMES, Counter("Flames", "marker", "fire-wave", text="Flames: nobody may enter")
    yield (
        ENTRENCHMENT,
        Counter("Entrenchments", "marker", "defensive-wall", text="Entrenchments: defends as a city"),
    )


def undead_face(u: int) -> str:
    """Return the key of a unit's undead side."""
    return f"{PIECE_KEY[u]}.undead"


def forged_face(side: int) -> str:
    """Return the key of a side of a forged sword, LIVING_SWORD or HEROS_SWORD."""
    return ("living-sword", "heros-sword")[side]


def unit_face(u: int) -> Counter:
    """Return a unit's living side."""
    power = UNIT_OF[u]
    figures = {"nw": CODE_OF[power], "s": str(STRENGTH[u])} | _numeral(u)
    return Counter(PIECE_NAME[u], STYLE_OF[power], SILHOUETTE[u], figures, "solid", unit_text(u))


def undead(u: int) -> Counter:
    """Return a unit's undead side, the only one of battlefield units."""
    figures = {"nw": CODE_OF[UNIT_OF[u]], "s": str(UNDEAD_STRENGTH[u])} | _numeral(u)
    text = f"{PIECE_NAME[u]}, undead {_KINDS[UNIT_TYPE[u]]}: strength {UNDEAD_STRENGTH[u]}"
    return Counter(f"{PIECE_NAME[u]}, undead", "undead", SILHOUETTE[u], figures, "outline", text)


def _numeral(u: int) -> dict[str, str]:
    """Return the numeral of an Imperial Legion, by which the fallen ones are identified."""
    return {"ne": PIECE_NAME[u].split()[-1]} if IS_LEGION[u] else {}


_KINDS: Final = ("infantry", "cavalry", "air unit", "siege train", "fleet")


def unit_text(u: int) -> str:
    """Return a unit's living side in words."""
    strength = f"strength {STRENGTH[u]}" if STRENGTH[u] else "no strength"
    undead = f", {UNDEAD_STRENGTH[u]} as undead" if UNDEAD_STRENGTH[u] else ""
    return f"{PIECE_NAME[u]}, {_KINDS[UNIT_TYPE[u]]} of {_power_name(UNIT_OF[u])}: {strength}{undead}"


def _power_name(power: int) -> str:
    name = POWER_NAME[power]
    if power == WHITE:
        return "nobody"
    return name.replace("The ", "the ") if name.startswith("The ") else name


def monster_face(p: int) -> Counter:
    """Return a monster's face: Combat Strength, then rune and Magic Strength (18.22, 18.23)."""
    k = p - MONSTERS.start
    figures = {"sw": str(MONSTER_STRENGTH[k])} | _magic(MONSTER_RUNE[k], MONSTER_MAGIC[k])
    text = (
        f"{PIECE_NAME[p]}, monster: strength {MONSTER_STRENGTH[k]}{_magic_text(MONSTER_RUNE[k], MONSTER_MAGIC[k])}"
    )
    return Counter(PIECE_NAME[p], "magic", SILHOUETTE[p], figures, "solid", text)


def leader(p: int) -> Counter:
    """Return a leader's face: Hero Rating at the left, rune, Magic Strength at the right (3.1)."""
    k = p - FIRST_LEADER
    power = LEADER_OF[k]
    figures = {"nw": CODE_OF[power], "sw": str(HERO[k])} | _magic(RUNE[k], MAGIC[k])
    office = "mercenary leader" if power in GROUP_POWERS else f"leader of {_power_name(power)}"
    text = f"{PIECE_NAME[p]}, {office}: hero rating {HERO[k]}{_magic_text(RUNE[k], MAGIC[k])}"
    return Counter(PIECE_NAME[p], STYLE_OF[power], SILHOUETTE[p], figures, "solid", text)


def device_face(p: int) -> Counter:
    """Return a device's face: Hero Rating bonus, rune and Magic Strength if it has them (3.1)."""
    k = p - DEVICES.start
    hero = f"+{DEVICE_HERO[k]}" if DEVICE_HERO[k] else "–"
    figures = {"sw": hero} | _magic(DEVICE_RUNE[k], DEVICE_MAGIC[k])
    adds = f": hero rating +{DEVICE_HERO[k]}" if DEVICE_HERO[k] else ": no hero rating"
    text = f"{PIECE_NAME[p]}, magical device{adds}{_magic_text(DEVICE_RUNE[k], DEVICE_MAGIC[k])}"
    return Counter(PIECE_NAME[p], "magic", SILHOUETTE[p], figures, "solid", text)


def forged(side: int) -> Counter:
    """Return the face of a side of a forged sword."""
    hero = FORGED_HERO[side]
    adds = f"hero rating +{hero}" if hero else "no hero rating"
    text = f"{FORGED_NAME[side]}, magical device: {adds}"
    figures = {"sw": f"+{hero}" if hero else "–"}
    return Counter(FORGED_NAME[side], "magic", FORGED_SILHOUETTE[side], figures, "solid", text)


def _magic(rune: int, magic: int) -> dict[str, str]:
    return {"ne": RUNES[rune].capitalize(), "se": str(magic)} if rune >= 0 else {}


def _magic_text(rune: int, magic: int) -> str:
    return f", {RUNES[rune].capitalize()} rune, magic strength {magic}" if rune >= 0 else ", no magic"
