"""Spying, trailing, and General Intelligence (3.14, 3.17, 4.3.3)."""

from __future__ import annotations

from typing import Final

import msgspec

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, FREE, NATIVE, UNKNOWN, Known
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.writing import write_part
from palatine.games.adventurer_kings.rules.characters.practice import PER_LEVEL, acquire, draw_discovery
from palatine.games.adventurer_kings.rules.common.experience import learn_by_doing
from palatine.games.adventurer_kings.rules.common.knowledge import knows_well, rumour
from palatine.games.adventurer_kings.rules.common.naming import army_kind, realm_name
from palatine.games.adventurer_kings.rules.common.turn import Turn, need

EVENTS_BASE, EVENTS_PER_LEVEL = 50, 12
PRESENT_BASE, PRESENT_PER_LEVEL = 25, 15
OWN_LAND, BATTLE_NEAR = 15, 60
TWICE_A_SAGE: Final = 2 * PER_LEVEL
"""Maximum percentage per Sage level of spying out an invention (3.14, A59)."""
SIGHT: Final = 2
"""Distance at which a master of the sea sees fleets."""
KING_BASE, KING_PER_LEVEL = 30, 15


def error_of(t: Turn, n: int) -> int:
    """Return the margin of error of a spy's figures, in percent (4.3.3)."""
    if t.masters(n, tables.EXACT_REPORT):
        return 0
    return max(0, tables.SPY_ERROR[t.skill(n, tables.SPY)] + (t.power(t.s.people[n].seat, "error") or 0))


def blurred(t: Turn, value: int, error: int) -> int:
    """Return a figure as a spy reports it."""
    if not error:
        return value
    return max(0, round(value * (100 + t.die(2 * error + 1, "a spy's error") - 1 - error) / 100))


def spy(t: Turn, n: int, action: orders.Spy) -> None:
    """Spy on the province: owner, taxes, types, and once a turn forces, people, inventions.

    See 3.14.
    """
    s = t.s
    person = s.people[n]
    place, seat = person.place, person.seat
    need(not action.province or s.atlas.place(action.province) == place, "AK-3.14-07", "fail.not-there",
         place=place)  # fmt: skip
    land = s.lands[place]
    error = 0 if knows_well(t, seat, place) else error_of(t, n)
    owner = s.owners[place]
    s.learn(
        seat, place, terrain=land.terrain, race=land.race, owner=owner, wealth=tables.wealth_class(land.tax),
        tax=blurred(t, land.tax, error), types=types_seen(t, land.types, error), seen=s.turn,
        is_capital=owner >= 0 and s.kingdoms[owner].home == place,
    )  # fmt: skip
    for near in s.atlas.neighbours[place]:
        s.learn(seat, near, owner=s.owners[near], seen=s.turn)
    tell_of_province(t, n, place, owner)
    if (seat, place) not in t.sightings.spied:
        t.sightings.spied.add((seat, place))
        report_forces(t, n, place, error_of(t, n))
    t.phase.shown[seat, n] = EVENTS_BASE + EVENTS_PER_LEVEL * t.level(n, tables.SPY)
    learn_by_doing(t, n, tables.SPY, "spy")
    spy_out_inventions(t, n, owner)
    if owner not in (NATIVE, seat):
        master_spy(t, n, owner)


def tell_of_province(t: Turn, n: int, place: int, owner: int) -> None:
    """Report a province's owner, taxes and types, and the owners of its neighbours (3.14)."""
    s, readers, seat = t.s, t.witnesses(n), t.s.people[n].seat
    known = s.known[seat][place]
    kind = "spied" if owner >= 0 else "spied-wild"
    t.log(kind, "AK-3.14-01", readers, who=n, place=place, realm=owner, tax=known.tax)
    if known.is_capital:
        t.log("spied-capital", "AK-3.14-01", readers, place=place, realm=owner)
    if known.types:
        t.log("spied-types", "AK-3.14-01", readers, place=place, kinds=[tables.ARMY[k].name for k in known.types])
    for king in sorted({s.owners[near] for near in s.atlas.neighbours[place]} - {NATIVE, seat}):
        lands = [near for near in s.atlas.neighbours[place] if s.owners[near] == king]
        t.log("spied-next", "AK-3.14-01", readers, place=place, realm=king, places=lands)


