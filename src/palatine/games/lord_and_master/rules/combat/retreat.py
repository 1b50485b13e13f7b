"""Retreats: who must retreat, where to, and the table of results (BAT-24 to BAT-34)."""

from __future__ import annotations

import msgspec

from palatine.core import Chance, Tally
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import CITY, FORT, square_of
from palatine.games.lord_and_master.rules.combat.battlefield import Battle, Side
from palatine.games.lord_and_master.rules.common import captives, casualties, escape
from palatine.games.lord_and_master.rules.common.march import March
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, WILD, State, is_nation, still

FEARLESS = frozenset("HC")
"""Classes whose leadership overcomes the runes of fear (D-14)."""


class RunesLaid(msgspec.Struct):
    """Places with runes of fear this turn (D-13)."""

    places: set[int] = set()


def is_berserker_unit(s: State, n: int) -> bool:
    """Return whether a unit is an initiated berserker, who never retreats (BAT-33, TT-17)."""
    return pieces.is_berserker(s.units[n].code)


# Who must retreat


def must_leave(b: Battle) -> bool:
    """Return whether the defenders must retreat after a round (BAT-24, D-13)."""
    return is_outmatched(b) or is_afraid(b)


def is_outmatched(b: Battle) -> bool:
    """Return whether the defenders' effective attack is at most half the enemy's.

    See BAT-24, R20, R47.
    """
    ours = sum(b.values(n)[0] for n in b.defenders.units)
    theirs = sum(b.values(n)[0] for n in b.attackers.units)
    return theirs > 0 and theirs >= 2 * ours


def is_afraid(b: Battle) -> bool:
    """Return whether runes of fear force a retreat after round one (R101).

    A Hero or Champion in command prevents it. Berserkers are immune, so an army of berserkers alone does not retreat
    (D-14).
    """
    s = b.t.s
    if (
        b.round > 1
        or b.place not in b.t.of(RunesLaid).places
        or all(is_berserker_unit(s, n) for n in b.defenders.units)
    ):
        return False
    who = b.defenders.commander
    return who == NO_PERSON or s.people[who].of not in FEARLESS


# Destinations


def havens(s: State, owner: int, place: int) -> list[int]:
    """Return the retreats of defenders: the city, the fort, then friendly squares (BAT-28, R64)."""
    if owner in (NEUTRAL, WILD):
        return []
    square = square_of(place)
    near = sorted(world.NEIGHBOURS[square])
    if is_nation(owner):
        wished = dict(s.nations[owner].retreats).get(place)
        near.sort(key=lambda each: each != wished)
    inside = [each for each in (square + CITY, square + FORT, square) if each != place and s.exists(each)]
    return [each for each in (*inside, *near) if is_haven(s, owner, each)]


def is_haven(s: State, owner: int, place: int) -> bool:
    """Return whether a place is friendly and free of enemy units."""
    return s.is_friend(owner, s.holder(place)) and not has_enemies(s, owner, place)


def has_enemies(s: State, owner: int, place: int) -> bool:
    return any(s.is_hostile(owner, s.units[n].owner) for n in s.units_at(place))


room = captives.room


def way_back(m: March, owner: int) -> int:
    """Return the retreat of attackers: their last place, or the last of their own on the way.

    See BAT-29, R128.
    """
    s = m.t.s
    if not has_enemies(s, owner, m.origin):
        return m.origin
    return next((place for place in reversed(m.trail) if is_haven(s, owner, place)), m.origin)


def ways(b: Battle, side: Side, owner: int) -> list[int]:
    """Return the retreats of an owner's pieces in a beaten army.

    Defenders retreat to their havens, attackers back, or from an assault into the square.
    """
    if side is b.defenders:
        return havens(b.t.s, owner, b.place)
    return [b.m.place if b.is_assault else way_back(b.m, owner)]


# The retreat table


def flee(b: Battle, side: Side, units: list[int]) -> None:
    """Roll for each unit and character of a beaten army (R22, R185).

    Those who escape go to the first destination with room.
    """
    s = b.t.s
    captor = b.other(side).owner
    owners = {s.units[n].owner for n in units} | {s.people[n].owner for n in side.people}
    open_to = {owner: ways(b, side, owner) for owner in owners}
    rolls: list[list[object]] = [
        [s.units[n].code, *_unit_flees(b, n, captor, open_to[s.units[n].owner])] for n in still(s.units, units)
    ]
    rolls += [
        [s.people[n].name, *_person_flees(b, n, captor, open_to[s.people[n].owner])]
        for n in still(s.people, side.people)
    ]
    side.leave(units)
    log_retreat(b, side, rolls, next(iter(open_to.get(side.owner, [])), 0))


