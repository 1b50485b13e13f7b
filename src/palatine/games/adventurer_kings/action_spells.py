"""Action spells, one by one (4.2.1 to 4.2.5)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings.aftermath import bury
from palatine.games.adventurer_kings.deaths import die
from palatine.games.adventurer_kings.earth import has_strait
from palatine.games.adventurer_kings.encounters import enrage
from palatine.games.adventurer_kings.recruiting import MOST_OFFER, REFUSES, price, take_service
from palatine.games.adventurer_kings.state import ALLIED, ENEMY, FREE, NATIVE, Army, Fallen, Person
from palatine.games.adventurer_kings.turn import Failed, Turn, need

ARMY_LOSS: Final = 10
SPREAD: Final = 15
MASTERLY_SPREAD: Final = 25
IMBECILE: Final = 25
VOICE_OF_HEAVEN, BEACON, HIEROPHANT, SOVEREIGN = 0, 1, 4, 6


def province(t: Turn, n: int, number: int, reach: int = 1) -> int:
    """The province meant, by its number (0: where the caster is), at most `reach` away; -1 for any distance."""
    s = t.s
    here = s.people[n].place
    if not number:
        return here
    place = s.atlas.place(number)
    need(place >= 0, "AK-4.2-07", "fail.no-province", number=number)
    far = s.atlas.distance(here, place)
    need(reach < 0 or far <= reach, "AK-4.2-07", "fail.too-far", place=place)
    return place


def told(t: Turn, n: int, what: str, clause: str, /, **data: object) -> None:
    t.tell(f"spell-{what}", clause, t.witnesses(n), None, who=n, **data)


# White Magic (4.2.1)


def resurrect(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    """The dead of the province, an imbecile, a living Hero of a Divine King, or the old King by way of his heir."""
    s = t.s
    caster, other = s.people[n], s.people.get(target)
    if other is None or other.place != caster.place or other.visitor:
        raise Failed("AK-4.2.1-01", "fail.not-here", other=target)
    if not other.died and other.is_king and other.seat >= 0 and s.kingdoms[other.seat].old:
        restore_king(t, n, target)
    elif not other.died:
        raise_living(t, n, target)
    else:
        raise_dead(t, n, target)
        if t.masters(n, c.WH, 4):
            raise_another(t, n)
    s.praise(n, c.PRIEST, 1)
    s.honour(n, VOICE_OF_HEAVEN, 2)


def restore_king(t: Turn, n: int, heir: int) -> None:
    """The bones that the heir carries become the old King again (4.2.1, A128)."""
    s = t.s
    seat = s.people[heir].seat
    old = s.kingdoms[seat].old
    s.set_person(old, died=0, place=s.people[heir].place, seat=seat)
    for i in s.items_of(heir):
        s.set_item(i, bearer=old)
    for a in s.led_by(heir):
        s.set_army(a, leader=old)
    if heir in s.merit:
        s.merit[old] = s.merit.pop(heir)
    s.set_kingdom(seat, king=old, old=0, awaits_levels=False)
    s.set_person(heir, died=s.turn)
    t.forget_skills()
    told(t, n, "king-back", "AK-4.2.1-06", other=old)
    t.tell("king-back", "AK-4.2.1-06", [seat], other=old)


def raise_living(t: Turn, n: int, target: int) -> None:
    """An imbecile regains his wits; a Divine King turns a Hero of his own to Good (4.2.1, 4.2.5)."""
    s = t.s
    caster, other = s.people[n], s.people[target]
    if other.is_imbecile:
        s.set_person(target, is_imbecile=False, levels=other.lost_levels, lost_levels=())
        t.forget_skills()
        told(t, n, "wits", "AK-4.2.5-15", other=target)
        return
    divine = caster.is_king and caster.alignment == c.DIVINE and other.seat == caster.seat
    need(divine, "AK-4.2.1-04", "fail.alive", other=target)
    s.set_person(target, alignment=c.GOOD)
    told(t, n, "converted", "AK-4.2.1-04", other=target)


def raise_another(t: Turn, n: int) -> None:
    """A master raises a second of the dead of the province with the first, his own King's people before others."""
    s = t.s
    caster = s.people[n]
    dead = [m for m, each in s.people.items() if each.died and each.place == caster.place and may_rise(t, m)]
    if dead:
        raise_dead(t, n, min(dead, key=lambda m: (s.people[m].seat != caster.seat, -sum(s.people[m].levels), m)))


def may_rise(t: Turn, target: int) -> bool:
    """Whether a dead character can be raised himself: a King whose bones an heir carries only through him (4.2.1)."""
    other = t.s.people[target]
    is_carried = other.is_king and other.seat >= 0 and t.s.kingdoms[other.seat].old == target
    return not is_carried and not other.visitor


