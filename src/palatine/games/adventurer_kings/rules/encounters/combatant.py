"""Combatants: a character or monster with the effects of a fight (5.0)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders

SPELL_RANGE, BOW_RANGE, MELEE_RANGE = range(3)
SLAIN, FLED, BEGGED, CHARMED, YIELDED = "slain", "fled", "begged", "charmed", "yielded"
"""Ends of an encounter."""
MONSTER_TEMPER: Final = -1


@dataclass(slots=True)
class Body:
    """Hit points."""

    hp: int
    most: int
    reborn: bool = False


@dataclass(slots=True)
class Arms:
    """Melee and missile weapons."""

    melee: int = 0
    damage: int = 6
    reach: int = 0
    """Damage added by the weapon."""
    missile: int = 0
    missile_damage: int = 6
    arrows: int = 0
    """Free attacks left (4.1.4)."""
    weapon: int = 0
    edge: int = 0
    """Melee added by a knightly order or office, with any weapon (5.0, 10.1)."""


@dataclass(slots=True)
class Sorcery:
    """Spells that can be cast."""

    levels: dict[int, int] = field(default_factory=dict)
    """Levels by magic."""
    spells: dict[int, int] = field(default_factory=dict)
    """Spells left by magic (4.2)."""
    used: set[int] = field(default_factory=set)
    """Spells already cast in this encounter, by skill or item."""
    charges: dict[int, int] = field(default_factory=dict)
    """Combat spells by item."""


@dataclass(slots=True)
class Guard:
    """Protection, as factors of the foe's chances."""

    cover: float = 1.0
    """Factor for every blow and arrow (5.1)."""
    melee_cover: float = 1.0
    missile_cover: float = 1.0
    """Factor of armour for blows, and of a shield for arrows."""
    is_unseen: bool = False
    """True if invisible (4.2.3)."""
    ward: int = 0
    """Percentage of the foe's spells that fail."""


@dataclass(slots=True)
class Afflictions:
    """Effects of the foe's spells and blows."""

    silenced: bool = False
    """True if spells and archery are prevented by Spiritwrack."""
    thickened: float = 1.0
    """Factor of the chance to cast."""
    wracked: float = 0.0
    """Reduction of the damage dealt."""
    gripped: bool = False
    """True if in a Hand of Death."""
    gripping: int = 0
    """Level of the Hand of Death held up, 0 for none."""
    held: int = 0
    """Rounds without action, including the current one."""
    shaken: int = 0
    """This round: 0 untouched, 1 missed by a blow, otherwise the damage taken plus one (5.1)."""
    sapped: int = 0


@dataclass(slots=True)
class Conduct:
    """Temper, plan and circumstances of the fight."""

    temper: int = MONSTER_TEMPER
    plan: orders.Plan = ()
    at: int = 0
    """Index of the next tactic in the plan."""
    flee: int = 0
    has_begged: bool = False
    is_defending: bool = False
    """True if the other side began the encounter."""
    is_sheltered: bool = False
    """True in a feature or leading armies, which halves the accuracy of a figurine (4.2.5)."""
    experiences: set[tuple[str, int]] = field(default_factory=set)
    """Sources of experience: rows of the Experience Table with abilities (3.19)."""


class Combatant:
    """One side of an encounter: constant properties, and records of what a fight changes.

    Lasting changes are written back at the end of the fight.
    """

    __slots__ = (
        "afflictions", "alignment", "arms", "body", "conduct", "guard", "is_king", "kinds", "magic", "mind", "name",
        "number", "seat", "special", "speed",
    )  # fmt: skip

    def __init__(self, name: str, hp: int) -> None:
        self.name = name
        self.number = 0
        """The character, or 0 for a monster."""
        self.seat = -1
        self.is_king = False
        self.alignment = tables.NEUTRAL
        self.mind = tables.HIGH
        self.speed = 1
        self.kinds: frozenset[str] = frozenset()
        self.special = ""
        self.body = Body(hp, hp)
        self.arms = Arms()
        self.magic = Sorcery()
        self.guard = Guard()
        self.afflictions = Afflictions()
        self.conduct = Conduct()

    @property
    def is_monster(self) -> bool:
        return self.number == 0

    @property
    def is_dead(self) -> bool:
        return self.body.hp <= 0

    @property
    def is_silent(self) -> bool:
        """True if spells and archery are impossible (4.2.1, 4.2.5)."""
        return self.afflictions.silenced or self.afflictions.gripped

    def is_of(self, kind: str) -> bool:
        return kind in self.kinds

    def sorcery(self) -> int:
        return max(self.magic.levels.values(), default=0)

    def magic_of(self, spell: int) -> int:
        """Return the ability for casting a spell (4.2)."""
        return tables.magic_of(spell, self.alignment) if self.number else tables.SPELLS[spell].ability

    def may_cast(self, spell: int) -> bool:
        """Return whether a combat spell can be cast by skill now (4.2).

        The killing spell is not cast in self-defence (4.2.5).
        """
        if self.is_silent or spell in self.magic.used or (spell == tables.KILL and self.conduct.is_defending):
            return False
        return self.magic.spells.get(self.magic_of(spell), 0) > 0

    def suffer(self, harm: int) -> None:
        """Apply damage, which can disrupt a spell being cast (5.1)."""
        self.body.hp -= harm
        if harm:
            self.afflictions.shaken = max(self.afflictions.shaken, 1 + harm)


def like(other: Combatant) -> Combatant:
    """Return an image of a combatant with its current properties (4.2.3)."""
    image = Combatant(other.name, max(1, other.body.hp))
    image.number, image.alignment, image.mind = other.number, other.alignment, other.mind
    image.speed, image.kinds = other.speed, other.kinds
    image.arms = replace(other.arms)
    image.guard.cover = other.guard.cover
    hurt = other.afflictions
    image.afflictions = Afflictions(wracked=hurt.wracked, gripped=hurt.gripped, sapped=hurt.sapped)
    image.conduct.temper = other.conduct.temper
    return image


class Phantasm:
    """An image and its caster's mind; wounds of both are only imagined (4.2.3)."""

    def __init__(self, caster: Combatant, victim: Combatant, level: int) -> None:
        self.caster = caster
        self.level = level
        self.image = like(victim)
        self.mind = like(victim)
