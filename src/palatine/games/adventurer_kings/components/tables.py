"""Rulebook tables, loaded once from `data/` and immutable.

Terrains, races, alignments, tempers, abilities, army types, spells, monsters, item kinds, discoveries, feature kinds
and titles are integers in the order of their files. Names are used only in texts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from palatine.core.data import PackageData

DATA: Final = PackageData("palatine.games.adventurer_kings")
Row = Mapping[str, Any]
TABLES: Final = DATA.read_toml("tables.toml")


def names_of(rows: Sequence[Row]) -> tuple[str, ...]:
    return tuple(row["name"] for row in rows)


# ------------------------------------------------------------------------------------ people (2.3, 2.4, 4)

ALIGNMENTS: Final = names_of(TABLES["alignment"])
DIVINE, GOOD, DRUIDIC, NEUTRAL, PAGAN, EVIL, UNDEAD = range(len(ALIGNMENTS))
TEMPERS: Final = ("berserk", "brave", "cautious", "cowardly")
BERSERK, BRAVE, CAUTIOUS, COWARDLY = range(len(TEMPERS))
ABILITIES: Final[tuple[str, ...]] = tuple(row["code"] for row in TABLES["ability"])
ABILITY_NAME: Final = names_of(TABLES["ability"])
(
    TACTICAL,
    FORCED_MARCH,
    NAVAL,
    ARCHERY,
    MELEE,
    WHITE_MAGIC,
    PSYCHIC_MAGIC,
    ILLUSORY_MAGIC,
    ELEMENTAL_MAGIC,
    NECROMANCY,
    SAGE,
    DRUID,
    SPY,
    EXPLORER,
    THIEF,
) = range(len(ABILITIES))
MAGICS: Final = (WHITE_MAGIC, PSYCHIC_MAGIC, ILLUSORY_MAGIC, ELEMENTAL_MAGIC, NECROMANCY)
TOP: Final = 9
"""The highest skill (2.0)."""


def ability(code: str) -> int:
    """Return an ability by its code. Raises ValueError for an unknown code."""
    return ABILITIES.index(code)


class Alignment(msgspec.Struct, frozen=True):
    """Properties of an alignment (2.3); `magic` and `special` are abilities, -1 for none."""

    name: str
    loss: int
    fanatic: int
    magic: int
    special: int


ALIGNMENT: Final = tuple(
    Alignment(
        row["name"], row["loss"], row.get("fanatic", 0),
        ability(row["magic"]) if "magic" in row else -1, ability(row["special"]) if "special" in row else -1,
    )
    for row in TABLES["alignment"]
)  # fmt: skip
BARRED: Final = {DIVINE: NECROMANCY, UNDEAD: WHITE_MAGIC}
"""Magic that cannot be learnt, by alignment (2.1)."""

MASTERY: Final[tuple[Row, ...]] = tuple(DATA.read_toml("mastery.toml")["mastery"])
"""Powers that masters learn, by ability (2.0)."""
POWERS: Final[tuple[str, ...]] = tuple(name for row in MASTERY for name in row["powers"])
POWERS_EACH: Final = TOP - 4
(
    SECOND_CONTEST, LINE_AS_WANTED, STRONG_SECOND_RANK, SURE_SWITCHES, CERTAIN_COLUMNS,
    FREE_EXIT, FREE_CONQUEST, FAST_GARRISONS, FREE_REACTION, DOUBLE_MARCH,
    LAND_TO_LAND, THREE_ABOARD, UNTIRED_AT_SEA, SIGHT_OF_FLEETS, COASTAL_FLEETS,
    FIRST_VOLLEY, ARROWS_AT_UNSEEN, HEAVY_ARROWS, FAR_SHOT, DOUBLE_VOLLEY,
    EXTRA_SWING, QUICK_CLOSING, TOUGHNESS, DEATH_BLOW, FIRST_BLOW,
    SURE_RESURRECTION, WIDE_BLESSING, SYMBOL_AGAINST_SPELLS, HEALING, DOUBLE_RESURRECTION,
    ZEALOUS_ORATORY, DOUBLE_CLAIRVOYANCE, CHARM_OF_LEADERS, LONG_BLAST, MASS_ORATORY,
    LASTING_ILLUSION, DOUBLE_PHANTASM, HIDDEN_ARMIES, CONVINCING_MIRROR, UNSEEN_MARCH,
    DOUBLE_FLOOD, GREAT_TORNADO, GREAT_FIREBALL, FAR_EARTHQUAKE, FOG,
    MORE_SKELETONS, SPARING_PLAGUE, FIRM_HAND, LASTING_SKELETONS, SURE_KILL,
    CHOICE_OF_THREE, KEPT_SECRETS, GREAT_ENGINES, QUICK_PUPILS, SECOND_DISCOVERY,
    FOREIGN_LEVIES, PEACE_WITH_MONSTERS, KEEN_FOREIGNERS, GENTLE_TALK, MONSTER_ALLY,
    EXACT_REPORT, MAP_THEFT, SIGHT_OF_TREATIES, SECOND_QUARRY, PLANTED_RUMOUR,
    QUICK_FINDS, SIGHT_OF_TRAPS, TRUE_RUMOURS, WIDE_EXPLORATION, SAFE_ROADS,
    HARD_TO_CATCH, DOUBLE_THEFT, ROYAL_THEFT, NO_RANSOM, STOLEN_DISCOVERY,
) = range(len(POWERS))  # fmt: skip
"""Five powers of each ability, in order."""

_LEVELS: Final[Mapping[str, list[int]]] = TABLES["levels"]
PERCENT_LEVEL: Final = tuple(_LEVELS["percent"])
"""Level for percentages by skill; above four, only some levels count more (2.0)."""
MARCH_SLOW: Final = tuple(_LEVELS["march_slow"])
MARCH_FAST: Final = tuple(_LEVELS["march_fast"])
"""Extra provinces by March skill, for armies of speed 1 and 2 and for faster ones (4.1.2)."""
UNIFY: Final = (80, 50, 20)
"""Percentage to fight as one force without March or Naval, by distance of origins (4.1.2)."""
SPY_ESCAPE: Final = tuple(_LEVELS["spy_escape"])
SPY_ERROR: Final = tuple(_LEVELS["spy_error"])
ACTION_SPELLS: Final = tuple(_LEVELS["action_spells"])
COMBAT_SPELLS: Final = tuple(_LEVELS["combat_spells"])
APTITUDE_RISE: Final = tuple(TABLES["practice"]["aptitude"])
PRACTICE_ALONE: Final[int] = TABLES["practice"]["alone"]
PRACTICE_ALIKE: Final[int] = TABLES["practice"]["alike"]
EXPERIENCE: Final[Mapping[str, int]] = {k: v for k, v in TABLES["experience"].items() if k != "provenance"}
MOST_AT_START: Final = 2
POINTS_AT_START: Final = 4
"""Levels of a new King, and the maximum in one ability (2.1)."""
APTITUDE_MOST: Final = 5

# ------------------------------------------------------------------------------------------- lands (1.6)

TERRAINS: Final = names_of(TABLES["terrain"])
PLAIN, DESERT, JUNGLE, FOREST, MOUNTAIN, SEA = range(len(TERRAINS))
TERRAIN_LETTER: Final = "PDJFMS"


class Terrain(msgspec.Struct, frozen=True):
    """A row of the Terrain Table: equally likely taxes, percentages, length of a battle line."""

    name: str
    tax: tuple[int, ...]
    explore: int
    line: tuple[int, int]
    encounter: int


TERRAIN: Final = tuple(
    Terrain(row["name"], tuple(row["tax"]), row["explore"], tuple(row["line"]), row["encounter"])
    for row in TABLES["terrain"]
)
POOR, PROSPEROUS, RICH = range(3)
WEALTHS: Final = ("Poor", "Prosperous", "Rich")


def wealth_class(tax: int) -> int:
    """Return the wealth class of a tax, as reported to neighbours (1.1)."""
    return RICH if tax >= 7 else PROSPEROUS if tax >= 3 else POOR


def likely_wealth(terrain: int) -> int:
    """Return the wealth to assume for a province without a report (1.1)."""
    return POOR if terrain in (SEA, DESERT) else PROSPEROUS


# ------------------------------------------------------------------------------------- races and armies (6)

RACES: Final = names_of(TABLES["race"])
HUMAN, ELF, DWARF, ORC, MERMEN, WEREBEASTS, WHALES, TROLLS, EAGLES, ENTS, DRAGONS = range(len(RACES))
PEOPLE: Final[tuple[str, ...]] = tuple(row["people"] for row in TABLES["race"])
HUMANOID: Final = (HUMAN, ELF, DWARF, ORC)
DRUID_TO_LEAD: Final[tuple[int, ...]] = tuple(row["druid"] for row in TABLES["race"])
"""Druid level needed to lead a foreign race, by race (4.3.2)."""

ARMY_CODES: Final[tuple[str, ...]] = tuple(row["code"] for row in TABLES["army"])
(
    GARRISON, BOWMEN, AXEMEN, PHALANX, LEGION, LIGHT, HEAVY, CHARIOTS, ELEPHANTS, CAMELS, WARGS, DRAGON, EAGLE, WHALE,
    FLEET, MERMAN, ENT, TROLL, WERE,
) = range(len(ARMY_CODES))  # fmt: skip
MOUNTED: Final = frozenset((LIGHT, HEAVY, CHARIOTS, ELEPHANTS, CAMELS, WARGS))
AIR_ARMIES: Final = frozenset((DRAGON, EAGLE))
SEA_ARMIES: Final = frozenset((WHALE, FLEET, MERMAN))
BESIDE: Final = frozenset((DRAGON, EAGLE, WHALE, MERMAN))
"""Units that attack from above or below (7.2)."""
KEEN: Final = frozenset((LIGHT, HEAVY, ELEPHANTS, CAMELS, CHARIOTS, WARGS, DRAGON, EAGLE, WHALE))
"""Units most of which pursue a beaten enemy (7.3)."""
AMONG_HUMANOIDS: Final = frozenset(range(GARRISON, DRAGON)) | {FLEET}
"""Army types that can be levied from humanoids (3.4)."""


class ArmyType(msgspec.Struct, frozen=True):
    """A row of the Army Type Table.

    `strength` is for attack, `defending` for defence of a province, `most` the maximum of unpredictable types.
    """

    code: str
    name: str
    strength: int
    defending: int
    most: int
    speed: int
    pay: int
    home: frozenset[int]
    adverse: frozenset[int]
    nemesis: frozenset[int]


def _terrains(names: Sequence[str]) -> frozenset[int]:
    return frozenset(TERRAINS.index(name) for name in names)


ARMY: Final = tuple(
    ArmyType(
        row["code"], row["name"], row["strength"], row.get("defending", row["strength"]),
        row.get("most", row["strength"]), row["speed"], row["pay"],
        _terrains(row.get("home", ())), _terrains(row.get("adverse", ())),
        frozenset(ARMY_CODES.index(code) for code in row.get("nemesis", ())),
    )
    for row in TABLES["army"]
)  # fmt: skip
GREATER: Final = ("super", "earth")
"""Scenarios of the greater game: sent maps, optional titles, votes by alignment (12.1)."""
BOW_ARMED: Final = ("europe", "earth")
"""Maps whose Light Cavalry follows a later model (12.2, 12.3)."""
LIGHT_ABROAD: Final = 3
"""Strength and pay of Light Cavalry there."""
BEST_TYPE: Final = tuple(
    ARMY_CODES.index(row["best"]) if "best" in row else ARMY_CODES.index(row["own"]) for row in TABLES["race"]
)
"""Army type that a race is best at, or its only one, by race."""
RACE_TERRAIN: Final = tuple(TERRAINS.index(row["terrain"]) if "terrain" in row else -1 for row in TABLES["race"])

SUB_DEPLETED, DEPLETED, GREEN, AVERAGE, VETERAN, CRACK, ELITE = range(-1, 6)
"""Qualities: multipliers of strength from Depleted up; Sub-Depleted is below (6.3)."""
QUALITY_NAME: Final[tuple[str, ...]] = tuple(TABLES["quality"]["names"])
TRAIN: Final[tuple[float, ...]] = tuple(TABLES["quality"]["train"])
RISE: Final[tuple[float, ...]] = tuple(TABLES["quality"]["rise"])
FALL: Final[tuple[float, ...]] = tuple(TABLES["quality"]["fall"])
REMNANT: Final[tuple[float, ...]] = tuple(TABLES["quality"]["remnant"])


def quality_name(quality: int) -> str:
    return QUALITY_NAME[min(quality + 1, len(QUALITY_NAME) - 1)]


# -------------------------------------------------------------------------------------------- spells (4.2)


class Spell(msgspec.Struct, frozen=True):
    """A spell: its ability, and whether it is cast as an action, in personal combat, or both."""

    code: str
    name: str
    ability: int
    action: bool
    combat: bool


SPELLS: Final = tuple(
    Spell(row["code"], row["name"], ability(row["code"][:2]), row.get("action", False), row.get("combat", False))
    for row in TABLES["spell"]
)
SPELL_BY_CODE: Final = {spell.code: number for number, spell in enumerate(SPELLS)}
(
    RESURRECT, PART_SEA, BLESS, HOLY_SYMBOL, SPIRITWRACK, CHARM, ORATORY, CLAIRVOYANCE, BLAST, STORM, ILLUSION,
    PHANTASM, HIDE, INVISIBILITY, MIRROR, FLOOD, TORNADO, EARTHQUAKE, FIREBALL, ICE, SKELETONS, KILL, PLAGUE, HAND,
    CONTROL,
) = range(len(SPELLS))  # fmt: skip


def magic_of(spell: int, alignment: int) -> int:
    """Return the ability for casting a spell; Charm of the Undead is Necromancy (4.2.2)."""
    return NECROMANCY if spell == CHARM and alignment == UNDEAD else SPELLS[spell].ability


# ------------------------------------------------------------------------------------------ monsters (5.9)

MINDS: Final = ("mech", "anim", "low", "med", "high", "super")
DISBELIEF: Final = (20, 40, 60, 80, 100, 120)
"""Percentage to disbelieve an image, by mind (4.2.3)."""
SPEEDS: Final = ("slow", "medium", "fast")
FLIGHT: Final = (80, 50, 20)
"""Percentage to flee, by speed of the foe (5.6)."""
MECHANICAL, ANIMAL, LOW, MEDIUM, HIGH, SUPERHUMAN = range(len(MINDS))


class Monster(msgspec.Struct, frozen=True):
    """A kind of monster.

    * `damage`: maximum; it is from 1 to this number.
    * `magic`: levels by ability.
    """

    name: str
    hp: int
    melee: int
    damage: int
    missile: int
    missile_damage: int
    speed: int
    mind: int
    alignment: int
    kinds: frozenset[str]
    magic: Mapping[int, int]
    terrains: frozenset[int]
    talk: int
    special: str
    magic_chance: int
    """Percentage of the kind that have the magic."""


def _monster(row: Row) -> Monster:
    return Monster(
        row["name"], row["hp"], row["melee"], row["damage"], row["missile"], row["missile_damage"],
        SPEEDS.index(row["speed"]), MINDS.index(row["mind"]), ALIGNMENTS.index(row["alignment"]),
        frozenset(row["kinds"]), {ability(code): level for code, level in row.get("magic", {}).items()},
        _terrains(row["terrains"]), row["talk"], row.get("special", ""), row.get("magic_chance", 100),
    )  # fmt: skip


MONSTERS: Final = tuple(map(_monster, DATA.read_toml("monsters.toml")["monster"]))
MONSTER_BY_NAME: Final = {monster.name: number for number, monster in enumerate(MONSTERS)}
WEAK, PLAIN_WORD, LARGE, POWERFUL, VERY_POWERFUL = range(5)
WORDS: Final = ("Weak", "", "Large", "Powerful", "Very Powerful")
_WORD_FROM: Final = (0, 13, 20, 30, 45)


def word_of(monster: Monster, hp: int) -> int:
    """Return the word for a monster's strength by hit points; one higher with great skill (3.2)."""
    found = sum(1 for least in _WORD_FROM[1:] if hp >= least)
    is_exceptional = monster.melee >= 2 or monster.missile >= 2
    return min(found + is_exceptional, VERY_POWERFUL)


