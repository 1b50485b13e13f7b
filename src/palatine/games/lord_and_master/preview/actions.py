"""Previews of orders other than marches: escapes, dangerous magic, fire on the player's own pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from palatine.core.guidance.preview import Consequence
from palatine.games.lord_and_master.components.places import is_city
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.preview.context import LineContext
from palatine.games.lord_and_master.state import NEUTRAL, State


def of_way(line: LineContext) -> Iterator[Consequence]:
    """Yield the risk of capture of a character who passes enemy troops alone (ESC-02)."""
    alone = line.notes.get("alone")
    if alone is not None and (caught := _failure(alone)):
        yield line.warn("alone", "LM-ESC-02", "caught", caught, **alone)


def _failure(note: dict[str, Any]) -> float:
    """Return the probability that a noted chance fails."""
    count, throws = note["odds"]
    return float(1 - count / throws)


def of_deed(line: LineContext, act: Any) -> Iterator[Consequence]:
    """Yield the side effects of an action."""
    if isinstance(act, o.Move):
        act = act.deed
    tell = DEEDS.get(type(act))
    if tell is not None:
        yield from tell(line, act)


def _failing(what: str, clause: str, event: str) -> Callable[[LineContext, Any], Iterator[Consequence]]:
    """Return a preview rule for an action whose failure costs the character's life or freedom."""

    def told(line: LineContext, act: Any) -> Iterator[Consequence]:
        note = line.notes.get("chance")
        if note is not None and (fails := _failure(note)):
            yield line.warn(what, clause, event, fails, name=line.name, odds=note["odds"])

    return told


def _steal(line: LineContext, act: o.Steal) -> Iterator[Consequence]:
    """Yield the risk of a theft (E-12).

    A failed thief is executed by a neutral province, imprisoned by a neutral city, or captured by a player.
    """
    note = line.notes.get("chance")
    if note is not None and (fails := _failure(note)) and line.who in line.after.people:
        place = line.after.people[line.who].place
        is_deadly = line.after.holder(place) == NEUTRAL and not is_city(place)
        what = "steal-executed" if is_deadly else "steal"
        yield line.warn(what, "LM-E-12", "theft-fails", fails, name=line.name, odds=note["odds"])


def _risk(what: str, clause: str, event: str) -> Callable[[LineContext, Any], Iterator[Consequence]]:
    """Return a preview rule for magic that can turn on its user."""

    def told(line: LineContext, act: Any) -> Iterator[Consequence]:
        risk = line.notes.get("risk")
        if risk is not None:
            count, throws = risk["odds"]
            yield line.warn(what, clause, event, count / throws, name=line.name, odds=risk["odds"])

    return told


def _fire(clause: str) -> Callable[[LineContext, Any], Iterator[Consequence]]:
    """Return a preview rule for the player's pieces in the target area of fire or lightning (C-03)."""

    def struck(line: LineContext, act: Any) -> Iterator[Consequence]:
        own = line.notes.get("strike", {"lost": 0})
        if own["lost"]:
            yield line.warn("fire", clause, **own)

    return struck


def _own(s: State, me: int, place: int) -> tuple[int, int]:
    """Return the numbers of the player's units and characters in a place, including prisoners."""
    friends = s.partners(me)
    units = sum(unit.place == place and unit.owner in friends for unit in s.units.values())
    return units, sum(each.place == place and each.owner in friends for each in s.people.values())


def _freedom(line: LineContext, act: o.GrantIndependence) -> Iterator[Consequence]:
    place = line.before.people[line.who].place
    yield line.warn("independence", "LM-A-16", place=place, name=line.name)


def _call(line: LineContext, act: o.Intervene) -> Iterator[Consequence]:
    """Yield that the one call is used up (A-19), and the player's pieces that the Feaster may eat."""
    yield line.warn("call", "LM-A-19", god=line.before.nations[line.me].god)
    called = line.after.calls[-1:]
    for call in called:
        units, people = _own(line.before, line.me, call.target) if call.god == "Feaster" else (0, 0)
        if units or people:
            yield line.warn("feast", "LM-DI-19", place=call.target, units=units, people=people)


def _vampire(line: LineContext, act: o.VampireHeal) -> Iterator[Consequence]:
    """Yield the number of the player's units fed to the healing (C-24)."""
    dead = [n for n in line.before.units if n not in line.after.units]
    own = sum(line.before.units[n].owner == line.me for n in dead)
    if own:
        yield line.warn("vampire", "LM-C-24", count=own)


def _treasury(line: LineContext, act: o.MoveTreasury) -> Iterator[Consequence]:
    """Yield that a treasury without a guard can be taken by any enemy (SET-16)."""
    place = line.after.nations[line.me].site
    if not any(line.after.units_at(place, friend) for friend in line.after.partners(line.me)):
        yield line.warn("treasury", "LM-SET-16", place=place, gold=line.after.nations[line.me].gold)


DEEDS: dict[type, Callable[[LineContext, Any], Iterator[Consequence]]] = {
    o.Steal: _steal,
    o.Assassinate: _failing("assassinate", "LM-E-18", "assassination-fails"),
    o.Rescue: _failing("rescue", "LM-E-29", "rescue-fails"),
    o.Treachery: _failing("treachery", "LM-FC-15", "gate-shut"),
    o.Summon: _risk("summon", "LM-C-05", "mage-lost"),
    o.RaiseDead: _risk("raise-dead", "LM-C-20", "smitten"),
    o.Exorcise: _risk("exorcise", "LM-D-02", "converge"),
    o.Rain: _fire("LM-C-03"),
    o.Bolts: _fire("LM-D-07"),
    o.GrantIndependence: _freedom,
    o.Intervene: _call,
    o.VampireHeal: _vampire,
    o.MoveTreasury: _treasury,
}


# Lines without a character


def of_realm(line: LineContext) -> Iterator[Consequence]:
    """Yield the effects of treaties and the permanent losses from prisoners and sales."""
    order = line.order
    if isinstance(order, o.Truce):
        until = line.before.turn + order.turns - 1
        yield line.note("truce", "LM-IPR-05", until=until, seat=_seat(line, order.player))
    elif isinstance(order, o.Alliance):
        yield line.note("alliance", "LM-IPR-01", seat=_seat(line, order.player))
    elif isinstance(order, o.Sell):
        count = sum(batch.count for batch in order.units)
        yield line.note("sell", "LM-IPR-10", count=count, seat=_seat(line, order.to))
    elif isinstance(order, o.Prisoner) and order.fate in ("kill", "release"):
        yield line.note(order.fate, "LM-BAT-26")


def _seat(line: LineContext, name: str) -> int | str:
    """Return the number of the seat with a name."""
    seats = line.before.seats
    return seats.index(name) if name in seats else name
