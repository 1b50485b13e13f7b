"""What the game is made of, loaded once from `data/` into immutable tables.

Ints inside, names at the border: terrains, races, alignments, tempers, abilities, army types, spells, monsters, kinds
of item, discoveries, kinds of feature and titles are numbers, in the order of their files.
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
    """An ability by its code. ValueError for none."""
    return ABILITIES.index(code)


class Alignment(msgspec.Struct, frozen=True):
    """What an alignment brings (2.3); `magic` and `special` are abilities, -1 for none."""

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
"""By alignment: the magic that never can be learnt (2.1)."""

MASTERY: Final[tuple[Row, ...]] = tuple(DATA.read_toml("mastery.toml")["mastery"])
"""By ability: what its masters learn, powers by name (2.0)."""
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
"""Five of each ability, in their order."""

_LEVELS: Final[Mapping[str, list[int]]] = TABLES["levels"]
PERCENT_LEVEL: Final = tuple(_LEVELS["percent"])
"""By skill: the level by which percentages go; above four only some levels bring more (2.0)."""
MARCH_SLOW: Final = tuple(_LEVELS["march_slow"])
MARCH_FAST: Final = tuple(_LEVELS["march_fast"])
"""By March skill: extra provinces for armies of speed 1 and 2, and for faster ones (4.1.2)."""
UNIFY: Final = (80, 50, 20)
"""By distance of where they come from: the percentage to fight as one force, without March or Naval (4.1.2)."""
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
"""Levels a King begins with, and the most of them in one ability (2.1)."""
APTITUDE_MOST: Final = 5

# ------------------------------------------------------------------------------------------- lands (1.6)

TERRAINS: Final = names_of(TABLES["terrain"])
PLAIN, DESERT, JUNGLE, FOREST, MOUNTAIN, SEA = range(len(TERRAINS))
TERRAIN_LETTER: Final = "PDJFMS"


class Terrain(msgspec.Struct, frozen=True):
    """A row of the Terrain Table: taxes alike likely, percentages, and the length of a battle line."""

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
    """In which word a province's taxes are told to its neighbours (1.1)."""
    return RICH if tax >= 7 else PROSPEROUS if tax >= 3 else POOR


def likely_wealth(terrain: int) -> int:
    """What may be assumed of a province whose wealth is not told (1.1)."""
    return POOR if terrain in (SEA, DESERT) else PROSPEROUS


# ------------------------------------------------------------------------------------- races and armies (6)

RACES: Final = names_of(TABLES["race"])
HUMAN, ELF, DWARF, ORC, MERMEN, WEREBEASTS, WHALES, TROLLS, EAGLES, ENTS, DRAGONS = range(len(RACES))
PEOPLE: Final[tuple[str, ...]] = tuple(row["people"] for row in TABLES["race"])
HUMANOID: Final = (HUMAN, ELF, DWARF, ORC)
DRUID_TO_LEAD: Final[tuple[int, ...]] = tuple(row["druid"] for row in TABLES["race"])
"""By race: the Druid level with which somebody of another race leads it (4.3.2)."""

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
"""Army types that humanoids can be levied as (3.4)."""


class ArmyType(msgspec.Struct, frozen=True):
    """A row of the Army Type Table; `strength` attacking, `defending` a province, `most` of the unpredictable."""

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
"""Scenarios of the greater game: maps are sent, optional titles count, alignments vote together (12.1)."""
BOW_ARMED: Final = ("europe", "earth")
"""Maps whose Light Cavalry is modelled on a later one (12.2, 12.3)."""
LIGHT_ABROAD: Final = 3
"""Its strength and pay there."""
BEST_TYPE: Final = tuple(
    ARMY_CODES.index(row["best"]) if "best" in row else ARMY_CODES.index(row["own"]) for row in TABLES["race"]
)
"""By race: the army type it is best at, or the only one it has."""
RACE_TERRAIN: Final = tuple(TERRAINS.index(row["terrain"]) if "terrain" in row else -1 for row in TABLES["race"])

SUB_DEPLETED, DEPLETED, GREEN, AVERAGE, VETERAN, CRACK, ELITE = range(-1, 6)
"""Quality is the multiplier of strength, from Depleted up; Sub-Depleted lies below (6.3)."""
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
    """The ability a character casts a spell with: Charm of the Undead is Necromancy (4.2.2)."""
    return NECROMANCY if spell == CHARM and alignment == UNDEAD else SPELLS[spell].ability


# ------------------------------------------------------------------------------------------ monsters (5.9)

MINDS: Final = ("mech", "anim", "low", "med", "high", "super")
DISBELIEF: Final = (20, 40, 60, 80, 100, 120)
"""By mind: the percentage to disbelieve an image (4.2.3)."""
SPEEDS: Final = ("slow", "medium", "fast")
FLIGHT: Final = (80, 50, 20)
"""By speed of the foe: the percentage to flee from it (5.6)."""
MECHANICAL, ANIMAL, LOW, MEDIUM, HIGH, SUPERHUMAN = range(len(MINDS))


class Monster(msgspec.Struct, frozen=True):
    """A kind of monster; damage is from 1 to the number given; `magic` is by ability."""

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
    """The percentage of its kind that have the magic."""


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
    """With which word a monster of so many hit points is told, exceptional skill one higher (3.2)."""
    found = sum(1 for least in _WORD_FROM[1:] if hp >= least)
    is_exceptional = monster.melee >= 2 or monster.missile >= 2
    return min(found + is_exceptional, VERY_POWERFUL)


# ------------------------------------------------------------------------------- items, discoveries, features


class ItemKind(msgspec.Struct, frozen=True):
    """A kind of magic item; `effect` in words, `powers` what the rules read, by name."""

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
    """A discovery; `tier` 0 common, 1 uncommon, 2 obscure; `powers` what the rules read, by name."""

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
    """A kind of feature: where it lies, who guards it (-1: nobody) with weights, its chance of a special function."""

    name: str
    terrains: frozenset[int]
    guardians: tuple[int, ...]
    unguarded: int
    special: int


def _guardians(row: Row) -> tuple[int, ...]:
    """The monsters that guard a kind of feature, by name or by their kinds."""
    if "guardian_kinds" in row:
        kinds = set(row["guardian_kinds"])
        return tuple(number for number, monster in enumerate(MONSTERS) if monster.kinds & kinds)
    return tuple(MONSTER_BY_NAME[name] for name in row["guardians"])


UNGUARDED: Final = 8
"""The percentage of features that nobody guards, where the kind says nothing."""
FEATURES: Final = tuple(
    FeatureKind(
        row["name"], _terrains(row["terrains"]), _guardians(row), row.get("unguarded", UNGUARDED), row["special"]
    )
    for row in DATA.read_toml("features.toml")["feature"]
)  # fmt: skip
