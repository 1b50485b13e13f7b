"""Death, capture, succession of characters; losses of units; end of a nation (CH, IPR)."""

from __future__ import annotations

import msgspec

from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.common import captives, control, money, treasuries
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, WILD, State, is_magnate, is_nation

MAGNATES_PEOPLE = 2
"""Characters of a magnate: itself and one subordinate (MAG-12)."""


class Killers(msgspec.Struct):
    """Killers of nations' last characters this turn, for the Black Skull (IPR-14)."""

    of: dict[int, int] = {}
    """Killer by the seat that fell."""


def gain_level(t: Turn, who: int, clause: str, deed: str) -> None:
    """Give a character a level for a success (CH-22, CH-23)."""
    if who not in t.s.people:
        return
    person = t.s.people[who]
    t.s.set_person(who, level=person.level + 1)
    t.log(
        "level", clause, at=(person.place,), to=(person.owner,), name=person.name, level=person.level + 1, deed=deed
    )


def roster_limit(s: State, seat: int) -> int:
    """Return the maximum number of characters of a player (CH-25) or magnate (MAG-12).

    A captive leader's level counts (R54).
    """
    if is_magnate(seat):
        return MAGNATES_PEOPLE
    leader = s.people.get(s.nations[seat].leader)
    return pieces.characters_allowed(leader.level if leader is not None else 1)


def roster_room(s: State, seat: int) -> int:
    """Return how many more characters a player or magnate may have."""
    return roster_limit(s, seat) - len(s.roster(seat))


def function_of(s: State, seat: int, of: str) -> str:
    """Return a newcomer's function under a double hierarchy (DIS-07); "" otherwise."""
    if is_magnate(seat) or "double-hierarchy" not in s.nations[seat].disadvantages:
        return ""
    return usual_function(of)


def usual_function(of: str) -> str:
    """Return "military" if the class raises or trains living troops, else "civil" (R177)."""
    return "military" if pieces.CLASSES[of].raises - {"dead"} or pieces.CLASSES[of].trains else "civil"


# Units


def destroy_unit(t: Turn, n: int) -> None:
    """Remove a unit."""
    t.s.remove_unit(n)


def hit(t: Turn, n: int) -> bool:
    """Apply a hit to a unit and return whether it is destroyed (TT-13, TT-14).

    A full unit that can be wounded is wounded.
    """
    s = t.s
    unit = s.units[n]
    if unit.wounded or pieces.TROOPS[t.strength(unit.code, unit.owner)].wounded is None:
        destroy_unit(t, n)
        return True
    s.set_unit(n, wounded=True)
    return False


# Characters


def kill(t: Turn, who: int, killer: int = NEUTRAL, field: int | None = None, place: int = 0) -> None:
    """Kill a character.

    `killer` is an owner. In battle `field` is the owner who holds the field and `place` the contested place.
    """
    s = t.s
    person = s.people[who]
    t.log("death", at=(person.place,), to=(person.owner, killer), name=person.name, of=person.of)
    without_bearer(t, who, field)
    s.remove_person(who)
    is_lost = field is not None and s.is_hostile(person.owner, field)
    _apply_death(t, who, person.owner, killer, place if is_lost else 0)


def capture(t: Turn, who: int, captor: int, field: int | None = None) -> None:
    """Capture a character where it is; the Wild and the Feaster kill instead."""
    s = t.s
    if captor == WILD:
        kill(t, who, captor, field)
        return
    person = s.people[who]
    t.log("captured", at=(person.place,), to=(person.owner, captor), name=person.name, by=captor)
    without_bearer(t, who, captor if field is None else field)
    captives.hold_person(s, who, captor, person.place)
    if is_magnate(person.owner) and s.magnates[person.owner].leader == who and captor == NEUTRAL:
        captives.free_person(t, who)