def raise_dead(t: Turn, n: int, target: int) -> None:
    """Back with all abilities, in the caster's King's service (4.2.1)."""
    s = t.s
    caster, other = s.people[n], s.people[target]
    need(may_rise(t, target), "AK-4.2.1-06", "fail.bones", other=target)
    alignment = other.alignment
    if caster.is_king and caster.alignment == c.DIVINE and not other.is_king:
        alignment = c.GOOD
    elif alignment == c.UNDEAD and not other.is_king:
        alignment = caster.alignment
    s.set_person(
        target, died=0, seat=caster.seat, is_king=False, alignment=alignment,
        pay=max(1, min(MOST_OFFER, price(t, caster.seat, target))), is_imbecile=False,
    )  # fmt: skip
    t.hired_in[target] = t.phase
    told(t, n, "raised", "AK-4.2.1-02", other=target)


def part_sea(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    place = province(t, n, target)
    need(t.s.is_sea(place) or has_strait(t.s, place), "AK-4.2.1-08", "fail.no-sea", place=place)
    t.parted.add(place)
    t.flooded.discard(place)
    told(t, n, "part-sea", "AK-4.2.1-08", place=place)


def bless(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    """Any province; its dead may find rest (4.2.1, A108)."""
    s = t.s
    place = province(t, n, target, -1)
    t.blessed.add(place)
    if t.masters(n, c.WH, 1):
        rich = [p for p in s.provinces(s.people[n].seat) if p not in t.blessed]
        if rich:
            t.blessed.add(max(rich, key=lambda p: (s.lands[p].tax, -p)))
    if t.masters(n, c.WH, 3):
        t.plagues.pop(place, None)
    s.praise(n, c.PRIEST, 1)
    s.honour(n, BEACON, 1)
    told(t, n, "bless", "AK-4.2.1-12", place=place)
    if place in s.fallen and t.chance(10 * level + 10, "rest for the dead"):
        del s.fallen[place]
        told(t, n, "rest", "AK-4.2.1-13", place=place)


# Psychic Magic (4.2.2)


def charm(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    """A Hero without armies joins for nothing; an Undead King's victims turn Undead (4.2.2, A97)."""
    s = t.s
    caster, other = s.people[n], s.people.get(target)
    if other is None or other.died or other.place != caster.place:
        raise Failed("AK-4.2.2-01", "fail.not-here", other=target)
    need(not other.is_king, "AK-4.2.2-01", "fail.serves-another", other=target)
    need(not s.led_by(target) or t.masters(n, c.PS, 2), "AK-4.2.2-01", "fail.leads-armies", other=target)
    corrupts = caster.is_king and caster.alignment == c.UNDEAD
    own = corrupts and other.seat == caster.seat
    need(own or (other.seat == FREE and other.rules < 0 and not other.visitor), "AK-4.2.2-01", "fail.serves-another",
         other=target)  # fmt: skip
    if s.led_by(target) and not t.chance(50, "the Charm of a general"):
        told(t, n, "charm-fails", "AK-4.2.2-01", other=target)
        return
    if corrupts:
        corrupt(t, n, target)
    asked = price(t, caster.seat, target)
    if not own:
        need(asked < REFUSES or corrupts, "AK-4.2.2-01", "fail.will-not-serve", other=target)
        take_service(t, target, caster.seat, max(1, min(MOST_OFFER, asked)))
    told(t, n, "charm", "AK-4.2.2-01", other=target)


def corrupt(t: Turn, n: int, target: int) -> None:
    """The skilled fall only step by step (4.2.2)."""
    person = t.s.people[target]
    steps = t.die(3, "corruption") if max(person.levels) >= 3 else c.UNDEAD
    t.s.set_person(target, alignment=min(c.UNDEAD, person.alignment + steps))


def with_him(t: Turn, n: int, target: int, clause: str) -> int:
    """The caster himself, or one of his own or an ally's people here."""
    s = t.s
    if not target or target == n:
        return n
    caster, other = s.people[n], s.people.get(target)
    if other is None or other.died or other.place != caster.place:
        raise Failed(clause, "fail.not-here", other=target)
    need(s.relation(caster.seat, other.seat) == ALLIED, clause, "fail.no-ally", other=target)
    return target


def oratory(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    other = with_him(t, n, target, "AK-4.2.2-06")
    t.hearts.add(other)
    if t.masters(n, c.PS, 0):
        t.zealous.add(other)
    if t.masters(n, c.PS, 4):
        place, seat = t.s.people[n].place, t.s.people[n].seat
        t.hearts.update(each for each in t.s.people_at(place) if t.s.people[each].seat == seat)
        t.crowds.add((seat, place))
    told(t, n, "oratory", "AK-4.2.2-06", other=other)


def clairvoyance(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    other = t.s.people.get(target)
    if other is None or other.died:
        raise Failed("AK-4.2.2-07", "fail.no-such-character", number=target)
    before = t.watched.get(n, ())
    t.watched[n] = (*before[-1:], target) if t.masters(n, c.PS, 1) else (target,)
    told(t, n, "clairvoyance", "AK-4.2.2-07", other=target, place=other.place)


# Illusory Magic (4.2.3)


def illusion(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    place = province(t, n, target)
    need(terrain in c.TERRAINS, "AK-4.2.3-01", "fail.no-terrain")
    t.s.illusions[place] = c.TERRAINS.index(terrain)
    told(t, n, "illusion", "AK-4.2.3-01", place=place, terrain=c.TERRAINS.index(terrain))


def phantasm(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    other = with_him(t, n, target, "AK-4.2.3-04")
    t.phantoms[other] = max(level, t.phantoms.get(other, 0))
    if t.masters(n, c.IL, 1):
        t.phantoms[n] = max(level, t.phantoms.get(n, 0))
    told(t, n, "phantasm", "AK-4.2.3-04", other=other)


def hide(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    s = t.s
    feature = s.features.get(target)
    if feature is None or feature.place != s.people[n].place:
        raise Failed("AK-4.2.3-05", "fail.no-feature", number=target)
    s.set_feature(target, is_hidden=True, boldness=0)
    told(t, n, "hide", "AK-4.2.3-05", feature=target)


# Elemental Magic (4.2.4)


def flood(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    s = t.s
    place = province(t, n, target)
    need(
        s.terrain(place) not in (c.MOUNTAIN, c.SEA) or place in t.parted,
        "AK-4.2.4-01",
        "fail.no-flood",
        place=place,
    )
    flood_one(t, n, place)
    if t.masters(n, c.EL, 0):
        near = [p for p in s.atlas.neighbours[place] if s.terrain(p) not in (c.MOUNTAIN, c.SEA)]
        foreign = [p for p in near if not s.is_friendly(s.people[n].seat, p)]
        if foreign:
            flood_one(t, n, foreign[0])


def flood_one(t: Turn, n: int, place: int) -> None:
    if place in t.parted:
        t.parted.discard(place)
    else:
        t.flooded.add(place)
    told(t, n, "flood", "AK-4.2.4-02", place=place)


def enemy_province(t: Turn, n: int, target: int, reach: int, clause: str) -> int:
    """A province of an Enemy, or of natives, within reach (A99)."""
    s = t.s
    place = province(t, n, target, reach)
    need(s.relation(s.people[n].seat, s.owners[place]) == ENEMY, clause, "fail.no-enemy-land", place=place)
    return place


def tornado(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    """10% a level for every army there, whosever; the scattered are gone (4.2.4, A100)."""
    s = t.s
    place = enemy_province(t, n, target, 1, "AK-4.2.4-03")
    percent = (15 if t.masters(n, c.EL, 1) else ARMY_LOSS) * level
    lost = [a for a in s.armies_at(place) if t.chance(percent, "tornado")]
    owners = {s.armies[a].owner for a in lost}
    told(t, n, "tornado" if lost else "tornado-spares", "AK-4.2.4-03", place=place, armies=lost)
    t.tell("scattered", "AK-4.2.4-03", owners - {s.people[n].seat}, place=place, armies=lost)
    for a in lost:
        del s.armies[a]


def earthquake(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    s = t.s
    place = enemy_province(t, n, target, 2 if t.masters(n, c.EL, 3) else 1, "AK-4.2.4-04")
    need(not s.is_sea(place) or s.lands[place].coast >= 0, "AK-4.2.4-04", "fail.no-land", place=place)
    t.quaked.add(place)
    told(t, n, "earthquake", "AK-4.2.4-04", place=place)
    t.tell("shaken", "AK-4.2.4-04", [s.owners[place]], place=place)


# Necromancy (4.2.5)


def skeletons(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    """One army a level out of those who fell here on earlier turns (4.2.5)."""
    s = t.s
    person = s.people[n]
    place = person.place
    old = [each for each in s.fallen.get(place, ()) if each.turn < s.turn]
    need(old, "AK-4.2.5-01", "fail.no-graves", place=place)
    most = level + t.masters(n, c.NE, 0) + t.has_title(n, SOVEREIGN)
    raised = []
    for each in s.dice.sample(old, min(most, len(old)), "who rises"):
        s.fallen[place] = without(s.fallen[place], each)
        raised.append(s.new_army(Army(each.type, each.race, each.quality, place, person.seat, n, is_skeletal=True)))
    if not s.fallen[place]:
        del s.fallen[place]
    s.honour(n, SOVEREIGN, len(raised))
    told(t, n, "skeletons", "AK-4.2.5-02", place=place, armies=raised)
    if s.relation(person.seat, s.owners[place]) == ENEMY:
        t.invasions.append((place, n))


def without(those: tuple[Fallen, ...], one: Fallen) -> tuple[Fallen, ...]:
    """The same without one of those that are equal to it."""
    at = those.index(one)
    return those[:at] + those[at + 1 :]


def kill(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    """A character dies of it, or loses his wits; Kings, the undead and half the generals do not (4.2.5)."""
    s = t.s
    caster, other = s.people[n], s.people.get(target)
    if other is None or other.died or other.place != caster.place or target == n:
        raise Failed("AK-4.2.5-10", "fail.not-here", other=target)
    need(not other.is_king, "AK-4.2.5-13", "fail.king-immune", other=target)
    if other.alignment == c.UNDEAD or other.visitor:
        told(t, n, "kill-fails", "AK-4.2.5-12", other=target)
        return
    if s.led_by(target) and not t.chance(50, "a figurine from afar"):
        told(t, n, "kill-fails", "AK-4.2.5-12", other=target)
        enrage(t, n, target)
        return
    if t.chance(IMBECILE, "a deathly coma"):
        make_imbecile(t, n, target, other)
        return
    told(t, n, "kill", "AK-4.2.5-10", other=target)
    die(t, target)


def make_imbecile(t: Turn, n: int, target: int, other: Person) -> None:
    """No skills, and none to come, until he is resurrected (4.2.5)."""
    lost = other.lost_levels or other.levels
    bare = tuple(0 for _ in c.ABILITIES)
    t.s.set_person(target, is_imbecile=True, levels=bare, lost_levels=lost)
    t.forget_skills()
    told(t, n, "imbecile", "AK-4.2.5-15", other=target)
    t.tell("imbecile", "AK-4.2.5-15", [other.seat], who=target)


def plague(t: Turn, n: int, level: int, target: int, terrain: str) -> None:
    place = province(t, n, target)
    told(t, n, "plague", "AK-4.2.5-16", place=place)
    afflict(t, place, level, n if t.masters(n, c.NE, 1) else 0)


def afflict(t: Turn, place: int, level: int, master: int = 0) -> None:
    """10% and 10% a level for each humanoid army; survivors are immune, and may weaken (4.2.5)."""
    s = t.s
    if place in t.plagues:
        return
    t.plagues[place] = level
    t.plague_masters[place] = master
    t.fresh_plagues.add(place)
    lost = []
    for a in s.armies_at(place):
        army = s.armies[a]
        if army.race not in c.HUMANOID or army.is_skeletal:
            continue
        percent = (ARMY_LOSS + ARMY_LOSS * level) * (t.power(army.owner, "plague") or 1.0)
        if not t.chance(percent, "plague"):
            s.set_army(a, is_immune=True)
        elif army.is_immune:
            s.set_army(a, quality=max(c.SUB_DEPLETED, army.quality - 1))
        else:
            lost.append(a)
    owners = {s.armies[a].owner for a in lost} | {s.owners[place]}
    kind = "plague" if lost else "plague-spares"
    t.tell(kind, "AK-4.2.5-16", owners - {NATIVE}, place=place, armies=lost)
    for a in lost:
        bury(t, a)


def spread_plagues(t: Turn) -> None:
    """From the phase after, a plague reaches each adjacent province with 15% (4.2.5)."""
    for place, level in list(t.plagues.items()):
        if place in t.fresh_plagues:
            continue
        master = t.plague_masters[place]
        for near in t.s.atlas.neighbours[place]:
            if t.chance(spread_chance(t, near, master), "plague spreads"):
                afflict(t, near, level, master)
    t.fresh_plagues.clear()


def spread_chance(t: Turn, place: int, master: int) -> int:
    """15%; a master's plague spares the friends of his King, and reaches others more easily (4.2.5)."""
    if not master:
        return SPREAD
    return 0 if t.s.is_friendly(t.s.people[master].seat, place) else MASTERLY_SPREAD


EFFECTS: Final = {
    c.RESURRECT: resurrect, c.PART_SEA: part_sea, c.BLESS: bless, c.CHARM: charm, c.ORATORY: oratory,
    c.CLAIRVOYANCE: clairvoyance, c.ILLUSION: illusion, c.PHANTASM: phantasm, c.HIDE: hide, c.FLOOD: flood,
    c.TORNADO: tornado, c.EARTHQUAKE: earthquake, c.SKELETONS: skeletons, c.KILL: kill, c.PLAGUE: plague,
}  # fmt: skip
