"""Who fights in an encounter: a character or a monster, with all that a fight does to him (5.0)."""

from __future__ import annotations

from typing import Any, Final

from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.orders import kinds as o
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.state import Feature, State

SPELL_RANGE, BOW_RANGE, MELEE_RANGE = range(3)
SLAIN, FLED, BEGGED, CHARMED, YIELDED = "slain", "fled", "begged", "charmed", "yielded"
"""How an encounter ends."""
HIT_POINTS: Final = 10
RAGE: Final = 4
"""At most so many more for the Berserk (2.4)."""
MONSTER_TEMPER: Final = -1


class Combatant:
    """One side of an encounter. Numbers are those of the moment; what lasts is written back at its end."""

    __slots__ = (
        "alignment", "arrows", "at", "charges", "cover", "damage", "deeds", "edge", "flee", "gripped", "gripping",
        "has_begged", "held", "hp", "is_defending", "is_king", "is_sheltered", "is_unseen", "kinds",
        "levels", "melee", "melee_cover", "mind", "missile", "missile_cover", "missile_damage", "most",
        "name", "number", "plan", "reach", "reborn", "sapped", "seat", "shaken", "silenced", "special", "speed",
        "spells", "temper", "thickened", "used", "ward", "weapon", "wracked",
    )  # fmt: skip

    def __init__(self, name: str, hp: int) -> None:
        self.name = name
        self.number = 0
        """The character, or 0 for a monster."""
        self.seat = -1
        self.hp = self.most = hp
        self.melee = 0
        self.damage = 6
        self.reach = 0
        """What a weapon adds to each blow."""
        self.missile = 0
        self.missile_damage = 6
        self.arrows = 0
        """Free attacks that are left (4.1.4)."""
        self.speed = 1
        self.mind = c.HIGH
        self.alignment = c.NEUTRAL
        self.temper = MONSTER_TEMPER
        self.is_king = False
        self.kinds: frozenset[str] = frozenset()
        self.special = ""
        self.levels: dict[int, int] = {}
        """By magic: the level."""
        self.spells: dict[int, int] = {}
        """By magic: the spells that may still be cast (4.2)."""
        self.used: set[int] = set()
        """Spells already cast in this encounter, by skill or item."""
        self.charges: dict[int, int] = {}
        """By item that casts a combat spell: the spell."""
        self.plan: o.Plan = ()
        self.at = 0
        """The place of the next tactic in the plan."""
        self.cover = 1.0
        """What is left of the foe's chance to hit (5.1)."""
        self.melee_cover = self.missile_cover = 1.0
        """What armour leaves of a blow's chance, and a shield of an arrow's."""
        self.is_unseen = False
        """Invisible (4.2.3)."""
        self.silenced = False
        """No spells and no archery, by Spiritwrack."""
        self.thickened = 1.0
        """What is left of his chance to cast."""
        self.wracked = 0.0
        """What is taken off the damage he does."""
        self.gripped = False
        """In a Hand of Death."""
        self.gripping = 0
        """The level of the Hand of Death he holds up, 0 for none."""
        self.held = 0
        """Rounds in which he can do nothing, the present one included."""
        self.shaken = 0
        """In this round: 0 untouched, 1 missed by a blow, else one more than the damage taken (5.1)."""
        self.sapped = 0
        self.ward = 0
        """The percentage of the foe's spells that fail on him."""
        self.flee = 0
        self.weapon = 0
        self.edge = 0
        """What a knightly order or an office adds to Melee, whatever the weapon (5.0, 10.1)."""
        self.has_begged = False
        self.reborn = False
        self.is_defending = False
        """Whether the encounter is the other's doing."""
        self.is_sheltered = False
        """In a feature, or at the head of armies: a figurine of him is half guesswork (4.2.5)."""
        self.deeds: set[tuple[str, int]] = set()
        """What may teach him something: rows of the Experience Table, and the ability (3.19)."""

    @property
    def is_monster(self) -> bool:
        return self.number == 0

    @property
    def is_dead(self) -> bool:
        return self.hp <= 0

    @property
    def is_silent(self) -> bool:
        """Whether he can neither cast nor shoot (4.2.1, 4.2.5)."""
        return self.silenced or self.gripped

    def is_of(self, kind: str) -> bool:
        return kind in self.kinds

    def sorcery(self) -> int:
        return max(self.levels.values(), default=0)

    def magic_of(self, spell: int) -> int:
        """The ability a spell is cast with (4.2)."""
        return c.magic_of(spell, self.alignment) if self.number else c.SPELLS[spell].ability

    def may_cast(self, spell: int) -> bool:
        """Whether a combat spell can be cast by skill now (4.2); nobody kills in self-defence so (4.2.5)."""
        if self.is_silent or spell in self.used or (spell == c.KILL and self.is_defending):
            return False
        return self.spells.get(self.magic_of(spell), 0) > 0

    def suffer(self, harm: int) -> None:
        """Damage of any kind; who is about to cast may lose his spell over it (5.1)."""
        self.hp -= harm
        if harm:
            self.shaken = max(self.shaken, 1 + harm)


