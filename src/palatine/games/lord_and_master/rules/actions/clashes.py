"""Battles between enemies who already share a place, after a truce or a loss of land.

See BAT-01.
"""

from __future__ import annotations

from palatine.games.lord_and_master.components.places import is_square, square_of
from palatine.games.lord_and_master.rules.actions import leading
from palatine.games.lord_and_master.rules.combat import battlefield
from palatine.games.lord_and_master.rules.common import captives, conquest, neutrals, treasuries
from palatine.games.lord_and_master.rules.common.march import ALL_RACES, March
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, State


def fight_clashes(t: Turn) -> None:
    """Resolve these battles before the first player's turn (R193).

    Armies in a place of an enemy attack there, and take the place if it is undefended.
    """
    s = t.s
    for place, owners in owners_by_place(s):
        if owners != {NEUTRAL}:
            neutrals.rouse(t, place)
    for place in [place for place in contested(s) if not is_square(place)]:
        for army in guests(s, place):
            _expel_foreigners(s, place, army)
    for square in contested(s):
        with captives.guarded(t):
            for army in guests(s, square):
                here = set(s.units_at(square))
                attack_in_place(t, square, [n for n in army if n in here])
    for place, owners in owners_by_place(s):
        if not any(s.is_friend(owner, s.holder(place)) for owner in owners):
            conquest.claim(stack(t, place, s.units_at(place)), place)
    treasuries.sack_among_enemies(t)


def _expel_foreigners(s: State, place: int, army: list[int]) -> None:
    """Move foreign units and their characters out of a city or fort into the square (R193)."""
    owners = {s.units[n].owner for n in army}
    for n in army:
        s.set_unit(n, place=square_of(place))
    for who in [n for n in s.people_at(place) if s.people[n].owner in owners]:
        s.move_person(who, square_of(place))


def owners_by_place(s: State) -> list[tuple[int, set[int]]]:
    """Return the places with free units, each with the owners of these."""
    owners: dict[int, set[int]] = {}
    for unit in s.units.values():
        if unit.captor is None:
            owners.setdefault(unit.place, set()).add(unit.owner)
    return sorted(owners.items())


def contested(s: State) -> list[int]:
    """Return the places with free units of mutually hostile owners."""
    return [
        place
        for place, here in owners_by_place(s)
        if any(s.is_hostile(one, other) for one in here for other in here)
    ]


def guests(s: State, place: int) -> list[list[int]]:
    """Return the armies in a place that attack, in turn sequence.

    They are hostile to the army of the place's holder or, without one, to the largest army.
    """
    armies: dict[tuple[int, ...], list[int]] = {}
    for n in s.units_at(place):
        armies.setdefault(s.partners(s.units[n].owner), []).append(n)
    largest = max(armies, key=lambda alliance: (len(armies[alliance]), -min(armies[alliance])))
    host = next((alliance for alliance in armies if s.holder(place) in alliance), largest)
    hosts = {s.units[n].owner for n in armies[host]}
    found = [
        alliance
        for alliance, army in armies.items()
        if any(s.is_hostile(s.units[n].owner, each) for n in army for each in hosts)
    ]
    return [armies[alliance] for alliance in sorted(found, key=lambda alliance: _rank(s, alliance))]


def _rank(s: State, alliance: tuple[int, ...]) -> int:
    return min((rank for rank, seat in enumerate(s.order) if seat in alliance), default=len(s.order))


def attack_in_place(t: Turn, square: int, units: list[int]) -> None:
    """Let an army attack where it stands, under its commander there.

    It can retreat to the nearest friends.
    """
    if not units:
        return
    m = stack(t, square, units)
    m.origin = captives.refuge(t.s, m.owner, square)
    leading.meet(t, m, teleported=not m.origin)


def stack(t: Turn, place: int, units: list[int]) -> March:
    """Return units in a place as a march under their commander there."""
    owner = battlefield.main_owner(t.s, units)
    who = battlefield.commander_of(t, owner, place)
    m = March(t, owner, place, who, ALL_RACES)
    m.units = units
    m.party = tuple(battlefield.friends_at(t, owner, place))
    return m
