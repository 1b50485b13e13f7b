"""MAGIC except demons: Rain of Fire, teleport, the living dead, vampire heal (C)."""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

from palatine.core import Chance, Tally
from palatine.games.lord_and_master.components import pieces, tables, world
from palatine.games.lord_and_master.components.places import is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions import leading
from palatine.games.lord_and_master.rules.combat import retreat
from palatine.games.lord_and_master.rules.common import casualties, class_powers, escape, neutrals
from palatine.games.lord_and_master.rules.common.march import Handled, March, races_led
from palatine.games.lord_and_master.rules.common.neutrals import hostile_at
from palatine.games.lord_and_master.rules.common.turn import Actions, Shields, TallyPart, Turn
from palatine.games.lord_and_master.rules.common.unit_groups import count_by_code, fitting
from palatine.games.lord_and_master.state import NEUTRAL, is_nation, still

# Rain of Fire, and the bolts of Jove, which work alike


def rain(t: Turn, who: int, act: o.Rain) -> None:
    """Carry out RAIN OF FIRE (C-01 to C-04)."""
    class_powers.need_power(t, who, "Rf", "LM-C-01")
    person = t.s.people[who]
    place = t.place(act.at, person.place)
    need_reach(t, person.place, place, "LM-C-01")
    strike_place(t, "rain", place, person.owner)


def need_reach(t: Turn, here: int, place: int, clause: str) -> None:
    """Drop the order if the target is more than three squares away (R28)."""
    far = world.distance(square_of(here), square_of(place))
    t.need(
        far <= class_powers.REACH,
        clause,
        "drop.too-far",
        place=place,
        far=far,
        most=class_powers.REACH,
        uncertain=True,
    )


class Target(NamedTuple):
    """A unit or character at risk, and the number of die faces that destroy it."""

    n: int
    label: str
    owner: int
    is_unit: bool
    faces: int


def strike_chance(kind: str, target: Target) -> Chance[bool]:
    """Return the chance that rain or bolts destroy a target on its faces of a die (C-03, D-07)."""
    return Chance(Tally(kind), lambda thrown: thrown.rolled <= target.faces, about=(target.is_unit, target.n))


def strike_place(t: Turn, kind: str, place: int, by: int) -> None:
    """Strike all pieces in a place, including friends and prisoners (C-03, D-07, R95).

    All dice are rolled before any piece is removed.
    """
    if place in t.of(Shields).places:
        t.log("sheltered", "LM-E-20", at=(place,), to=(by,), place=place, fire=kind)
        return
    if t.is_rehearsal:
        _preview_strike(t, kind, place, by)
        return
    neutrals.rouse(t, place)
    targets = _targets(t, kind, place, by)
    rolled = [strike_chance(kind, target).roll(t.s) for target in targets]
    faces = tuple([tally.rolled for _, tally in rolled])
    hit = [target for target, (is_hit, _) in zip(targets, rolled, strict=True) if is_hit]
    t.log(
        kind if hit else f"{kind}.nobody",
        "LM-C-03" if kind == "rain" else "LM-D-07",
        at=(place,),
        to=(by,),
        tally=Tally(kind, faces),
        place=place,
        by=by,
        rolls=[[target.label, face, target.faces] for target, face in zip(targets, faces, strict=True)],
        units=count_by_code(target.label for target in hit if target.is_unit),
        people=[target.label for target in hit if not target.is_unit],
    )
    _fall(t, hit, by)


def _preview_strike(t: Turn, kind: str, place: int, by: int) -> None:
    """Note the chance for an ordinary target, and the expected losses of the player's side."""
    targets = _targets(t, kind, place, by)
    own = [target for target in targets if target.owner in t.s.partners(by)]
    lost = sum([t.show_chance("own", strike_chance(kind, target)).probability for target in own])
    units = sum(target.is_unit for target in own)
    faces = _faces(t, kind, by, NEUTRAL, "")
    ordinary = next((each for each in targets if each.faces == faces), Target(0, "", NEUTRAL, True, faces))
    t.preview_odds(
        "strike", strike_chance(kind, ordinary), place=place, units=units, people=len(own) - units, lost=lost
    )


def _targets(t: Turn, kind: str, place: int, by: int) -> list[Target]:
    """Return the targets in a place: units first, then characters, each by age."""
    s = t.s
    units = [
        Target(n, unit.code, unit.owner, True, _faces(t, kind, by, unit.owner, unit.code))
        for n, unit in s.units.items()
        if unit.place == place
    ]
    people = [
        Target(n, person.name, person.owner, False, _faces(t, kind, by, person.owner, person.of))
        for n, person in s.people.items()
        if person.place == place
    ]
    return [target for target in (*units, *people) if target.faces]


