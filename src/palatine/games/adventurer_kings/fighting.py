"""Personal combat: rounds, ranges, arrows, blows, spells, flight and mercy (5.0 to 5.3, 5.6)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.combat_spells import cast
from palatine.games.adventurer_kings.combatant import (
    BOW_RANGE,
    MELEE_RANGE,
    SPELL_RANGE,
    Combatant,
    wield,
)
from palatine.games.adventurer_kings.turn import Turn

SLAIN, FLED, BEGGED, CHARMED, FROZEN = "slain", "fled", "begged", "charmed", "frozen"
LONGEST: Final = 30
"""Rounds after which everybody closes in and nothing protects anybody any more."""
ARCHERY_BASE, MELEE_BASE, PER_LEVEL = 30, 50, 10
MOST_CHANCE: Final = 95
INTIMIDATION: Final = {c.BRAVE: 5, c.CAUTIOUS: 10, c.COWARDLY: 15}
ELAN = PARRYING = FLEEING = 10
INVISIBLE_FLIGHT: Final = 30


class Fight:
    """A combat of two: where they stand to each other, and how it ends."""

    def __init__(self, t: Turn, a: Combatant, b: Combatant, span: int = SPELL_RANGE, is_duel: bool = False) -> None:
        self.t = t
        self.sides = (a, b)
        self.span = span
        self.is_duel = is_duel
        self.round = 0
        self.readers: list[int] = t.witnesses(*[each.number for each in (a, b) if each.number])
        self.end = ""
        self.iced: Combatant | None = None
        """Who lies wholly in ice (4.2.4)."""
        self.loser: Combatant | None = None

    def foe(self, me: Combatant) -> Combatant:
        a, b = self.sides
        return b if me is a else a

    def tell(self, kind: str, clause: str, /, **data: object) -> None:
        self.t.tell(f"fight-{kind}", clause, self.readers, None, **data)

    def finish(self, end: str, loser: Combatant) -> None:
        self.end, self.loser = end, loser

    @property
    def winner(self) -> Combatant | None:
        return self.foe(self.loser) if self.loser is not None else None

    def run(self) -> Fight:
        """Fight until one is slain, flees or is let go (5.0)."""
        double_arrows(self)
        while not self.end:
            self.round += 1
            if self.round > LONGEST:
                grapple(self)
            for side in self.sides:
                if not self.end and side.is_dead:
                    self.finish(SLAIN, side)
            if not self.end:
                fight_round(self)
        return self


def double_arrows(f: Fight) -> None:
    """Two archers shoot about double as often each; sometimes the better one not at all (5.2)."""
    a, b = f.sides
    if not (a.missile and b.missile):
        return
    for each in f.sides:
        each.arrows = round(each.arrows * (1 + f.t.die(101, "arrows") / 100))
    if a.missile != b.missile and f.t.chance(15, "no room to shoot"):
        max(a, b, key=lambda each: each.missile).arrows = 0


def grapple(f: Fight) -> None:
    """A fight that will not end is fought out hand to hand."""
    f.span = MELEE_RANGE
    for each in f.sides:
        each.cover = each.missile_cover = 1.0
        each.gripping, each.image = 0, None
        each.silenced = True
        each.plan, each.at = (o.Strike(),), 0


# A round


def fight_round(f: Fight) -> None:
    """Both choose what they do; the better at it goes first (5.0)."""
    for side in f.sides:
        if side.special.startswith("regrows") and side.hp > 0:
            side.hp = min(side.most, side.hp + 2)
    free = [side for side in f.sides if side.held]
    for side in free:
        side.held -= 1
    ready = [side for side in f.sides if side not in free]
    chosen = [(side, choose(f, side)) for side in ready]
    for at, (side, tactic) in enumerate(order(f, chosen)):
        if f.end or side.is_dead:
            continue
        disrupted = at == 1 and is_disrupted(f, side, tactic)
        if not disrupted:
            side.rounds_stunned = 0
            act(f, side, tactic)
    if not free:
        for side in f.sides:
            side.rounds_stunned = 0
    imaged(f)
    settle(f)


def settle(f: Fight) -> None:
    """Whoever has no hit points left is dead, unless he rises once more."""
    for side in f.sides:
        if side.is_dead and side.special.startswith("reborn") and not side.reborn:
            side.reborn, side.hp = True, max(1, side.most // 2)
            f.tell("reborn", "AK-5.0-04", name=side.name)
        if side.is_dead and not f.end:
            f.finish(SLAIN, side)
            f.tell("slain", "AK-5.0-04", name=side.name, foe=f.foe(side).name)


def order(f: Fight, chosen: list[tuple[Combatant, o.Tactic]]) -> list[tuple[Combatant, o.Tactic]]:
    """Who goes first: at Spell range spells, at Melee range blows; else the greater skill, or chance (5.0)."""
    if len(chosen) < 2:
        return chosen
    keys = [priority(f, side, tactic) for side, tactic in chosen]
    if keys[0] == keys[1]:
        return chosen if f.t.die(2, "who goes first") == 1 else chosen[::-1]
    return chosen if keys[0] > keys[1] else chosen[::-1]


def priority(f: Fight, side: Combatant, tactic: o.Tactic) -> tuple[int, int]:
    spells = isinstance(tactic, o.Cast | o.UseItem)
    blow = isinstance(tactic, o.Strike) and f.span == MELEE_RANGE
    ahead = (f.span == SPELL_RANGE and spells) or (f.span == MELEE_RANGE and blow)
    if side.number and f.t.masters(side.number, c.ME, 4):
        return 2, 0
    return int(ahead), skill_for(f, side, tactic)


def skill_for(f: Fight, side: Combatant, tactic: o.Tactic) -> int:
    """The level that a tactic rests on; closing in needs none."""
    if isinstance(tactic, o.Cast):
        return side.levels.get(c.SPELLS[c.SPELL_BY_CODE[tactic.spell]].ability, 0)
    if isinstance(tactic, o.UseItem):
        return side.sorcery()
    if isinstance(tactic, o.Fire):
        return side.missile if f.span == BOW_RANGE else 0
    return side.melee if isinstance(tactic, o.Strike) and f.span == MELEE_RANGE else 0


def is_disrupted(f: Fight, side: Combatant, tactic: o.Tactic) -> bool:
    """Whether a caster who has just been hit, or swung at, loses his spell (5.1)."""
    if not isinstance(tactic, o.Cast) or not side.rounds_stunned:
        return False
    harm = side.rounds_stunned - 1
    percent = min(MOST_CHANCE, 35 + 5 * harm) if harm else 30
    if not f.t.chance(percent, "spell disrupted"):
        return False
    f.tell("disrupted", "AK-5.1-04", name=side.name)
    return True


# Choosing


def choose(f: Fight, me: Combatant) -> o.Tactic:
    """The next tactic of the plan that can be carried out, else the best attack at hand (5.0)."""
    if loses_heart(f, me):
        return o.Flee()
    while me.at < len(me.plan):
        tactic = me.plan[me.at]
        if isinstance(tactic, o.Say):
            f.tell("says", "AK-5.4-04", name=me.name, text=tactic.text)
        if can(f, me, tactic):
            if not closes_in(f, me, tactic):
                me.at += 1
            return tactic
        me.at += 1
    return best_attack(f, me)


def can(f: Fight, me: Combatant, tactic: o.Tactic) -> bool:
    """Whether a tactic makes sense now."""
    if me.gripping or me.image is not None:
        return isinstance(tactic, o.Flee)
    if isinstance(tactic, o.Cast):
        spell = c.SPELL_BY_CODE[tactic.spell]
        return c.SPELLS[spell].combat and me.may_cast(spell)
    if isinstance(tactic, o.UseItem):
        return can_use(f, me, tactic.item)
    if isinstance(tactic, o.Fire):
        return me.arrows > 0 and not me.silenced and f.span < MELEE_RANGE
    return isinstance(tactic, o.Strike | o.Flee)


def can_use(f: Fight, me: Combatant, item: int) -> bool:
    """A wand that has a charge and whose spell is still to come; a weapon is drawn at once (5.1)."""
    if item in me.charges:
        return me.charges[item] not in me.used
    found = f.t.s.items.get(item)
    if found is not None and found.bearer == me.number and "weapon" in c.ITEMS[found.kind].kinds:
        wield(f.t, me, item)
    return False


def closes_in(f: Fight, me: Combatant, tactic: o.Tactic) -> bool:
    """Whether the round goes into closing to the range of the tactic (5.2, 5.3)."""
    if isinstance(tactic, o.Fire):
        far = f.t.masters(me.number, c.AR, 3) if me.number else False
        return f.span == SPELL_RANGE and not far
    return isinstance(tactic, o.Strike) and f.span < MELEE_RANGE


def best_attack(f: Fight, me: Combatant) -> o.Tactic:
    """What the computer does: spells that harm, then arrows for the better archer, else blows; no charges."""
    spell = best_spell(f, me)
    if me.is_monster:
        if me.arrows and f.span < MELEE_RANGE and not me.silenced:
            return o.Fire()
        if spell >= 0 and f.t.chance(50, "monster casts"):
            return o.Cast(c.SPELLS[spell].code)
        return o.Strike()
    if spell >= 0 and not me.gripping and me.image is None:
        return o.Cast(c.SPELLS[spell].code)
    if me.arrows and me.missile > me.melee and f.span < MELEE_RANGE and not me.silenced:
        return o.Fire()
    return o.Strike()


HARMFUL: Final = (c.FIREBALL, c.STORM, c.BLAST, c.HAND, c.SPIRITWRACK, c.HOLY_SYMBOL, c.INVISIBILITY)
"""Spells that the computer casts, the most useful first."""


def best_spell(f: Fight, me: Combatant) -> int:
    foe = f.foe(me)
    for spell in HARMFUL:
        if me.may_cast(spell) and works_on(spell, foe):
            return spell
    return -1


def works_on(spell: int, foe: Combatant) -> bool:
    """Whether a spell does anything to such a foe (4.2)."""
    if spell in (c.FIREBALL, c.STORM):
        return not foe.is_of("underwater")
    if spell == c.SPIRITWRACK:
        return not foe.is_of("undead") and foe.mind != c.MECHANICAL
    if spell == c.HAND:
        return not (foe.is_of("undead") or foe.is_of("anti-holy") or foe.mind == c.MECHANICAL)
    if spell == c.KILL:
        return not (foe.is_of("undead") or foe.is_of("part-material") or foe.is_king)
    if spell == c.ICE:
        return not foe.is_of("part-material")
    return spell != c.CONTROL or foe.is_of("undead")


# Temper (2.4)


def loses_heart(f: Fight, me: Combatant) -> bool:
    """Whether a temper makes somebody flee though he was not told to (2.4)."""
    if me.temper in (c.BERSERK, -1) or f.is_duel or f.round == 1:
        return False
    foe = f.foe(me)
    risk = death_risk(f, foe, me)
    if me.temper == c.BRAVE:
        return risk >= 0.40 and odds(me, foe) < 0.30
    if me.temper == c.CAUTIOUS:
        return risk >= 0.15
    return risk > 0 or (me.hp < me.most and f.t.chance(50, "a coward is hurt"))


def death_risk(f: Fight, foe: Combatant, me: Combatant) -> float:
    """The chance to be slain by the foe's next blow or arrow."""
    if f.span < MELEE_RANGE and not foe.arrows:
        return 0.0
    most = foe.damage + foe.range_bonus + max(0, foe.melee - me.melee)
    if me.hp > most:
        return 0.0
    return hit_chance(f, foe, me) / 100 * min(1.0, (most - me.hp + 1) / foe.damage)


