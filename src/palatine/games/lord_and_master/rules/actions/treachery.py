"""TREACHERY: a thief opens the gate for an assault (FC-12 to FC-15, R73)."""

from __future__ import annotations

from palatine.games.lord_and_master import state
from palatine.games.lord_and_master.components.places import is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions.agents import human_agent, slips_in
from palatine.games.lord_and_master.rules.actions.theft import theft_parts
from palatine.games.lord_and_master.rules.common import escape
from palatine.games.lord_and_master.rules.common.control import Gates
from palatine.games.lord_and_master.rules.common.neutrals import hostile_at
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Turn


def treachery(t: Turn, who: int, act: o.Treachery) -> None:
    """Carry out TREACHERY: a thief's attempt to open the gate (FC-12 to FC-15, R73)."""
    s = t.s
    person = s.people[who]
    t.need(person.of == "T", "LM-FC-12", "drop.no-such-power", of=person.of)
    place = t.place(act.at, person.place)
    t.need(not is_square(place), "LM-FC-12", "drop.no-gate", place=place)
    t.need(square_of(place) == square_of(person.place), "LM-FC-12", "drop.not-there", place=place, uncertain=True)
    t.need(hostile_at(t, (person.owner,), place), "LM-FC-12", "drop.no-garrison", place=place, uncertain=True)
    t.need(_assault_is_ordered(t, place), "LM-FC-13", "drop.no-assault", place=place)
    if person.place != place:
        s.move_person(who, place)
        if not escape.escapes(t, who, place):
            return
    elif not slips_in(t, who):
        return
    success, tally = t.attempt("treachery", theft_parts(t, human_agent(t, who), place, s.holder(place)))
    gates, gate = t.of(Gates).tried, (place, person.owner)
    gates[gate] = success or gates.get(gate, False)
    kind, clause = ("gate-opened", "LM-FC-14") if success else ("gate-shut", "LM-FC-15")
    t.log(kind, clause, to=(person.owner,), tally=tally, name=person.name, place=place)


def _assault_is_ordered(t: Turn, place: int) -> bool:
    """Return whether the player's sheet has an assault on the place; True without a sheet."""
    sheet = t.s.sheets[t.actor] if state.is_nation(t.actor) else None
    if sheet is None:
        return True
    parts = [order.action if isinstance(order, o.Character) else order.service for order in sheet.orders
             if isinstance(order, o.Character | o.Demon)]  # fmt: skip
    steps = [step for part in parts if isinstance(part, o.Lead) for step in part.steps]
    return any(_is_at(t, step.at, place) for step in steps if isinstance(step, o.Assault))


def _is_at(t: Turn, ref: o.PlaceRef, place: int) -> bool:
    try:
        return t.place(ref, place) == place
    except OrderFailed:
        return False
