"""CALL DIVINE INTERVENTION and its effects, except the Feaster's (A-18 to A-21, DI).

Effects that last a turn are queried where they matter: `Turn.blessing`, `Turn.is_cursed`, `Turn.level`,
`Turn.strength`.
"""

from __future__ import annotations

from collections.abc import Callable

from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.components.places import is_square
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions import feaster
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.common.unit_groups import count_by_code
from palatine.games.lord_and_master.state import NO_SEAT, CalledIntervention, State, is_nation

PROMOTED = 5
"""Number of units that Mars promotes to grade A (DI-06)."""


# Calling


def call(t: Turn, who: int, act: o.Intervene) -> None:
    """Carry out CALL DIVINE INTERVENTION, which takes place next turn (A-18 to A-21)."""
    s = t.s
    person = s.people[who]
    seat = person.owner
    t.need(is_nation(seat), "LM-A-18", "drop.no-god")
    nation = s.nations[seat]
    t.need(nation.god in CALLS, "LM-A-18", "drop.no-god")
    is_of_now = any(call.seat == seat for call in s.calls)  # The pending call may remain unheard.
    t.need(not nation.called, "LM-A-19", "drop.called-before", god=nation.god, uncertain=is_of_now)
    made = CALLS[nation.god](t, seat, person.place, act)
    if s.calls:
        t.log("call-unheard", "LM-A-20", to=(seat,), name=person.name, god=nation.god)
        return
    if nation.god == "Feaster" and s.feaster:
        t.log("feaster-abroad", "LM-DI-18", to=(seat,), name=person.name, place=s.feaster)
        return
    s.calls.append(made)
    s.set_nation(seat, called=True)
    t.log("call", "LM-A-21", to=(seat,), name=person.name, god=nation.god)


def _to_jupiter(t: Turn, seat: int, here: int, act: o.Intervene) -> CalledIntervention:
    t.need(not act.units and not act.player and act.at is None, "LM-DI-01", "drop.jove-asks-nothing")
    return CalledIntervention(seat, "Jupiter")


def _to_mars(t: Turn, seat: int, here: int, act: o.Intervene) -> CalledIntervention:
    """Return the call for up to five units, anywhere, of types with an A row (R81)."""
    t.need(not act.player and act.at is None, "LM-DI-06", "drop.mars-asks-units")
    count = sum(picked.count for picked in act.units)
    t.need(count <= PROMOTED, "LM-DI-06", "drop.too-many-promoted", most=PROMOTED, count=count)
    s = t.s
    chosen: list[int] = []
    for picked in act.units:
        place = t.place(picked.at, here)
        t.need(_has_elite(picked.code), "LM-DI-06", "drop.no-elite", code=picked.code)
        fitting = [n for n in s.units_at(place, seat) if s.units[n].code == picked.code and n not in chosen]
        batch = o.Batch(picked.code, picked.count)
        t.need(
            len(fitting) >= picked.count, "LM-DI-06", "drop.no-such-units", batch=batch, place=place, uncertain=True
        )
        chosen += fitting[: picked.count]
    return CalledIntervention(seat, "Mars", units=tuple(chosen))


def _has_elite(code: str) -> bool:
    return code in pieces.TROOPS and pieces.TROOPS[code].grade in pieces.GRADES


def _to_odin(t: Turn, seat: int, here: int, act: o.Intervene) -> CalledIntervention:
    """Return the call against another player who is still in the game."""
    s = t.s
    t.need(act.player and not act.units and act.at is None, "LM-DI-10", "drop.odin-asks-player")
    victim = next((n for n, name in enumerate(s.seats[: len(s.nations)]) if name == act.player), NO_SEAT)
    fit = victim not in (NO_SEAT, seat) and not s.nations[victim].out
    t.need(fit, "LM-DI-10", "drop.no-other-player", name=act.player, uncertain=True)
    return CalledIntervention(seat, "Odin", target=victim)


def _to_feaster(t: Turn, seat: int, here: int, act: o.Intervene) -> CalledIntervention:
    """Return the call to a province; cities and forts are not possible (R42)."""
    t.need(act.at is not None and not act.units and not act.player, "LM-DI-16", "drop.feaster-asks-place")
    assert act.at is not None
    place = t.place(act.at, here)
    t.need(is_square(place), "LM-DI-16", "drop.feaster-asks-place")
    return CalledIntervention(seat, "Feaster", target=place)


CALLS: dict[str, Callable[[Turn, int, int, o.Intervene], CalledIntervention]] = {
    "Jupiter": _to_jupiter,
    "Mars": _to_mars,
    "Odin": _to_odin,
    "Feaster": _to_feaster,
}


# Taking place


def begin_interventions(t: Turn) -> None:
    """Start the interventions called last turn; the Feaster appears or moves (DI).

    In a rehearsal blessings and curses apply, but the Feaster stays away.
    """
    s = t.s
    s.blessings, s.calls = s.calls, []
    for made in s.blessings:
        _announce(t, made)
        if made.god == "Mars":
            promote(t, made)
    if t.is_rehearsal:
        return
    if s.feaster:
        feaster.move_feaster(t)
    for made in s.blessings:
        if made.god == "Feaster":
            feaster.enter_province(t, made.target)


def _announce(t: Turn, made: CalledIntervention) -> None:
    if made.god == "Jupiter":
        t.log("blessing", "LM-DI-01", public=True, seat=made.seat)
    elif made.god == "Mars":
        t.log("battle-call", "LM-DI-06", public=True, seat=made.seat)
    elif made.god == "Odin":
        t.log("cursed", "LM-DI-10", public=True, seat=made.seat, owner=made.target)
    else:
        t.log("feaster-called", "LM-DI-16", public=True, seat=made.seat, place=made.target)


def promote(t: Turn, made: CalledIntervention) -> None:
    """Make the units chosen for Mars elite permanently; wounded ones stay wounded (DI-06, R81)."""
    s = t.s
    raised: list[str] = []
    for n in made.units:
        unit = s.units.get(n)
        if unit is not None and unit.owner == made.seat:
            s.set_unit(n, code=pieces.graded(unit.code, "A"))
            raised.append(s.units[n].code)
    t.log("promoted", "LM-DI-06", to=(made.seat,), seat=made.seat, units=count_by_code(raised))


def shift_sequence(s: State, order: list[int]) -> list[int]:
    """Put Jupiter's player first and Odin's victim last in the new sequence.

    See DI-01, DI-10, R51, R83.
    """
    for made in s.calls:
        if made.god == "Jupiter" and made.seat in order:
            order = [made.seat, *(seat for seat in order if seat != made.seat)]
        if made.god == "Odin" and made.target in order:
            order = [*(seat for seat in order if seat != made.target), made.target]
    return order