def odds(me: Combatant, foe: Combatant) -> float:
    """A rough chance to win: how long each would last under the other's blows."""
    mine = blow_worth(me, foe) * me.hp
    other = blow_worth(foe, me) * foe.hp
    return mine / (mine + other) if mine + other else 0.5


def blow_worth(me: Combatant, foe: Combatant) -> float:
    gap = me.melee - foe.melee
    chance = max(5, min(MOST_CHANCE, MELEE_BASE + PER_LEVEL * gap)) * foe.cover / 100
    return chance * max(0.5, (me.damage + 1) / 2 + gap + me.range_bonus - me.wracked)


# Acting


def act(f: Fight, me: Combatant, tactic: o.Tactic) -> None:
    """Carry out a tactic."""
    if me.image is not None and not isinstance(tactic, o.Flee):
        return
    me.fights = me.fights or not isinstance(tactic, o.Flee)
    if isinstance(tactic, o.Flee):
        flee(f, me)
    elif isinstance(tactic, o.Cast):
        cast(f, me, c.SPELL_BY_CODE[tactic.spell])
    elif isinstance(tactic, o.UseItem):
        use(f, me, tactic.item)
    elif isinstance(tactic, o.Fire):
        fire(f, me)
    elif me.gripping:
        squeeze(f, me)
    else:
        strike(f, me)