def of_person(t: Turn, n: int, plan: o.Plan = (), temper: int = -1) -> Combatant:
    """A character as he stands in an encounter, with his gear; perhaps in another temper than his own (5.0)."""
    person = t.s.people[n]
    temper = person.temper if temper < 0 else temper
    hit_points = HIT_POINTS + sum(t.gear(n, "hp")) + 2 * t.has_title(n, c.GIANT_KILLER)
    if t.masters(n, c.TOUGHNESS):
        hit_points += 2
    if temper == c.BERSERK:
        hit_points += t.die(RAGE, "rage")
    me = Combatant(person.name, hit_points)
    me.number, me.seat, me.temper, me.is_king = n, person.seat, temper, person.is_king
    me.alignment, me.plan = person.alignment, plan
    me.is_sheltered = t.s.is_general(n)
    me.kinds = frozenset({"humanoid", *(("undead",) if person.alignment == c.UNDEAD else ())})
    take_bow(t, me, t.skill(n, c.AR))
    me.missile_damage = 8 if t.masters(n, c.HEAVY_ARROWS) else 6
    for magic in c.MAGICS:
        level = t.skill(n, magic)
        if level:
            me.levels[magic] = level
            me.spells[magic] = c.COMBAT_SPELLS[level]
    arm(t, me)
    return me


def take_bow(t: Turn, me: Combatant, skill: int) -> None:
    """As many arrows as the skill, and more by gear and fame; none without skill (4.1.4)."""
    me.missile = skill
    me.arrows = skill + sum(t.gear(me.number, "arrows")) + t.has_title(me.number, c.MASTER_ARCHER) if skill else 0


def hone(me: Combatant, levels: int) -> None:
    """Levels of Melee that stay when another weapon is drawn (5.0, 10.1)."""
    me.edge += levels
    me.melee += levels


def arm(t: Turn, me: Combatant) -> None:
    """The best weapon in hand, armour on, wands at the belt (5.1, 5.9)."""
    s = t.s
    weapons = []
    for i in s.items_of(me.number):
        kind = c.ITEMS[s.items[i].kind]
        if kind.spell >= 0 and c.SPELLS[kind.spell].combat:
            me.charges[i] = kind.spell
        if "weapon" in kind.kinds:
            weapons.append(i)
        if "defence" in kind.kinds:
            me.melee_cover *= kind.powers.get("screen", 1.0)
            me.missile_cover *= kind.powers.get("missiles", 1.0)
            me.ward = max(me.ward, kind.powers.get("ward", 0))
        me.flee += kind.powers.get("flee", 0)
    wield(t, me, max(weapons, key=lambda i: (worth(t, me, i), -i), default=0))


def worth(t: Turn, me: Combatant, i: int) -> int:
    """How good a weapon is in these hands."""
    kind = c.ITEMS[t.s.items[i].kind]
    if not may_wield(kind, me.alignment):
        return 0
    return kind.raises.get(c.ME, 0) + int(kind.powers.get("damage", 0))


