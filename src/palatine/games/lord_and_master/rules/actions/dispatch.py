"""ACTIONS: what each order does, chapter by chapter, and what every character's action has to satisfy first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from palatine.games.lord_and_master.components.places import square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.rules import relations
from palatine.games.lord_and_master.rules.actions import (
    assassination,
    colonies,
    demons,
    diplomacy,
    independence,
    interventions,
    leading,
    magic,
    moving,
    recruiting,
    religion,
    rescue,
    revenue,
    theft,
    treachery,
    works,
)
from palatine.games.lord_and_master.rules.common import captives, magnates, protection
from palatine.games.lord_and_master.rules.common.naming import with_names
from palatine.games.lord_and_master.rules.common.turn import Actions, OrderFailed, Turn
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, is_nation

PERFORM: dict[type, Callable[[Turn, int, Any], None]] = {
    # A. General actions
    o.Move: moving.move,
    o.Recruit: recruiting.recruit,
    o.Tax: revenue.tax,
    o.Diplomacy: diplomacy.diplomacy,
    o.MoveTreasury: revenue.move_treasury,
    o.GrantIndependence: independence.grant,
    o.Intervene: interventions.call,
    # B. Troop actions
    o.Raise: works.raise_troops,
    o.Train: works.train,
    o.Lead: leading.lead,
    # C. Magic
    o.Rain: magic.rain,
    o.Summon: demons.summon,
    o.Teleport: magic.teleport,
    o.RaiseDead: magic.raise_dead,
    o.VampireHeal: magic.vampire_heal,
    # D. Religious actions
    o.Heal: religion.heal,
    o.Exorcise: religion.exorcise,
    o.Consecrate: religion.consecrate,
    o.Bolts: religion.bolts,
    o.Runes: religion.runes,
    o.Initiate: religion.initiate,
    # E. Miscellaneous actions
    o.Colonise: colonies.colonise,
    o.Steal: theft.steal,
    o.Assassinate: assassination.assassinate,
    o.Shield: protection.shield,
    o.Rescue: rescue.rescue,
    o.Treachery: treachery.treachery,
    # Double hierarchy
    o.ChangeFunction: recruiting.change_function,
}

LINES: dict[type, Callable[[Turn, Any], None]] = {
    o.Equip: works.equip,
    o.Demon: demons.service,
    o.Prisoner: relations.decide_captives,
    o.MagnateTypes: magnates.choose_kinds,
    o.Heir: relations.name_heir,
    o.Commander: relations.name_commander,
    o.Retreat: relations.name_retreat,
    # Carried out for all together before the first player's turn (section IPR); nothing is left to do in its place.
    o.Alliance: relations.need_match,
    o.Truce: relations.need_match,
    o.Sell: relations.need_match,
    o.Buy: relations.need_match,
    o.Ransom: relations.need_match,
    o.Pay: relations.need_match,
}

OF_MAGNATES = (o.Equip, o.Demon, o.Prisoner, o.MagnateTypes)
"""The lines that a referee may write for a magnate, besides those of his people (MAG-11, MAG-14)."""


def line(t: Turn, owner: int, number: int, order: sheets.TurnLine | sheets.SetupLine) -> None:
    """One line of a sheet; what cannot be carried out is dropped, and its player told why (R119)."""
    if t.s.outcome is not None or (_has_nation(t, owner) and t.s.nations[owner].out):
        return
    t.actor = owner
    try:
        carry_out(t, order)
    except OrderFailed as dropped:
        t.tell(
            "dropped",
            dropped.clause,
            to=(owner,),
            line=number,
            reason=dropped.reason,
            why=with_names(t.s, dropped.data),
        )
    finally:
        t.actor = NEUTRAL


def carry_out(t: Turn, order: sheets.TurnLine | sheets.SetupLine) -> None:
    """One line of a sheet of the owner `t.actor`. Raises Dropped when it cannot be."""
    with captives.guarded(t):
        _perform(t, order)


def _has_nation(t: Turn, owner: int) -> bool:
    """Return whether an owner orders a nation; a Referee's number comes after those of the nations."""
    return owner in range(len(t.s.nations))


def _perform(t: Turn, order: sheets.TurnLine | sheets.SetupLine) -> None:
    if isinstance(order, o.Character):
        command(t, order)
        return
    t.need(type(order) in LINES, "LM-SET-14", "drop.set-up-line")
    is_possible = _has_nation(t, t.actor) or (t.actor in t.s.magnates and type(order) in OF_MAGNATES)
    t.need(is_possible, "LM-MAG-11", "drop.no-nation")
    LINES[type(order)](t, order)


def command(t: Turn, order: o.Character) -> None:
    """A character's one action of the turn (A-01)."""
    s = t.s
    who = s.person_named(order.name, t.actor)
    is_magnates = not is_nation(t.actor)  # the Feaster may make a magnate of anybody
    t.need(who != NO_PERSON, "LM-A-01", "drop.no-such-character", name=order.name, known=s.names(t.actor),
           uncertain=is_magnates)  # fmt: skip
    person, actions = s.people[who], t.of(Actions)
    t.need(person.captor is None, "LM-A-01", "drop.captive", name=person.name, uncertain=True)
    t.need(who not in t.of(Actions).wreckers, "LM-DIS-06", "drop.must-devastate", name=person.name, uncertain=True)
    may_step = who in actions.walked  # a walk that was none of the way but in or out would not have been an action
    t.need(who not in actions.acted, "LM-A-01", "drop.has-acted", name=person.name, uncertain=may_step)
    t.need(not joined_this_turn(t, who), "LM-A-06", "drop.newcomer", name=person.name)
    (actions.stepped if is_step_inside(t, who, order.action) else actions.acted).add(who)
    if isinstance(order.action, o.Move):
        actions.walked.add(who)
    _function(t, who, order.action)
    PERFORM[type(order.action)](t, who, order.action)


def is_step_inside(t: Turn, who: int, action: o.Action) -> bool:
    """Whether he only goes between a city or fort and its square, which takes no action (MV-05)."""
    here = t.s.people[who].place
    if not isinstance(action, o.Move) or action.deed is not None:
        return False
    return all(square_of(t.place(ref, here)) == square_of(here) for ref in action.path)


def joined_this_turn(t: Turn, who: int) -> bool:
    """Whether a character was recruited or won over this turn: he acts from the next one on (R131)."""
    return who in t.of(Actions).joined


def _function(t: Turn, who: int, action: o.Action) -> None:
    """Under a double hierarchy the military lead, raise and train, the others do the rest (DIS-08)."""
    person = t.s.people[who]
    if not person.function or isinstance(action, o.ChangeFunction):
        return
    wanted = "military" if is_military(action) else "civil"
    t.need(person.function == wanted, "LM-DIS-08", "drop.not-his-function", name=person.name, uncertain=True)


def is_military(action: o.Action) -> bool:
    """To raise, to train and to lead; a lead order that neither takes troops nor annexes is a mere move (DIS-08)."""
    if isinstance(action, o.Lead):
        return any(isinstance(step, o.Take | o.Annex) for step in action.steps)
    return isinstance(action, o.Raise | o.Train)