def _faces(t: Turn, kind: str, by: int, owner: int, code: str) -> int:
    """Return the faces of a d6 that destroy a unit (by code) or a character (by class).

    Jove protects his own (DI-04). Heroes and initiated berserkers are immune to fire, not to lightning (C-04, D-09).
    The dead attract lightning (D-08). The number is doubled at most once (DI-05, DI-14, R80).
    """
    if t.blessing(owner, "Jupiter"):
        return 0
    if kind == "rain" and (code == "H" or pieces.is_berserker(code)):
        return 0
    is_dead = code in pieces.TROOPS and pieces.TROOPS[code].race == "dead"
    base = 2 if kind == "bolts" and is_dead else 1
    is_doubled = t.is_cursed(owner) or (kind == "bolts" and t.blessing(by, "Jupiter") is not None)
    return base * 2 if is_doubled else base


def _fall(t: Turn, hit: list[Target], by: int) -> None:
    """Remove the targets that were hit and still exist."""
    for n in still(t.s.units, [target.n for target in hit if target.is_unit]):
        casualties.destroy_unit(t, n)
    for who in still(t.s.people, [target.n for target in hit if not target.is_unit]):
        casualties.kill(t, who, by)


# Teleport


def teleport(t: Turn, who: int, act: o.Teleport) -> None:
    """Carry out TELEPORT (C-13 to C-17, R98)."""
    class_powers.need_power(t, who, "Te", "LM-C-13")
    s = t.s
    person = s.people[who]
    start, goal = person.place, t.place(act.to, person.place)
    t.need(goal != start, "LM-C-13", "drop.there-already", place=goal, uncertain=True)
    party = [who, *_companions(t, who, act.people)]
    m = March(t, person.owner, start, who, races_led(t, who))
    _pack(t, m, act.units)
    if m.units:
        _need_no_garrison(t, goal)
    if goal in t.of(Shields).places:
        t.log("thrown-back", "LM-E-24", at=(start, goal), to=(person.owner,), name=person.name, place=goal)
        return
    t.log("teleport", "LM-C-13", at=(start, goal), to=(person.owner,), name=person.name, place=goal, origin=start)
    _appear(t, m, party, goal)


def _companions(t: Turn, who: int, names: tuple[str, ...]) -> list[int]:
    """Return companions of the mage's side in the start province (C-14).

    They can no longer act this turn.
    """
    s = t.s
    person = s.people[who]
    t.need(not names or person.level >= 2, "LM-C-14", "drop.teleport-level", name=person.name, uncertain=True)
    chosen: list[int] = []
    for name in names:
        here = [
            n
            for n in s.people_at(person.place)
            if n not in (who, *chosen)
            and s.people[n].name.casefold() == name.casefold()
            and s.is_friend(person.owner, s.people[n].owner)
        ]
        t.need(here, "LM-C-14", "drop.no-companion", name=name, place=person.place, uncertain=True)
        chosen.append(here[0])
    return chosen


def _pack(t: Turn, m: March, units: o.Units) -> None:
    """Add the units to take along: one per two levels, of races led, not yet moved (C-15, R30)."""
    most = m.level // 2
    count = sum(batch.count for batch in units)
    t.need(count <= most, "LM-C-15", "drop.teleport-units", most=most, count=count, uncertain=True)
    for batch in units:
        m.units = (*m.units, *leading.pick_units(t, m, batch))


def _need_no_garrison(t: Turn, goal: int) -> None:
    """Drop the order if the target is a city or fort with any garrison (C-16)."""
    if is_square(goal):
        return
    neutrals.rouse(t, goal)
    t.need(not t.s.units_at(goal), "LM-C-16", "drop.garrisoned", place=goal, uncertain=True)


def _appear(t: Turn, m: March, party: list[int], goal: int) -> None:
    """Place the teleported party: troops attack, lone characters must escape (C-17, R98)."""
    s = t.s
    t.goes(m.place, goal)
    for n in m.units:
        t.of(Handled).led[n] = m.mover
        s.set_unit(n, place=goal)
    m.origin, m.place = m.place, goal
    m.party = tuple(party)
    for who in party:
        s.move_person(who, goal)
    t.of(Actions).acted.update(party)
    if m.units:
        leading.arrive(t, m, teleported=True)
    else:
        for who in still(s.people, party):
            escape.escapes(t, who, goal)


# The living dead


