"""Previews of orders other than marches: escapes, dangerous magic, fire on friendly pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from palatine.core import ShownChance
from palatine.core.guidance.preview import Consequence
from palatine.games.lord_and_master.components.places import is_city
from palatine.games.lord_and_master.decisions import DECISIONS, preview
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.preview.context import LineContext
from palatine.games.lord_and_master.rules.actions.assassination import AFTER_FAILURE, AFTER_SUCCESS
from palatine.games.lord_and_master.state import NEUTRAL, State


def of_way(line: LineContext, kind: str = "alone") -> Iterator[Consequence]:
    """Yield the risk of capture by each enemy that a character meets alone (ESC-02)."""
    for chance, noted in line.odds_of(kind):
        if chance.probability < 1:
            yield line.warn(kind, "LM-ESC-02", "caught", chance.complement(), **noted)


def _failure(line: LineContext) -> tuple[ShownChance, tuple[int, int]] | None:
    """Return the chance that the action fails, and its odds; None if it cannot fail."""
    for chance, noted in line.odds_of("chance")[-1:]:
        if chance.probability < 1:
            return chance.complement(), noted["odds"]
    return None


def of_deed(line: LineContext, act: Any) -> Iterator[Consequence]:
    """Yield the side effects of an action."""
    if isinstance(act, o.Move):
        act = act.deed
    tell = DECISIONS.preview_of(type(act))
    if tell is not None:
        yield from tell(line, act)


def _failing(what: str, clause: str, event: str) -> Callable[[LineContext, Any], Iterator[Consequence]]:
    """Return a preview rule for an action whose failure costs the character's life or freedom."""

    def told(line: LineContext, act: Any) -> Iterator[Consequence]:
        if found := _failure(line):
            fails, odds = found
            yield line.warn(what, clause, event, fails, name=line.name, odds=odds)

    return told


@preview(o.Steal)
def _steal(line: LineContext, act: o.Steal) -> Iterator[Consequence]:
    """Yield the risk of a theft (E-12).

    A failed thief is executed by a neutral province, imprisoned by a neutral city, or captured by a player.
    """
    if (found := _failure(line)) and line.who in line.after.people:
        fails, odds = found
        place = line.after.people[line.who].place
        is_deadly = line.after.holder(place) == NEUTRAL and not is_city(place)
        what = "steal-executed" if is_deadly else "steal"
        yield line.warn(what, "LM-E-12", "theft-fails", fails, name=line.name, odds=odds)


def _risk(what: str, clause: str, event: str) -> Callable[[LineContext, Any], Iterator[Consequence]]:
    """Return a preview rule for magic that can turn on its user."""

    def told(line: LineContext, act: Any) -> Iterator[Consequence]:
        for risk, noted in line.odds_of("risk"):
            yield line.warn(what, clause, event, risk, name=line.name, odds=noted["odds"])

    return told


def _fire(clause: str) -> Callable[[LineContext, Any], Iterator[Consequence]]:
    """Return a preview rule for friendly pieces in the target area of fire or lightning (C-03)."""

    def struck(line: LineContext, act: Any) -> Iterator[Consequence]:
        for own in [data for kind, data in line.notes if kind == "strike" and data["lost"]]:
            yield line.warn("fire", clause, "", *line.chances_of("own"), **own)

    return struck


def _own_strength(s: State, me: int, place: int) -> tuple[int, int]:
    """Return the numbers of the player's units and characters in a place, including prisoners."""
    friends = s.partners(me)
    units = sum(unit.place == place and unit.owner in friends for unit in s.units.values())
    return units, sum(each.place == place and each.owner in friends for each in s.people.values())


@preview(o.GrantIndependence)
def _freedom(line: LineContext, act: o.GrantIndependence) -> Iterator[Consequence]:
    place = line.before.people[line.who].place
    yield line.warn("independence", "LM-A-16", place=place, name=line.name)


@preview(o.Intervene)
def _call(line: LineContext, act: o.Intervene) -> Iterator[Consequence]:
    """Yield that the one call is used up (A-19), and friendly pieces that the Feaster may eat."""
    yield line.warn("call", "LM-A-19", god=line.before.nations[line.me].god)
    called = line.after.calls[-1:]
    for call in called:
        units, people = _own_strength(line.before, line.me, call.target) if call.god == "Feaster" else (0, 0)
        if units or people:
            yield line.warn("feast", "LM-DI-19", place=call.target, units=units, people=people)


@preview(o.VampireHeal)
def _vampire(line: LineContext, act: o.VampireHeal) -> Iterator[Consequence]:
    """Yield the number of the player's units fed to the healing (C-24)."""
    dead = [n for n in line.before.units if n not in line.after.units]
    own = sum(line.before.units[n].owner == line.me for n in dead)
    if own:
        yield line.warn("vampire", "LM-C-24", count=own)


@preview(o.MoveTreasury)
def _treasury(line: LineContext, act: o.MoveTreasury) -> Iterator[Consequence]:
    """Yield that a treasury without a guard can be taken by any enemy (SET-16)."""
    place = line.after.nations[line.me].site
    if not any(line.after.units_at(place, friend) for friend in line.after.partners(line.me)):
        yield line.warn("treasury", "LM-SET-16", place=place, gold=line.after.nations[line.me].gold)


@preview(o.Assassinate)
def _assassinate(line: LineContext, act: o.Assassinate) -> Iterator[Consequence]:
    """Yield the chance of failure, and the escape that follows (E-18)."""
    yield from _failing("assassinate", "LM-E-18", "assassination-fails")(line, act)
    for after in (AFTER_SUCCESS, AFTER_FAILURE):
        yield from of_way(line, after)


preview(o.Rescue)(_failing("rescue", "LM-E-29", "rescue-fails"))
preview(o.Treachery)(_failing("treachery", "LM-FC-15", "gate-shut"))
preview(o.Summon)(_risk("summon", "LM-C-05", "mage-lost"))
preview(o.RaiseDead)(_risk("raise-dead", "LM-C-20", "smitten"))
preview(o.Exorcise)(_risk("exorcise", "LM-D-02", "converge"))
preview(o.Rain)(_fire("LM-C-03"))
preview(o.Bolts)(_fire("LM-D-07"))


# Lines without a character


def of_realm(line: LineContext) -> Iterator[Consequence]:
    """Yield the effects of treaties and the permanent losses from prisoners and sales."""
    tell = DECISIONS.preview_of(type(line.order))
    if tell is not None:
        yield from tell(line, line.order)


@preview(o.Truce)
def _truce(line: LineContext, order: o.Truce) -> Iterator[Consequence]:
    until = line.before.turn + order.turns - 1
    yield line.note("truce", "LM-IPR-05", until=until, seat=_seat(line, order.player))


@preview(o.Alliance)
def _alliance(line: LineContext, order: o.Alliance) -> Iterator[Consequence]:
    yield line.note("alliance", "LM-IPR-01", seat=_seat(line, order.player))


@preview(o.Sell)
def _sale(line: LineContext, order: o.Sell) -> Iterator[Consequence]:
    count = sum(batch.count for batch in order.units)
    yield line.note("sell", "LM-IPR-10", count=count, seat=_seat(line, order.to))


@preview(o.Prisoner)
def _prisoner(line: LineContext, order: o.Prisoner) -> Iterator[Consequence]:
    if order.fate in ("kill", "release"):
        yield line.note(order.fate, "LM-BAT-26")


def _seat(line: LineContext, name: str) -> int | str:
    seats = line.before.seats
    return seats.index(name) if name in seats else name
