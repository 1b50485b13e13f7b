"""The hit roll and its modifiers by unit and terrain (BAT-21, MOD, FC-02 to FC-08, B-33)."""

from __future__ import annotations

from collections.abc import Callable

from palatine.games.lord_and_master.components.pieces import Troop
from palatine.games.lord_and_master.rules.combat.battlefield import Battle
from palatine.games.lord_and_master.rules.common.turn import TallyPart

# Tables of the troops.
FOOT = (2, 3)
CAVALRY, CHARIOTS, MISSILE, SKIRMISHERS, BEASTS = 4, 5, 6, 7, 8
CHARGERS = (CAVALRY, CHARIOTS, BEASTS)

ARCHERS = frozenset({"MA", "EA", "OA"})
CROSSBOWS = frozenset({"MX", "DX"})
BOWMEN = ARCHERS | CROSSBOWS
PIKES = frozenset({"MP", "EP"})
POLEARMS = PIKES | {"HP"}
ARTILLERY = frozenset({"AT", "GA"})
MASSED = frozenset({"HF", "DH", "HL", "HP", "MP", "EP", "JH", "TH", "OH"})
"""Kinds that artillery hits well (MOD-12)."""

OPEN_GROUND = ("c", "g")
COVER = ("o", "d", "f")
"""Mountains and forests."""


def to_hit(b: Battle, n: int, target: int) -> list[TallyPart]:
    """Return the parts of the d20 target to hit: 10 + attack - defence with modifiers."""
    attack, defence = b.values(n)[0], b.values(target)[1]
    parts: list[TallyPart] = [(10, "LM-BAT-21", "hit-base"), (attack, "LM-BAT-21", "attack")]
    doubled = _attack_doubled(b, n, target)
    if doubled:
        parts.append((attack, *doubled))
    ours, theirs = b.troops[n], b.troops[target]
    parts += [(amount, clause, reason) for rule, clause, reason in ATTACK if (amount := rule(b, ours, theirs))]
    if is_helped_by_ambush(b, n):
        parts.append((3, "LM-B-33", "ambush"))
    parts.append((-defence, "LM-BAT-21", "defence"))
    if has_walls(b, n, target):
        parts.append((-defence, "LM-FC-02", "doubled-defence"))
    if theirs.table == SKIRMISHERS and b.terrain in COVER:
        parts.append((-2, "LM-MOD-05", "target-in-cover"))
    if is_helped_by_ambush(b, target):
        parts.append((-3, "LM-B-33", "target-in-ambush"))
    return parts


# Doubling; an attack doubled by two rules is doubled once (R68)


def _attack_doubled(b: Battle, n: int, target: int) -> tuple[str, str] | None:
    """Return the clause and reason for a doubled attack; None if it is not doubled."""
    ours, theirs = b.troops[n], b.troops[target]
    if ours.kind in POLEARMS and charges(b, theirs):
        return "LM-MOD-10", "pikes-set"
    if not b.is_assault:
        return None
    defends = b.side(n) is b.defenders
    if ours.kind in CROSSBOWS and defends and b.engines:
        return "LM-FC-03", "crossbows-on-walls"
    if ours.kind in ARTILLERY and (b.engines or not defends):
        return "LM-FC-04", "siege-engines"
    return None


def has_walls(b: Battle, n: int, target: int) -> bool:
    """Return whether walls double the target's defence against this striker (FC-02, FC-19)."""
    return b.walls and n not in b.freed and b.side(target) is b.defenders


# Ambush


def is_helped_by_ambush(b: Battle, n: int) -> bool:
    """Return whether a unit is missile troops or skirmishers in ambush (B-33, R92)."""
    return n in b.ambushers and b.troops[n].table in (MISSILE, SKIRMISHERS)


# Additions to an attack


def charges(b: Battle, ours: Troop) -> bool:
    """Return whether a unit charges: riders in the first round, not in an assault (FC-08)."""
    return b.round == 1 and not b.is_assault and ours.table in CHARGERS


def cavalry_charge(b: Battle, ours: Troop, theirs: Troop) -> int:
    return 4 if ours.table == CAVALRY and charges(b, ours) else 0