def use(f: Fight, me: Combatant, item: int) -> None:
    """A wand's spell never fails; its charge is spent (5.1, 5.9)."""
    s = f.t.s
    spell = me.charges.pop(item)
    charges = s.items[item].charges - 1
    level = c.ITEMS[s.items[item].kind].level
    f.tell("wand", "AK-5.1-05", name=me.name, item_kind=s.items[item].kind)
    if charges:
        s.set_item(item, charges=charges)
        me.charges[item] = spell
    else:
        del s.items[item]
    cast(f, me, spell, level)


def fire(f: Fight, me: Combatant) -> None:
    """All free attacks at once, at Bow range (4.1.4, 5.2)."""
    if closes_in(f, me, o.Fire()):
        f.span = BOW_RANGE
        f.tell("closes", "AK-5.2-02", name=me.name, span=f.span)
        return
    foe = f.foe(me)
    shots, me.arrows = me.arrows, 0
    percent = min(MOST_CHANCE, ARCHERY_BASE + PER_LEVEL * c.PERCENT_LEVEL[min(me.missile, c.TOP)])
    chance = percent * foe.cover * foe.missile_cover
    harm = hits = 0
    for _ in range(shots):
        if f.t.chance(chance, "an arrow"):
            hits += 1
            harm += f.t.die(me.missile_damage, "arrow damage")
    f.tell("arrows", "AK-4.1.4-01", name=me.name, foe=foe.name, shots=shots, hits=hits, harm=harm)
    wound(foe, harm)
    if me.number:
        f.t.s.honour(me.number, MASTER_ARCHER, hits)


