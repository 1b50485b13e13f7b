"""Who fights in an encounter: a character or a monster, with all that a fight does to him (5.0)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.naming import ADJECTIVE
from palatine.games.adventurer_kings.state import Feature
from palatine.games.adventurer_kings.turn import Turn

SPELL_RANGE, BOW_RANGE, MELEE_RANGE = range(3)
HIT_POINTS: Final = 10
MONSTER_TEMPER: Final = -1


class Combatant:
    """One side of an encounter. Numbers are those of the moment; what lasts is written back at its end."""

    __slots__ = (
        "alignment",
        "arrows",
        "at",
        "charges",
        "cover",
        "damage",
        "fights",
        "flee",
        "gripped",
        "gripping",
        "held",
        "hp",
        "image",
        "is_king",
        "kinds",
        "levels",
        "luck",
        "melee",
        "mind",
        "missile",
        "missile_cover",
        "missile_damage",
        "most",
        "name",
        "number",
        "plan",
        "range_bonus",
        "reborn",
        "rounds_stunned",
        "sapped",
        "seat",
        "silenced",
        "special",
        "speed",
        "spells",
        "temper",
        "used",
        "ward",
        "weakened",
        "weapon",
        "wracked",
    )  # fmt: skip

    def __init__(self, name: str, hp: int) -> None:
        self.name = name
        self.number = 0
        """The character, or 0 for a monster."""
        self.seat = -1
        self.hp = self.most = hp
        self.melee = 0
        self.damage = 6
        self.range_bonus = 0
        """What a weapon adds to each blow."""
        self.missile = 0
        self.missile_damage = 6
        self.arrows = 0
        self.speed = 1
        self.mind = c.HIGH
        self.alignment = c.NEUTRAL
        self.temper = MONSTER_TEMPER
        self.is_king = False
        self.kinds: frozenset[str] = frozenset()
        self.levels: dict[int, int] = {}
        """By magic: the level."""
        self.spells: dict[int, int] = {}
        """By magic: the spells that may still be cast (4.2)."""
        self.used: set[int] = set()
        """Spells already cast in this encounter."""
        self.charges: dict[int, int] = {}
        """By item that casts a combat spell: the spell."""
        self.plan: o.Plan = ()
        self.at = 0
        self.cover = 1.0
        """What is left of the foe's chance to hit (5.1)."""
        self.missile_cover = 1.0
        self.silenced = False
        """No spells and no archery (Spiritwrack, Hand of Death)."""
        self.wracked = 0.0
        """What is taken off the damage he does."""
        self.gripped = False
        self.gripping = 0
        """The level of the Hand of Death he holds up, 0 for none."""
        self.held = 0
        """Rounds in which he can do nothing."""
        self.rounds_stunned = 0
        self.image: Combatant | None = None
        """The phantasm he keeps up (4.2.3)."""
        self.sapped = 0
        self.ward = 0
        """The percentage of the foe's spells that fail on him."""
        self.flee = 0
        self.luck = False
        self.weapon = 0
        self.weakened = False
        self.special = ""
        self.reborn = False
        self.fights = False
        """Whether he has done anything hostile."""

    @property
    def is_monster(self) -> bool:
        return self.number == 0

    @property
    def is_dead(self) -> bool:
        return self.hp <= 0

    def is_of(self, kind: str) -> bool:
        return kind in self.kinds

    def sorcery(self) -> int:
        return max(self.levels.values(), default=0)

    def may_cast(self, spell: int) -> bool:
        """Whether a combat spell can be cast by skill now (4.2)."""
        ability = c.SPELLS[spell].ability
        return not self.silenced and spell not in self.used and self.spells.get(ability, 0) > 0


def of_person(t: Turn, n: int, plan: o.Plan = (), foe: Combatant | None = None) -> Combatant:
    """A character as he stands in an encounter, with his gear; duelists are better against people (5.0)."""
    person = t.s.people[n]
    hit_points = HIT_POINTS + sum(t.gear(n, "hp"))
    if t.masters(n, c.ME, 2):
        hit_points += 2
    if person.temper == c.BERSERK:
        hit_points += t.die(4, "rage")
    me = Combatant(person.name, hit_points)
    me.number, me.seat, me.temper, me.is_king = n, person.seat, person.temper, person.is_king
    me.alignment, me.plan = person.alignment, plan
    me.kinds = frozenset({"humanoid", *(("undead",) if person.alignment == c.UNDEAD else ())})
    me.melee = t.skill(n, c.ME)
    me.missile = t.skill(n, c.AR)
    me.arrows = me.missile + sum(t.gear(n, "arrows")) if me.missile else 0
    me.missile_damage = 8 if t.masters(n, c.AR, 2) else 6
    for magic in c.MAGICS:
        level = t.skill(n, magic)
        if level:
            me.levels[magic] = level
            me.spells[magic] = c.COMBAT_SPELLS[level]
    arm(t, me)
    return me


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
            me.cover *= kind.powers.get("screen", 1.0)
            me.missile_cover *= kind.powers.get("missiles", 1.0)
            me.ward = max(me.ward, kind.powers.get("ward", 0))
        me.flee += kind.powers.get("flee", 0)
        me.luck = me.luck or bool(kind.powers.get("luck"))
    if weapons:
        wield(t, me, max(weapons, key=lambda i: (worth(t, me, i), -i)))


def worth(t: Turn, me: Combatant, i: int) -> int:
    """How good a weapon is in these hands."""
    kind = c.ITEMS[t.s.items[i].kind]
    only = kind.powers.get("only")
    if only and c.ALIGNMENTS[me.alignment] not in only:
        return 0
    return kind.raises.get(c.ME, 0) + int(kind.powers.get("damage", 0))


def wield(t: Turn, me: Combatant, i: int) -> None:
    """One weapon at a time; the bonus of the one put away is lost."""
    kind = c.ITEMS[t.s.items[i].kind]
    if me.weapon:
        before = c.ITEMS[t.s.items[me.weapon].kind]
        me.cover /= before.powers.get("screen", 1.0)
    me.weapon = i
    me.range_bonus = kind.powers.get("damage", 0) if worth(t, me, i) else 0
    me.cover *= kind.powers.get("screen", 1.0)


def of_monster(t: Turn, species: int, feature: Feature | None = None) -> Combatant:
    """A monster: the guardian of a feature as it was created, or one met on the way."""
    kind = c.MONSTERS[species]
    hit_points = feature.hp if feature is not None else roll_hp(t, species)
    me = Combatant(kind.name, hit_points)
    me.melee, me.damage = kind.melee, kind.damage
    me.missile, me.missile_damage, me.arrows = kind.missile, kind.missile_damage, kind.missile
    me.speed, me.mind, me.alignment, me.kinds, me.special = (
        kind.speed, kind.mind, kind.alignment, kind.kinds, kind.special,
    )  # fmt: skip
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


def like(other: Combatant) -> Combatant:
    """The image of a combatant, with his present characteristics (4.2.3)."""
    image = Combatant(f"the image of {other.name}", max(1, other.hp))
    for field in (
        "melee",
        "damage",
        "range_bonus",
        "missile",
        "missile_damage",
        "speed",
        "mind",
        "alignment",
        "kinds",
    ):
        setattr(image, field, getattr(other, field))
    return image


def people_word(race: int) -> str:
    return ADJECTIVE[race] if race in c.HUMANOID else c.PEOPLE[race]