def master_spy(t: Turn, n: int, owner: int) -> None:
    """Carry out masters' additional spying: steal a map, read pending treaties, plant a rumour.

    See 2.0.
    """
    s = t.s
    seat = s.people[n].seat
    if t.masters(n, tables.MAP_THEFT):
        for place, known in s.known[owner].items():
            mine = s.known[seat].get(place) or Known()
            if known.terrain != UNKNOWN and (mine.terrain == UNKNOWN or known.explored > mine.explored):
                capital = known.is_capital or mine.is_capital
                s.known[seat][place] = msgspec.structs.replace(known, is_capital=capital, forces=mine.forces)
        t.log("map-stolen", "AK-2.0-02", t.witnesses(n), who=n, realm=owner)
    if t.masters(n, tables.SIGHT_OF_TREATIES):
        for kind, book in (("treating", t.dealings.treats), ("breaking", t.dealings.breaks)):
            realms = sorted(other for one, other in book if one == owner)
            if realms:
                t.log(kind, "AK-2.0-02", t.witnesses(n), who=n, realm=owner, realms=realms)
    if t.masters(n, tables.PLANTED_RUMOUR):
        plant_rumour(t, n, owner)


def plant_rumour(t: Turn, n: int, owner: int) -> None:
    """Plant a rumour of a feature unknown to the King next door, in a wrong place."""
    unknown = [number for number in t.s.features if number not in t.s.lore[owner]]
    if unknown:
        rumour(t, owner, unknown[t.die(len(unknown), "which rumour") - 1], is_false=True)
        t.log("planted", "AK-2.0-02", t.witnesses(n), who=n, realm=owner)


def watch_seas(t: Turn) -> None:
    """Report foreign fleets within two provinces to masters of the sea (2.0)."""
    s = t.s
    for n, person in s.people.items():
        if person.seat < 0 or person.died or not t.masters(n, tables.SIGHT_OF_FLEETS):
            continue
        far = s.atlas.distances(person.place)
        fleets = [a for a, army in s.armies.items() if army.type == tables.FLEET and army.owner != person.seat]
        near = sorted({s.armies[a].place for a in fleets if far[s.armies[a].place] <= SIGHT})
        if near:
            t.log("fleets-seen", "AK-2.0-02", [person.seat], who=n, places=near)


def types_seen(t: Turn, types: tuple[int, ...], error: int) -> tuple[int, ...]:
    """Return a province's army types, each wrong with half the margin of error."""
    wrong = error / 2
    levies = (tables.BOWMEN, tables.AXEMEN, tables.PHALANX, tables.LEGION, tables.LIGHT, tables.HEAVY)
    return tuple(
        levies[t.die(len(levies), "a wrong type") - 1] if t.chance(wrong, "a type mistaken") else kind
        for kind in types
    )


def report_forces(t: Turn, n: int, place: int, error: int) -> None:
    """Report armies and characters in a province, with a spy's accuracy (3.14)."""
    s = t.s
    seat = s.people[n].seat
    counts: dict[tuple[int, str], int] = {}
    for a in s.armies_at(place):
        army = s.armies[a]
        if army.owner != seat and not hides_armies(t, a):
            counts[army.owner, army_kind(army)] = counts.get((army.owner, army_kind(army)), 0) + 1
    forces = [
        f"{max(1, blurred(t, count, error))} {kind} of {realm_word(t, owner)}"
        for (owner, kind), count in counts.items()
    ]
    people = [m for m in s.people_at(place) if s.people[m].seat != seat and not escapes(t, m)]
    for m in people:
        s.spot(seat, m)
    s.learn(seat, place, forces=", ".join(forces))
    t.log("forces" if forces else "forces-none", "AK-3.14-05", t.witnesses(n), who=n, place=place, forces=forces)
    if people:
        t.log("forces-people", "AK-3.14-05", t.witnesses(n), place=place, people=people)