MASTER_ARCHER: Final = 29


def strike(f: Fight, me: Combatant) -> None:
    """Close one range, or swing (5.3)."""
    if f.span < MELEE_RANGE:
        f.span += 1
        if f.span < MELEE_RANGE and me.number and f.t.masters(me.number, c.ME, 1):
            f.span += 1
        f.tell("closes", "AK-5.3-01", name=me.name, span=f.span)
        return
    swing(f, me)
    if me.number and f.round % 3 == 0 and f.t.masters(me.number, c.ME, 0):
        swing(f, me)


def hit_chance(f: Fight, me: Combatant, foe: Combatant) -> float:
    """The percentage to hit in melee, with temper and all that protects (2.4, 4.1.5, 5.1)."""
    guard = foe.gripping or foe.melee
    percent: float = MELEE_BASE + PER_LEVEL * (me.melee - me.sapped - guard)
    if me.temper == c.BRAVE:
        percent += ELAN
    if foe.temper == c.BERSERK:
        percent -= INTIMIDATION.get(me.temper, 0)
    if foe.temper == c.CAUTIOUS:
        percent -= PARRYING
    if me.gripped:
        percent /= 2
    return max(0, min(MOST_CHANCE, percent)) * foe.cover


def swing(f: Fight, me: Combatant) -> None:
    foe = f.foe(me)
    hits = f.t.chance(hit_chance(f, me, foe), "a blow")
    if not hits and me.luck:
        me.luck = False
        hits = f.t.chance(hit_chance(f, me, foe), "a blow, with luck")
    if not hits:
        foe.rounds_stunned = max(foe.rounds_stunned, 1)
        f.tell("misses", "AK-4.1.5-01", name=me.name, foe=foe.name)
        return
    harm = blow(f, me, foe)
    f.tell("hits", "AK-4.1.5-01", name=me.name, foe=foe.name, harm=harm)
    wound(foe, harm)
    if foe.gripping:
        foe.gripping = 0
        me.gripped = False
        f.tell("grip-broken", "AK-4.2.5-21", name=foe.name)


def blow(f: Fight, me: Combatant, foe: Combatant) -> int:
    """What a blow does: the die, a point for each level of difference, the weapon, less what magic takes (4.1.5)."""
    die = f.t.die(me.damage, "damage")
    harm: float = die + (me.melee - foe.melee) + me.range_bonus
    if me.wracked:
        harm -= int(me.wracked) + f.t.chance((me.wracked % 1) * 100, "weakness")
    if me.number:
        if die == me.damage and f.t.masters(me.number, c.ME, 3):
            harm *= 2.0
        harm = weapon_effects(f, me, foe, harm)
    return max(0, round(harm))