# ------------------------------------------------------------------------------- items, discoveries, features


class ItemKind(msgspec.Struct, frozen=True):
    """A kind of magic item.

    `effect` is text, `powers` are the values that the rules use, by name.
    """

    name: str
    kinds: frozenset[str]
    spell: int
    level: int
    charges: int
    raises: Mapping[int, int]
    powers: Mapping[str, Any]
    effect: str


_ITEM_FIELDS: Final = frozenset({"name", "kinds", "spell", "level", "charges", "raises", "effect", "provenance"})


def _item(row: Row) -> ItemKind:
    return ItemKind(
        row["name"], frozenset(row["kinds"]), SPELL_BY_CODE[row["spell"]] if "spell" in row else -1,
        row.get("level", 0), row.get("charges", 0),
        {ability(code): levels for code, levels in row.get("raises", {}).items()},
        {key: value for key, value in row.items() if key not in _ITEM_FIELDS}, row["effect"],
    )  # fmt: skip


ITEMS: Final = tuple(map(_item, DATA.read_toml("items.toml")["item"]))
ARTIFACTS: Final = tuple(number for number, item in enumerate(ITEMS) if "artifact" in item.kinds)


class Discovery(msgspec.Struct, frozen=True):
    """A discovery.

    * `tier`: 0 common, 1 uncommon, 2 obscure.
    * `effect`: text.
    * `powers`: values that the rules use, by name.
    """

    name: str
    tier: int
    powers: Mapping[str, Any]
    effect: str