def may_wield(kind: c.ItemKind, alignment: int) -> bool:
    """Whether a weapon does anything for somebody of this alignment."""
    only = kind.powers.get("only")
    return not only or c.ALIGNMENTS[alignment] in only


def wield(t: Turn, me: Combatant, i: int) -> None:
    """One weapon at a time, 0 for none; what the one put away gave is lost (5.1)."""
    me.cover /= weapon_power(t, me, "screen", 1.0)
    me.weapon = i
    me.cover *= weapon_power(t, me, "screen", 1.0)
    me.reach = weapon_power(t, me, "damage", 0)
    me.melee = t.melee_with(me.number, i) + me.edge


def weapon_power(t: Turn, me: Combatant, name: str, otherwise: Any) -> Any:
    """What the weapon in hand says of something."""
    if not me.weapon or me.weapon not in t.s.items:
        return otherwise
    kind = c.ITEMS[t.s.items[me.weapon].kind]
    return kind.powers.get(name, otherwise) if may_wield(kind, me.alignment) else otherwise


def of_monster(t: Turn, species: int, feature: Feature | None = None) -> Combatant:
    """A monster: the guardian of a feature as it was created, or one met on the way."""
    kind = c.MONSTERS[species]
    hit_points = feature.hp if feature is not None else roll_hp(t, species)
    me = Combatant(f"the {kind.name}", hit_points)
    me.melee, me.damage = kind.melee, kind.damage
    me.missile, me.missile_damage, me.arrows = kind.missile, kind.missile_damage, kind.missile
    me.speed, me.mind, me.alignment, me.kinds, me.special = (
        kind.speed, kind.mind, kind.alignment, kind.kinds, kind.special,
    )  # fmt: skip
    me.is_sheltered = feature is not None
    if feature is None or feature.has_magic:
        for magic, level in kind.magic.items():
            me.levels[magic] = level
            me.spells[magic] = c.COMBAT_SPELLS[level]
    return me


def roll_hp(t: Turn, species: int) -> int:
    """Hit points about the average of the kind, within 7 and 50 (5.0)."""
    return around(c.MONSTERS[species].hp, t.die(41, "monster hit points"))


def around(average: int, die: int) -> int:
    """A number four fifths to six fifths of the average, by a die of 41 sides; within 7 and 50."""
    return max(7, min(50, round(average * (0.8 + (die - 1) / 100))))


IMAGED: Final = (
    "melee", "damage", "reach", "missile", "missile_damage", "speed", "mind", "alignment", "kinds", "temper", "cover",
    "number", "weapon", "wracked", "gripped", "sapped",
)  # fmt: skip


def like(other: Combatant) -> Combatant:
    """The image of a combatant, with his present characteristics (4.2.3)."""
    image = Combatant(other.name, max(1, other.hp))
    for field in IMAGED:
        setattr(image, field, getattr(other, field))
    return image


class Phantasm:
    """An image and the mind that fights it; the wounds of both are no more than imagined (4.2.3)."""

    def __init__(self, caster: Combatant, victim: Combatant, level: int) -> None:
        self.caster = caster
        self.level = level
        self.image = like(victim)
        self.mind = like(victim)


def power_of(me: Combatant) -> int:
    """How dangerous somebody looks: hit points, arms and magic together (2.4)."""
    return me.hp + 4 * me.melee + 3 * me.missile + 4 * me.sorcery()


def duelist(t: Turn, me: Combatant, foe_is_person: bool) -> Combatant:
    """The Order of Duelists: Neutral characters of a Neutral kingdom fight people better (5.0)."""
    if foe_is_person and is_duelist(t.s, me.number):
        hone(me, 1)
        take_bow(t, me, me.missile + 1)
    return me


def is_duelist(s: State, n: int) -> bool:
    """Whether a character is of the Order of Duelists (5.0)."""
    person = s.people[n]
    return person.seat >= 0 and s.kingdoms[person.seat].alignment == c.NEUTRAL == person.alignment
