"""DEVASTATE and sod-busters: land laid waste on orders or by undisciplined troops.

See B-42 to B-44, DIS-06.
"""

from __future__ import annotations

from collections.abc import Sequence

from palatine.core import Chance, Tally
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import is_square
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions.troop_actions import settle_stack
from palatine.games.lord_and_master.rules.common import money
from palatine.games.lord_and_master.rules.common.march import Handled, March, god_of
from palatine.games.lord_and_master.rules.common.neutrals import hostile_at
from palatine.games.lord_and_master.rules.common.turn import Actions, Turn
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, is_nation

FERTILE = "cf"
"""Terrains that can be devastated (B-42, C-12)."""
WRECKERS = 7
"""Number of units needed to devastate a province (B-42)."""


def devastate(t: Turn, m: March, step: o.Devastate) -> None:
    """Carry out DEVASTATE on cropland or forest that is not neutral (B-42 to B-44, R94)."""
    s = t.s
    place = m.place
    t.need(may_devastate(t, m), "LM-B-42", "drop.not-his-class")
    settle_stack(t, m, "LM-B-42")
    t.need(len(m.units) >= WRECKERS, "LM-B-42", "drop.too-few", most=WRECKERS, count=len(m.units))
    t.need(
        is_square(place) and s.terrain[place] in FERTILE,
        "LM-B-42",
        "drop.nothing-to-devastate",
        place=place,
        uncertain=True,
    )
    holder = s.holder(place)
    t.need(
        holder != NEUTRAL and not hostile_at(t, m.owners(), place),
        "LM-B-42",
        "drop.still-defended",
        place=place,
        uncertain=True,
    )
    at_peace = any(s.has_truce(owner, holder) for owner in m.owners())
    t.need(not at_peace, "LM-B-42", "drop.truce", place=place, uncertain=True)
    lay_waste(t, m.owner, place, m.units)


def may_devastate(t: Turn, m: March) -> bool:
    """Return whether a leader can devastate: by class, or as priest of the Feaster (B-42, D-15)."""
    if m.who == NO_PERSON:
        return False
    powers = pieces.CLASSES[t.s.people[m.who].of].powers
    return "Dv" in powers or ("Pp" in powers and god_of(t, m.owner) == "Feaster")


def lay_waste(t: Turn, owner: int, square: int, units: Sequence[int]) -> None:
    """Devastate a square: to grassland by men, otherwise to wasteland; pay twice its tax."""
    s = t.s
    before = world.PROVINCES[s.terrain[square]]
    human = all(pieces.TROOPS[s.units[n].code].race == "M" for n in units)
    s.terrain[square] = "g" if human else "w"
    t.log("devastated", "LM-B-43", at=(square,), to=(owner,), place=square, was=before.name, owner=owner)
    money.gain(t, owner, 2 * before.tax, "loot", square)


def sod_busters(t: Turn, m: March) -> bool:
    """Return whether troops that enter cropland stay under control (DIS-06, R109).

    Otherwise they must devastate it next turn. At least seven units of a nation with the disadvantage count, under any
    leader (R204).
    """
    s = t.s
    if t.is_rehearsal or not is_square(m.place) or s.terrain[m.place] != "c":
        return True
    held = True
    for owner in sorted(m.owners()):
        count = sum(s.units[n].owner == owner for n in m.units)
        if is_nation(owner) and count >= WRECKERS and "sod-busters" in s.nations[owner].disadvantages:
            held = _hold_back(t, m, owner) and held
    return held


def sod_chance(level: int) -> Chance[bool]:
    """Return the chance that a leader of this level restrains the troops in cropland (DIS-06)."""
    return Chance(Tally("sod-busters"), lambda thrown: thrown.rolled <= level, sides=10)


def _hold_back(t: Turn, m: March, owner: int) -> bool:
    """Roll whether the leader restrains a nation's troops.

    If not, the leader spends the next turn devastating.
    """
    s = t.s
    held, tally = sod_chance(m.level).roll(s)
    name = s.people[m.who].name if m.who != NO_PERSON else ""
    kind = "sod-held" if held else "sod-busting"
    to = (m.owner, owner)
    t.log(kind, "LM-DIS-06", at=(m.place,), to=to, tally=tally, name=name, place=m.place, level=m.level)
    if not held and m.who != NO_PERSON:
        due = (*s.nations[owner].sod_busting, (m.who, s.turn + 1, m.place))
        s.set_nation(owner, sod_busting=due)
    return held


def bust_sods(t: Turn, seat: int) -> None:
    """Devastate provinces in which troops got out of hand, as their leaders' action.

    See DIS-06, R109.
    """
    s = t.s
    for who, turn, square in s.nations[seat].sod_busting:
        person = s.people.get(who)
        if turn != s.turn or person is None or person.captor is not None or person.place != square:
            continue
        units = s.units_at(square, seat)
        at_peace = s.has_truce(seat, s.holder(square))
        if len(units) >= WRECKERS and s.terrain[square] in FERTILE and not at_peace:
            t.of(Actions).wreckers.add(who)
            t.of(Actions).acted.add(who)
            t.of(Handled).led.update(dict.fromkeys(units, who))
            lay_waste(t, seat, square, units)
    s.set_nation(seat, sod_busting=tuple(each for each in s.nations[seat].sod_busting if each[1] > s.turn))
