"""Generated glossary entries: counters, spells, ground and hexsides.

Values come from the data, texts from the catalogue. All other entries are in `data/glossary`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.core import Catalogue
from palatine.core.guidance.glossary import GlossaryEntry
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
    UNIT_CODE,
    UNIT_KEY,
    UNIT_NAME,
    UNITS,
)
from palatine.games.demonlord.components.spells import EARTHPIT_PENALTY, SPELL_LIMIT, SPELL_POWER, SPELLS
from palatine.games.demonlord.components.tables import (
    BATTLE_SIZE,
    CAVALRY,
    FOOT,
    MELEE_CAVALRY,
    MELEE_PHASING,
    MELEE_PHASING_CAVALRY,
    MISSILE_EFFECT,
    WINGED,
    ground_cost,
    hexside_cost,
)
from palatine.games.demonlord.components.world import DATA, LAKE, SIDES, TERRAIN_NAMES
from palatine.games.demonlord.view.boards import TERRAIN_STYLES
from palatine.games.demonlord.view.faces import ARMOURS, MODES

HOMELAND_NAMES: Final = {row["code"]: row["name"] for row in DATA.read_toml("units.toml")["homeland"]}
NUMERALS: Final = (" I", " II", " III", " IV", " V")
TRAVELLERS: Final = (FOOT, CAVALRY, WINGED)
"""The usual movement classes: foot, mounted, winged."""
SPELL_CLAUSES: Final = (
    "MAG-23", "MAG-24", "MAG-26", "MAG-28", "MAG-32", "MAG-35", "MAG-38", "MAG-36", "MAG-41",
)  # fmt: skip
"""By spell: the first clause of its rules."""
SIDES_OF_HEXES: Final = {
    "river": ("MOV-11", "river"), "ford": ("MOV-12", "ford"), "bridge": ("MOV-12", "bridge"),
    "road": ("MOV-02", "road"), "alps": ("MOV-14", "alps"), "lake": ("MOV-14", "lake-side"),
}  # fmt: skip
"""By kind of hexside: its clause, and the style of its lines."""


def glossary_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Return all generated entries."""
    yield from counter_entries(words)
    yield from spell_entries(words)
    yield from grounds(words)
    yield from hexside_entries(words)


# Counters


def counter_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Return one entry for all counters of a name, regardless of number."""
    alike: dict[str, list[int]] = {}
    for u in range(UNITS):
        alike.setdefault(bare_name(u), []).append(u)
    for name, units in alike.items():
        text = troop(words, units[0]) if IS_TROOP[units[0]] else character(words, units[0])
        faces = tuple([UNIT_KEY[u] for u in units])
        numbered = tuple([UNIT_NAME[u] for u in units if UNIT_NAME[u] != name])
        clause = "UNIT-01" if IS_TROOP[units[0]] else "UNIT-07" if LEAD[units[0]] >= 0 else "MAG-01"
        yield GlossaryEntry(f"unit-{faces[0]}", name, text, "unit", clause, numbered, faces)


def bare_name(u: int) -> str:
    """Return a unit's name without its number: `Timur Knights`."""
    name = UNIT_NAME[u]
    return next((name.removesuffix(numeral) for numeral in reversed(NUMERALS) if name.endswith(numeral)), name)


def troop(words: Catalogue, u: int) -> str:
    data = {
        "home": HOMELAND_NAMES[UNIT_CODE[u]], "mode": MODES[MODE[u]], "armour": ARMOURS[ARMOUR[u]],
        "missile": MISSILE[u], "melee": MELEE[u], "morale": MORALE[u], "points": MP[u],
    }  # fmt: skip
    return words.say("glossary.shooter" if MISSILE[u] else "glossary.troop", **data)


def character(words: Catalogue, u: int) -> str:
    parts = [words.say("glossary.character", home=HOMELAND_NAMES[UNIT_CODE[u]], mode=MODES[MODE[u]], points=MP[u])]
    if LEAD[u] > 0:
        parts.append(words.say("glossary.leader", lead=LEAD[u]))
    else:
        parts.append(words.say("glossary.leader-of-none" if LEAD[u] < 0 else "glossary.leader-of-zero"))
    parts.append(
        words.say("glossary.magician", power=POWER[u], range=RANGE[u])
        if POWER[u]
        else words.say("glossary.no-magician")
    )
    return " ".join(parts)


# Spells


def spell_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Return an entry for each spell: effect, casters, and chance of success."""
    for spell, name in enumerate(SPELLS):
        key = name.lower()
        figures = [
            words.say(
                "glossary.spell-figures", side=side, power=SPELL_POWER[side][spell],
                odds=(SPELL_LIMIT[side][spell], 6),
            )
            for side in range(len(SIDES) - 1)
            if SPELL_POWER[side][spell]
        ]  # fmt: skip
        text = words.say(f"glossary.spells.{key}", penalty=EARTHPIT_PENALTY)
        yield GlossaryEntry(
            f"spell-{key}", name, " ".join([text, *figures]), "spell", SPELL_CLAUSES[spell], labels=(name,)
        )


# Ground


def grounds(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Return an entry for each ground: cost to cross, and effect on battles."""
    for terrain, name in TERRAIN_NAMES.items():
        text = words.say("glossary.lake") if terrain == LAKE else ground_text(words, terrain)
        style = TERRAIN_STYLES[name]
        yield GlossaryEntry(f"ground-{name}", style.name, text, "terrain", "MOV-09", grounds=(name,))


def ground_text(words: Catalogue, terrain: int) -> str:
    foot, mounted, winged = [ground_cost(cls, terrain) for cls in TRAVELLERS]
    parts = [words.say("glossary.ground", foot=foot, mounted=mounted, winged=winged, size=BATTLE_SIZE[terrain])]
    effects = (
        ("missiles", MISSILE_EFFECT), ("mounted", MELEE_CAVALRY), ("phasing", MELEE_PHASING),
        ("riders", MELEE_PHASING_CAVALRY),
    )  # fmt: skip
    parts += [
        words.say(f"glossary.ground-{name}", amount=amount) for name, table in effects if (amount := table[terrain])
    ]
    return " ".join(parts)


def hexside_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Return an entry for each kind of hexside, with its cost."""
    for name, (clause, line) in SIDES_OF_HEXES.items():
        foot, mounted, winged = [hexside_cost(cls, name) for cls in TRAVELLERS]
        text = words.say(f"glossary.sides.{name}", foot=foot, mounted=mounted, winged=winged)
        term = words.say(f"glossary.side-names.{name}")
        yield GlossaryEntry(f"side-{name}", term, text, "terrain", clause, lines=(line,))