TIERS: Final = ("common", "uncommon", "obscure")
TIER_WEIGHT: Final = (6, 3, 1)
_DISCOVERY_FIELDS: Final = frozenset({"name", "tier", "effect", "provenance"})
DISCOVERIES: Final = tuple(
    Discovery(
        row["name"], TIERS.index(row["tier"]),
        {key: value for key, value in row.items() if key not in _DISCOVERY_FIELDS}, row["effect"],
    )
    for row in DATA.read_toml("discoveries.toml")["discovery"]
)  # fmt: skip


class FeatureKind(msgspec.Struct, frozen=True):
    """A kind of feature.

    It has terrains, weighted guardians (-1 for none) and the chance of a special function.
    """

    name: str
    terrains: frozenset[int]
    guardians: tuple[int, ...]
    unguarded: int
    special: int


def _guardians(row: Row) -> tuple[int, ...]:
    """Return the monsters that guard a kind of feature, by name or by their kinds."""
    if "guardian_kinds" in row:
        kinds = set(row["guardian_kinds"])
        return tuple(number for number, monster in enumerate(MONSTERS) if monster.kinds & kinds)
    return tuple(MONSTER_BY_NAME[name] for name in row["guardians"])


UNGUARDED: Final = 8
"""Percentage of unguarded features, unless the kind has its own."""
FEATURES: Final = tuple(
    FeatureKind(
        row["name"], _terrains(row["terrains"]), _guardians(row), row.get("unguarded", UNGUARDED), row["special"]
    )
    for row in DATA.read_toml("features.toml")["feature"]
)  # fmt: skip