def cavalry_in_the_open(b: Battle, ours: Troop, theirs: Troop) -> int:
    return 4 if ours.table == CAVALRY and theirs.table == SKIRMISHERS and b.terrain in OPEN_GROUND else 0


def cavalry_against_bows(b: Battle, ours: Troop, theirs: Troop) -> int:
    return 2 if ours.table == CAVALRY and theirs.kind in BOWMEN else 0


def bows_against_pikes(b: Battle, ours: Troop, theirs: Troop) -> int:
    return 2 if ours.kind in BOWMEN and theirs.kind in PIKES else 0


def bows_against_foot(b: Battle, ours: Troop, theirs: Troop) -> int:
    return -1 if ours.kind in BOWMEN and theirs.table in FOOT and theirs.kind not in PIKES else 0


def skirmishers_in_cover(b: Battle, ours: Troop, theirs: Troop) -> int:
    return 2 if ours.table == SKIRMISHERS and b.terrain in COVER else 0


def skirmishers_against_pikes(b: Battle, ours: Troop, theirs: Troop) -> int:
    return 2 if ours.table == SKIRMISHERS and theirs.kind in PIKES else 0


def skirmishers_against_foot(b: Battle, ours: Troop, theirs: Troop) -> int:
    return -1 if ours.table == SKIRMISHERS and theirs.table in FOOT and theirs.kind not in PIKES else 0


def chariot_charge(b: Battle, ours: Troop, theirs: Troop) -> int:
    return 3 if ours.table == CHARIOTS and charges(b, ours) else 0


def chariots_in_rough(b: Battle, ours: Troop, theirs: Troop) -> int:
    return -1 if ours.table == CHARIOTS and b.terrain in COVER else 0


def beast_charge(b: Battle, ours: Troop, theirs: Troop) -> int:
    if ours.table != BEASTS or not charges(b, ours):
        return 0
    return 8 if theirs.table in FOOT else 4


def dwarves_against_orcs(b: Battle, ours: Troop, theirs: Troop) -> int:
    return 1 if ours.race == "D" and theirs.race == "O" else 0


def artillery_against_massed(b: Battle, ours: Troop, theirs: Troop) -> int:
    return 2 if ours.kind in ARTILLERY and theirs.kind in MASSED else 0


def artillery_against_nimble(b: Battle, ours: Troop, theirs: Troop) -> int:
    nimble = theirs.table in (SKIRMISHERS, CAVALRY) or theirs.kind == "HA"
    return -3 if ours.kind in ARTILLERY and nimble else 0


def horse_archers_against_foot(b: Battle, ours: Troop, theirs: Troop) -> int:
    if ours.kind != "HA" or theirs.table not in FOOT:
        return 0
    return 2 if ours.grade in ("A", "B") else -1


ATTACK: tuple[tuple[Callable[[Battle, Troop, Troop], int], str, str], ...] = (
    (cavalry_charge, "LM-MOD-01", "cavalry-charge"),
    (cavalry_in_the_open, "LM-MOD-02", "ridden-down"),
    (cavalry_against_bows, "LM-MOD-03", "cavalry-on-bows"),
    (bows_against_pikes, "LM-MOD-04", "bows-on-pikes"),
    (bows_against_foot, "LM-MOD-04", "bows-on-foot"),
    (skirmishers_in_cover, "LM-MOD-05", "in-cover"),
    (skirmishers_against_pikes, "LM-MOD-06", "skirmish-on-pikes"),
    (skirmishers_against_foot, "LM-MOD-06", "skirmish-on-foot"),
    (chariot_charge, "LM-MOD-07", "chariot-charge"),
    (chariots_in_rough, "LM-MOD-08", "chariots-in-rough"),
    (beast_charge, "LM-MOD-09", "beast-charge"),
    (dwarves_against_orcs, "LM-MOD-11", "dwarves-on-orcs"),
    (artillery_against_massed, "LM-MOD-12", "engines-on-massed"),
    (artillery_against_nimble, "LM-MOD-13", "engines-on-nimble"),
    (horse_archers_against_foot, "LM-MOD-14", "horse-archers-on-foot"),
)
"""Modifiers with clause and reason."""