def retreat_chance() -> Chance[str]:
    """Return the fate of a retreating piece: "dead", "captured" or "escaped" (BAT-26)."""
    return Chance(Tally("retreat"), lambda thrown: {1: "dead", 2: "captured"}.get(thrown.rolled, "escaped"))


def _unit_flees(b: Battle, n: int, captor: int, ways: list[int]) -> tuple[int, str]:
    t = b.t
    fate, tally = retreat_chance().roll(t.s)
    way = next((place for place in ways if room(t.s, place) > 0), 0)
    if fate == "dead":
        casualties.destroy_unit(t, n)
    elif fate == "captured" or not way:
        take_unit(b, n, captor)
        fate = "captured"
    elif not t.bring(n, way):
        fate = "dead"
    return tally.rolled, fate


def take_unit(b: Battle, n: int, captor: int) -> None:
    """Capture a unit; berserkers and captives of the Wild are destroyed (BAT-33)."""
    if is_berserker_unit(b.t.s, n) or captor == WILD:
        casualties.destroy_unit(b.t, n)
        return
    captives.hold_unit(b.t.s, n, captor, b.place)


def _person_flees(b: Battle, who: int, captor: int, ways: list[int]) -> tuple[int, str]:
    """Roll for a character; gnomes always escape (BAT-27), neutral leaders vanish (R125)."""
    t, s = b.t, b.t.s
    person = s.people[who]
    if person.owner == NEUTRAL and not ways:
        s.remove_person(who)
        return 0, "gone"
    fate, die = "escaped", 0
    if person.of not in escape.GNOMES:
        fate, tally = retreat_chance().roll(s)
        die = tally.rolled
    if fate == "dead":
        casualties.kill(t, who, captor, captor, b.place)
    elif fate == "captured":
        take_person(b, who, captor)
    else:
        s.move_person(who, ways[0] if ways else shelter(s, person.owner, b.place))
    return die, fate


def take_person(b: Battle, who: int, captor: int) -> None:
    """Capture a character and hold it where the battle was."""
    b.t.s.move_person(who, b.place)
    casualties.capture(b.t, who, captor, captor)


def shelter(s: State, owner: int, place: int) -> int:
    """Return where an escaped character without a destination goes: to friends, or nearby."""
    near = (each for each in sorted(world.NEIGHBOURS[square_of(place)]) if not has_enemies(s, owner, each))
    return captives.refuge(s, owner, place, leaves=True) or next(near, place)


def all_taken(b: Battle, side: Side, home: int = 0) -> None:
    """Capture a whole army; berserkers die, teleported gnomes go home (BAT-30, BAT-31, R65)."""
    s = b.t.s
    captor = b.other(side).owner
    rolls: list[list[object]] = []
    for n in side.units:
        rolls.append([s.units[n].code, 0, "dead" if is_berserker_unit(s, n) else "captured"])
        take_unit(b, n, captor)
    for who in still(
        s.people, side.people
    ):  # A character can disappear with the magnate or nation whose fall this is.
        person = s.people[who]
        if person.owner == NEUTRAL:
            s.remove_person(who)
        elif person.of in escape.GNOMES:
            b.t.s.move_person(who, home or shelter(s, person.owner, b.place))
            rolls.append([person.name, 0, "escaped"])
        else:
            rolls.append([person.name, 0, "captured"])
            take_person(b, who, captor)
    clause = "LM-BAT-31" if side is b.defenders else "LM-BAT-30"
    side.leave(side.units)
    log_retreat(b, side, rolls, home, "taken", clause)


def log_retreat(
    b: Battle,
    side: Side,
    rolls: list[list[object]],
    way: int,
    kind: str = "retreat",
    clause: str = "LM-BAT-26",
) -> None:
    """Report the fate of a beaten army: code or name, die (0 for none) and result of each piece."""
    if not rolls:
        return
    dice = tuple(int(str(die)) for _, die, _ in rolls if die)
    b.t.log(
        kind,
        clause,
        at=(b.place,),
        to=(b.attackers.owner, b.defenders.owner),
        tally=Tally("retreat", dice) if dice else None,
        place=b.place,
        army=side.owner,
        to_place=way,
        rolls=rolls,
        escaped=sum(lot == "escaped" for _, _, lot in rolls),
        captured=sum(lot == "captured" for _, _, lot in rolls),
        dead=sum(lot == "dead" for _, _, lot in rolls),
    )