def without_bearer(t: Turn, who: int, field: int | None) -> None:
    """Lose a mobile treasury if its leader is captured or falls on a lost field (ADV-06, R107)."""
    s = t.s
    owner = s.people[who].owner
    if not is_nation(owner) or s.nations[owner].leader != who or field is None:
        return
    if "mobile-treasury" in s.nations[owner].advantages and s.is_hostile(owner, field):
        treasuries.sack(t, owner, field)


def _apply_death(t: Turn, who: int, owner: int, killer: int, field: int) -> None:
    """Apply the consequences of a death: succession, or the fall of a magnate or nation.

    `field` is the place where the enemy won the battle of the death; 0 for none.
    """
    s = t.s
    if is_magnate(owner):
        if owner in s.magnates and s.magnates[owner].leader == who:
            magnate_falls(t, owner)
    elif is_nation(owner):
        if not s.roster(owner):
            eliminate(t, owner, killer, field)
        elif s.nations[owner].leader == who:
            succeed(t, owner)


def succeed(t: Turn, seat: int) -> None:
    """Install a new leader: the named heir, otherwise the highest level, ties by lot.

    See CH-26, R54.
    """
    s = t.s
    nation = s.nations[seat]
    heir = s.person_named(nation.heir, seat) if nation.heir else NO_PERSON
    if heir == NO_PERSON:
        highest = max(s.people[n].level for n in s.roster(seat))
        best = [n for n in s.roster(seat) if s.people[n].level == highest]
        heir = best[0] if len(best) == 1 or t.is_rehearsal else s.dice.pick(best, "succession")
    s.set_nation(seat, leader=heir, heir="")
    person = s.people[heir]
    s.set_person(heir, function="")
    t.log("successor", "LM-CH-26", public=True, seat=seat, name=person.name)
    if person.captor is not None:
        without_bearer(t, heir, person.captor)


def magnate_falls(t: Turn, owner: int) -> None:
    """Return a dead magnate's places and treasury to neutrality; its people disperse (MAG-15)."""
    s = t.s
    magnate = s.magnates.pop(owner)
    if magnate.gold and s.holder(magnate.home) == owner:
        treasuries.deposit(s, magnate.home, magnate.gold)
    t.log("magnate-falls", "LM-MAG-15", public=True, name=magnate.name, home=magnate.home)
    _disperse(t, owner)


def eliminate(t: Turn, seat: int, killer: int, field: int = 0) -> None:
    """Eliminate a player without characters (IPR-11, R113).

    The last killer is recorded for the Black Skull. The killer's nation gets the treasury if it holds its place or
    has just won it on the `field`.
    """
    s = t.s
    nation = s.nations[seat]
    money.lose(t, seat, nation.gold)
    s.set_nation(seat, out=True, leader=NO_PERSON)
    has_site = nation.site and (nation.site == field or s.is_friend(killer, s.holder(nation.site)))
    if nation.gold and has_site and is_nation(killer):
        money.gain(t, killer, nation.gold, "loot", nation.site)
    t.of(Killers).of[seat] = killer
    t.log("eliminated", "LM-IPR-11", public=True, seat=seat)
    _disperse(t, seat)


def _disperse(t: Turn, owner: int) -> None:
    s = t.s
    for who in s.roster(owner):
        s.remove_person(who)
    for n in [n for n, unit in s.units.items() if unit.owner == owner]:
        s.remove_unit(n)
    for who in [n for n, person in s.people.items() if person.captor == owner]:
        captives.free_person(t, who)
    for n in [n for n, unit in s.units.items() if unit.captor == owner]:
        captives.free_unit(t, n)
    for place in [place for place, holder in s.holders.items() if holder == owner]:
        control.neutralise(t, place)
    s.sieges = [siege for siege in s.sieges if siege.seat != owner]
    s.shipments = [load for load in s.shipments if load.to != owner]
    s.truces = [truce for truce in s.truces if owner not in truce.seats]
    s.alliances = [rest for group in s.alliances if len(rest := tuple(x for x in group if x != owner)) > 1]