def raise_dead(t: Turn, who: int, act: o.RaiseDead) -> None:
    """Carry out RAISE LIVING DEAD (C-18 to C-22, R99)."""
    class_powers.need_power(t, who, "Rld", "LM-C-18")
    s = t.s
    person = s.people[who]
    place = person.place
    if is_nation(person.owner):
        t.need(pieces.DEAD in s.nations[person.owner].kinds, "LM-SET-10", "drop.no-dead")
    t.need(place in s.boneyards, "LM-C-18", "drop.no-boneyard", place=place, uncertain=True)
    t.need(
        retreat.room(s, place) > 0 or is_square(place), "LM-FC-09", "drop.city-full", place=place, uncertain=True
    )
    s.boneyards.remove(place)
    parts: list[TallyPart] = [(person.level, "LM-C-20", "level")]
    chance = t.table("raise-dead", parts, tables.dead_raised)
    if t.is_rehearsal:
        class_powers.preview_table(t, chance, attrgetter("code"), attrgetter("lost"))
        return
    row, tally = chance.roll(s)
    if row.lost:
        t.log("smitten", "LM-C-20", at=(place,), to=(person.owner,), tally=tally, name=person.name, place=place)
        casualties.kill(t, who, NEUTRAL)
    elif row.code is None:
        t.log("dead-lie", "LM-C-20", at=(place,), to=(person.owner,), tally=tally, name=person.name, place=place)
    else:
        count = t.throw("dead", [(row.plus, "LM-C-21", "least")], sides=row.die).total
        count = count if is_square(place) else min(count, retreat.room(s, place))
        clause = "LM-C-21" if row.die == 4 else "LM-C-22"
        t.log(
            "dead-rise", clause, at=(place,), to=(person.owner,), tally=tally, name=person.name, place=place,
            units=[[row.code, count]],
        )  # fmt: skip
        _add_raised_dead(t, who, row.code, count)


def _add_raised_dead(t: Turn, who: int, code: str, count: int) -> None:
    """Add the raised dead; among enemies they attack immediately and cannot retreat."""
    s = t.s
    person = s.people[who]
    made = s.new_units(code, count, person.owner, person.place)
    t.of(Handled).raised.update(made)
    if hostile_at(t, (person.owner,), person.place):
        m = March(t, person.owner, person.place, who, races_led(t, who))
        m.units = made
        leading.meet(t, m, teleported=True)


# Vampire healing; ordinary healing is in `religion`


def vampire_heal(t: Turn, who: int, act: o.VampireHeal) -> None:
    """Carry out VAMPIRE HEAL (C-23, C-24)."""
    class_powers.need_power(t, who, "Vh", "LM-C-23")
    s = t.s
    person = s.people[who]
    healed = pick_wounded(t, who, act.units, "LM-C-23")
    fed = _victims(t, who, act.using, healed)
    t.need(len(fed) == len(healed), "LM-C-24", "drop.life-for-life", healed=len(healed), fed=len(fed))
    for n in fed:
        casualties.destroy_unit(t, n)
    make_whole(t, healed)
    t.log(
        "vampire-heal", "LM-C-24", at=(person.place,), to=(person.owner,), name=person.name, place=person.place,
        units=[[batch.code, batch.count] for batch in act.units],
        using=[[batch.code, batch.count] for batch in act.using],
    )  # fmt: skip


def pick_wounded(t: Turn, who: int, batches: o.Units, clause: str) -> list[int]:
    """Return the wounded units of the healer's side in the province, at most two per level."""
    s = t.s
    person = s.people[who]
    most = class_powers.heals_at_once(t, who)
    count = sum(batch.count for batch in batches)
    t.need(count <= most, clause, "drop.too-many-healed", most=most, count=count, uncertain=True)
    chosen: list[int] = []
    for batch in batches:
        t.need(batch.wounded, clause, "drop.heal-wounded", code=batch.code)
        here = [n for n in s.units_at(person.place) if s.is_friend(person.owner, s.units[n].owner)]
        meant = fitting(s, [n for n in here if n not in chosen], batch)
        t.need(
            len(meant) >= batch.count,
            clause,
            "drop.no-such-units",
            batch=batch,
            place=person.place,
            uncertain=True,
        )
        chosen += meant[: batch.count]
    return chosen


def make_whole(t: Turn, units: list[int]) -> None:
    for n in units:
        t.s.set_unit(n, wounded=False)


def _victims(t: Turn, who: int, batches: o.Units, spared: list[int]) -> list[int]:
    """Return the units fed to the healing: prisoners first, then the nation's own (C-24)."""
    s = t.s
    person = s.people[who]
    own = [n for n in s.units_at(person.place, person.owner) if n not in spared]
    held = [n for n in s.captives_at(person.place)[1] if s.units[n].captor == person.owner]
    chosen: list[int] = []
    for batch in batches:
        meant = fitting(s, [n for n in (*held, *own) if n not in chosen], batch)
        t.need(
            len(meant) >= batch.count,
            "LM-C-24",
            "drop.no-such-units",
            batch=batch,
            place=person.place,
            uncertain=True,
        )
        chosen += meant[: batch.count]
    return chosen