def realm_word(t: Turn, owner: int) -> str:
    return realm_name(t.s, owner) if owner >= 0 else "natives" if owner == NATIVE else "nobody"


def hides_armies(t: Turn, a: int) -> bool:
    """Return whether a master of illusions hides an army from spies (2.0)."""
    return t.masters(t.s.armies[a].leader, tables.HIDDEN_ARMIES)


def escapes(t: Turn, n: int) -> bool:
    """Return whether a furtive character escapes notice now (4.3.3, 4.3.5, A179)."""
    skill = max([t.skill(n, ability) for ability in t.sightings.furtive.get(n, ())], default=0)
    return t.chance(tables.SPY_ESCAPE[skill], "escape notice")


def spy_out_inventions(t: Turn, n: int, owner: int) -> None:
    """Try to copy an invention, with at most twice a Sage's chance (3.14, A59).

    Obscure inventions need more skill, and those of a master Sage cannot be copied (2.0).
    """
    s = t.s
    seat = s.people[n].seat
    sage = t.skill(n, tables.SAGE)
    if owner < 0 or owner == seat or not sage or t.has_master(owner, tables.KEPT_SECRETS):
        return
    mine = s.kingdoms[seat].discoveries
    within = [
        d for d in s.kingdoms[owner].discoveries if d not in mine and sage >= tables.DISCOVERIES[d].tier + 1
    ]  # fmt: skip
    percent = min(TWICE_A_SAGE * sage, 15 + 15 * t.level(n, tables.SPY))
    if t.power(owner, "cipher"):
        percent //= 2
    if within and t.chance(percent, "spying out an invention"):
        found = draw_discovery(t, within)
        acquire(t, seat, found)
        s.praise(n, titles.CHANCELLOR, 1)
        s.honour(n, titles.SPYMASTER, 1)
        t.log("invention-spied", "AK-3.14-03", t.witnesses(n), who=n, discovery=found, realm=owner)


# Trail (3.17)


def show(t: Turn, n: int, quarry: int) -> None:
    """Report to a tracker about the quarry found (3.17)."""
    s = t.s
    seat, other = s.people[n].seat, s.people[quarry]
    s.spot(seat, quarry)
    t.log(
        "trailed", "AK-3.17-01", t.witnesses(n), who=n, other=quarry, place=other.place, race=other.race,
        temper=other.temper, alignment=other.alignment,
    )  # fmt: skip
    if s.items_of(quarry):
        t.log("trail-items", "AK-3.17-01", t.witnesses(n), who=n, other=quarry, items=s.items_of(quarry))
    if s.led_by(quarry):
        t.log("trail-armies", "AK-3.17-01", t.witnesses(n), who=n, other=quarry, armies=s.led_by(quarry))
    if other.is_king and other.seat >= 0:
        show_kingdom(t, n, other.seat)


def tell_deeds(t: Turn) -> None:
    """Report the phase's actions of trailed characters, as on a sheet (3.17, A83)."""
    for n, quarry in t.phase.trailed:
        if quarry in t.phase.actions:
            t.log(
                "trail-deed",
                "AK-3.17-01",
                t.witnesses(n),
                who=n,
                other=quarry,
                deed=write_part(t.phase.actions[quarry]),
            )
        else:
            t.log("trail-idle", "AK-3.17-01", t.witnesses(n), who=n, other=quarry)


def show_another(t: Turn, n: int, quarry: int) -> None:
    """Show a master tracker the most able stranger with the quarry (2.0)."""
    s = t.s
    others = [m for m in s.people_at(s.people[n].place) if m not in (n, quarry) and s.people[m].seat !=
              s.people[n].seat]  # fmt: skip
    if others and t.masters(n, tables.SECOND_QUARRY):
        show(t, n, max(others, key=lambda m: (sum(s.people[m].levels), -m)))