def weapon_effects(f: Fight, me: Combatant, foe: Combatant, harm: float) -> float:
    """The Holy Sword slays the unholy; the Shadow Sword saps (10.1)."""
    if not me.weapon or me.weapon not in f.t.s.items:
        return harm
    powers = c.ITEMS[f.t.s.items[me.weapon].kind].powers
    if any(foe.is_of(kind) for kind in powers.get("slays", ())):
        harm *= 2
    if c.ALIGNMENTS[me.alignment] in powers.get("favours", ()):
        harm += 1
    foe.sapped += powers.get("saps", 0)
    return harm


def wound(foe: Combatant, harm: int) -> None:
    foe.hp -= harm
    if harm:
        foe.rounds_stunned = 1 + harm


def squeeze(f: Fight, me: Combatant) -> None:
    """The Hand of Death does about a point, and half a point a level (4.2.5)."""
    foe = f.foe(me)
    harm = f.t.die(2, "squeeze") - 1 + (me.gripping + 1) // 2
    f.tell("squeeze", "AK-4.2.5-20", name=me.name, foe=foe.name, harm=harm)
    wound(foe, harm)


def flee(f: Fight, me: Combatant) -> None:
    """Turn and run; in a duel it always works, out of a stunned foe's reach too (5.1, 5.6, 5.10)."""
    foe = f.foe(me)
    percent = c.FLIGHT[foe.speed] + me.flee
    if me.temper == c.CAUTIOUS:
        percent += FLEEING
    if c.INVISIBILITY in me.used:
        percent += INVISIBLE_FLIGHT
    is_sure = f.is_duel or foe.held >= max(1, f.span)
    if is_sure or f.t.chance(percent, "flight"):
        f.finish(FLED, me)
        f.tell("flees", "AK-5.6-01", name=me.name, foe=foe.name)
        return
    f.tell("cannot-flee", "AK-5.6-01", name=me.name, foe=foe.name)
    beg(f, me)


def beg(f: Fight, me: Combatant) -> None:
    """A coward near death pleads for his life, once (2.4)."""
    foe = f.foe(me)
    if me.temper != c.COWARDLY or me.hp > 3 or me.weakened or me.is_dead:
        return
    me.weakened = True
    if foe.is_of("undead") or foe.mind <= c.ANIMAL:
        return
    percent = 50 + 5 * (3 - abs(foe.alignment - me.alignment))
    percent += {c.GOOD: 20, c.EVIL: -15}.get(foe.alignment, 0)
    if f.t.chance(percent, "mercy"):
        f.finish(BEGGED, me)
        f.tell("begs", "AK-2.4-08", name=me.name, foe=foe.name)


# Images (4.2.3)


def imaged(f: Fight) -> None:
    """A phantasm fights its round, unless it is disbelieved."""
    for me in f.sides:
        if me.image is None or f.end:
            continue
        foe, image = f.foe(me), me.image
        level = me.levels.get(c.IL, 3)
        percent = c.DISBELIEF[foe.mind] - 15 * level
        if me.number and f.t.masters(me.number, c.IL, 3):
            percent -= 15
        if f.t.chance(percent, "disbelief"):
            me.image = None
            f.tell("disbelieved", "AK-4.2.3-11", name=foe.name)
            continue
        exchange(f, image, foe)
        if image.is_dead:
            me.image = None
            f.tell("image-lost", "AK-4.2.3-12", name=me.name)
        elif foe.is_dead:
            turned(f, me, foe, image)


def exchange(f: Fight, image: Combatant, foe: Combatant) -> None:
    """The image and its original trade blows."""
    for one, other in ((image, foe), (foe, image)):
        if not one.is_dead and f.t.chance(MELEE_BASE, "blow of an image"):
            other.hp -= f.t.die(one.damage, "damage of an image")


def turned(f: Fight, me: Combatant, foe: Combatant, image: Combatant) -> None:
    """The image has won, and turns on its master; he disbelieves it, beats it, or dies of it (4.2.3)."""
    f.tell("image-turns", "AK-4.2.3-13", name=me.name)
    me.image = None
    percent = c.DISBELIEF[c.MEDIUM] + 25
    while not image.is_dead and not me.is_dead and not f.t.chance(percent, "disbelief of one's own image"):
        for one, other in ((me, image), (image, me)):
            if not one.is_dead and f.t.chance(MELEE_BASE, "blow of an image"):
                other.hp -= f.t.die(one.damage, "damage of an image")
    if me.is_dead:
        foe.hp = max(1, foe.most)
        f.tell("image-kills", "AK-4.2.3-14", name=me.name)
    else:
        foe.hp = 0
        f.tell("image-finished", "AK-4.2.3-15", name=me.name)
