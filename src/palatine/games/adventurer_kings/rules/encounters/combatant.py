"""Who fights in an encounter: a character or a monster, with all that a fight does to him (5.0)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders

SPELL_RANGE, BOW_RANGE, MELEE_RANGE = range(3)
SLAIN, FLED, BEGGED, CHARMED, YIELDED = "slain", "fled", "begged", "charmed", "yielded"
"""How an encounter ends."""
MONSTER_TEMPER: Final = -1


@dataclass(slots=True)
class Body:
    """What he can take."""

    hp: int
    most: int
    reborn: bool = False


@dataclass(slots=True)
class Arms:
    """Blows and arrows."""

    melee: int = 0
    damage: int = 6
    reach: int = 0
    """What a weapon adds to each blow."""
    missile: int = 0
    missile_damage: int = 6
    arrows: int = 0
    """Free attacks that are left (4.1.4)."""
    weapon: int = 0
    edge: int = 0
    """What a knightly order or an office adds to Melee, whatever the weapon (5.0, 10.1)."""


@dataclass(slots=True)
class Sorcery:
    """What he can cast."""

    levels: dict[int, int] = field(default_factory=dict)
    """By magic: the level."""
    spells: dict[int, int] = field(default_factory=dict)
    """By magic: the spells that may still be cast (4.2)."""
    used: set[int] = field(default_factory=set)
    """Spells already cast in this encounter, by skill or item."""
    charges: dict[int, int] = field(default_factory=dict)
    """By item that casts a combat spell: the spell."""


@dataclass(slots=True)
class Guard:
    """What protects him: each a part of the foe's chance that is left."""

    cover: float = 1.0
    """Of every blow and arrow (5.1)."""
    melee_cover: float = 1.0
    missile_cover: float = 1.0
    """What armour leaves of a blow's chance, and a shield of an arrow's."""
    is_unseen: bool = False
    """Invisible (4.2.3)."""
    ward: int = 0
    """The percentage of the foe's spells that fail on him."""


@dataclass(slots=True)
class Afflictions:
    """What the foe's spells and blows have done to him."""

    silenced: bool = False
    """No spells and no archery, by Spiritwrack."""
    thickened: float = 1.0
    """What is left of his chance to cast."""
    wracked: float = 0.0
    """What is taken off the damage he does."""
    gripped: bool = False
    """In a Hand of Death."""
    gripping: int = 0
    """The level of the Hand of Death he holds up, 0 for none."""
    held: int = 0
    """Rounds in which he can do nothing, the present one included."""
    shaken: int = 0
    """In this round: 0 untouched, 1 missed by a blow, else one more than the damage taken (5.1)."""
    sapped: int = 0


@dataclass(slots=True)
class Conduct:
    """How he fights: his temper, his plan, how the encounter came about."""

    temper: int = MONSTER_TEMPER
    plan: orders.Plan = ()
    at: int = 0
    """The place of the next tactic in the plan."""
    flee: int = 0
    has_begged: bool = False
    is_defending: bool = False
    """Whether the encounter is the other's doing."""
    is_sheltered: bool = False
    """In a feature, or at the head of armies: a figurine of him is half guesswork (4.2.5)."""
    experiences: set[tuple[str, int]] = field(default_factory=set)
    """What may teach him something: rows of the Experience Table, and the ability (3.19)."""


class Combatant:
    """One side of an encounter: who he is, which no fight changes, and parts with the numbers of the moment.

    What lasts is written back at the end of the fight.
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
        """Whether he can neither cast nor shoot (4.2.1, 4.2.5)."""
        return self.afflictions.silenced or self.afflictions.gripped

    def is_of(self, kind: str) -> bool:
        return kind in self.kinds

    def sorcery(self) -> int:
        return max(self.magic.levels.values(), default=0)

    def magic_of(self, spell: int) -> int:
        """The ability a spell is cast with (4.2)."""
        return tables.magic_of(spell, self.alignment) if self.number else tables.SPELLS[spell].ability

    def may_cast(self, spell: int) -> bool:
        """Whether a combat spell can be cast by skill now (4.2); nobody kills in self-defence so (4.2.5)."""
        if self.is_silent or spell in self.magic.used or (spell == tables.KILL and self.conduct.is_defending):
            return False
        return self.magic.spells.get(self.magic_of(spell), 0) > 0

    def suffer(self, harm: int) -> None:
        """Damage of any kind; who is about to cast may lose his spell over it (5.1)."""
        self.body.hp -= harm
        if harm:
            self.afflictions.shaken = max(self.afflictions.shaken, 1 + harm)


def like(other: Combatant) -> Combatant:
    """The image of a combatant, with his present characteristics (4.2.3)."""
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
    """An image and the mind that fights it; the wounds of both are no more than imagined (4.2.3)."""

    def __init__(self, caster: Combatant, victim: Combatant, level: int) -> None:
        self.caster = caster
        self.level = level
        self.image = like(victim)
        self.mind = like(victim)