def show_kingdom(t: Turn, n: int, other: int) -> None:
    """Perhaps show a tracker a King's finances, treaties and provinces (3.17)."""
    s = t.s
    percent = KING_BASE + KING_PER_LEVEL * t.level(n, tables.SPY)
    if t.chance(percent, "finances"):
        t.log("trail-gold", "AK-3.17-02", t.witnesses(n), who=n, realm=other, gold=s.kingdoms[other].gold)
    for relation, word in ((ALLIED, "allies"), (ENEMY, "enemies")):
        if t.chance(percent, word):
            realms = [
                each for each, stands in enumerate(s.relations[other]) if stands == relation and each != other
            ]
            t.log(f"trail-{word}", "AK-3.17-02", t.witnesses(n), who=n, realm=other, realms=realms)
    if t.chance(percent, "provinces"):
        seat = s.people[n].seat
        for place in s.provinces(other):
            s.learn(seat, place, owner=other, seen=s.turn)
        t.log("trail-lands", "AK-3.17-02", t.witnesses(n), who=n, realm=other, places=s.provinces(other))


# General Intelligence (4.3.3, 3.14)


def gather(t: Turn) -> None:
    """Report to others the noticed events of a phase, rarely those of the furtive (3.14, 4.3.3)."""
    s = t.s
    tell_deeds(t)
    for place, actor, kind, data in t.phase.events:
        doer = s.people.get(actor)
        if is_unseen(t, actor, kind):
            continue
        for seat, percent in sorted(notice(t, place, kind).items()):
            if doer is not None and doer.seat == seat:
                continue
            if t.chance(percent, "intelligence") and not escapes(t, actor):
                t.log(f"seen-{kind}" if not kind.startswith("seen") else kind, "AK-3.14-02", [seat], None, **data)
                if kind == "conquest" and place in s.known[seat]:
                    s.learn(seat, place, owner=data["realm"], hero=0)
                if doer is not None and not doer.died:
                    s.spot(seat, actor)
                elif kind == "death":
                    s.seen[seat].pop(actor, None)


def is_unseen(t: Turn, actor: int, kind: str) -> bool:
    """Return whether a master of illusions hides a march (2.0)."""
    return kind == "seen-move" and t.masters(actor, tables.UNSEEN_MARCH)


def notice(t: Turn, place: int, kind: str) -> dict[int, int]:
    """Return the best chance of each kingdom to hear of an event in a province.

    Kingdoms without a chance are missing.
    """
    s = t.s
    best: dict[int, int] = {}
    for n in s.people_at(place):
        seat = s.people[n].seat
        best[seat] = max(best.get(seat, 0), t.phase.shown.get((seat, n), 0), hearsay(t, n))
    for owner in {s.owners[near] for near in s.atlas.neighbours[place]}:
        best[owner] = max(best.get(owner, 0), BATTLE_NEAR if kind in ("battle", "conquest") else OWN_LAND)
    best[s.owners[place]] = 100
    return {seat: percent for seat, percent in best.items() if seat >= 0}


def hearsay(t: Turn, n: int) -> int:
    """Return the percentage of hearing of events without spying; 0 without the skill (4.3.3)."""
    level = t.level(n, tables.SPY)
    return PRESENT_BASE + PRESENT_PER_LEVEL * level if level else 0


def see_own_land(t: Turn) -> None:
    """Update each King's knowledge of their own provinces and of free Heroes in them (2.2)."""
    s = t.s
    for place, owner in enumerate(s.owners):
        if owner >= 0:
            land = s.lands[place]
            before = s.known[owner].get(place) or Known()
            true = (owner, land.terrain, land.tax, land.types)
            if (before.owner, before.terrain, before.tax, before.types) != true:
                s.learn(owner, place, owner=owner, terrain=land.terrain, race=land.race, tax=land.tax,
                        wealth=tables.wealth_class(land.tax), types=land.types, seen=s.turn)  # fmt: skip
    for n, person in s.people.items():
        if person.seat == FREE and not person.died and s.owners[person.place] >= 0:
            s.spot(s.owners[person.place], n)
