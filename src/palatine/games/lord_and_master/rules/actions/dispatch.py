"""ACTIONS: dispatch of orders to their functions, and conditions common to all actions."""

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
    troop_actions,
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
    o.Raise: troop_actions.raise_troops,
    o.Train: troop_actions.train,
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
    o.Equip: troop_actions.equip,
    o.Demon: demons.service,
    o.Prisoner: relations.decide_captives,
    o.MagnateTypes: magnates.choose_kinds,
    o.Heir: relations.name_heir,
    o.Commander: relations.name_commander,
    o.Retreat: relations.name_retreat,
    # Carried out for all seats before the first player's turn (IPR); nothing remains to do here.
    o.Alliance: relations.need_match,
    o.Truce: relations.need_match,
    o.Sell: relations.need_match,
    o.Buy: relations.need_match,
    o.Ransom: relations.need_match,
    o.Pay: relations.need_match,
}

OF_MAGNATES = (o.Equip, o.Demon, o.Prisoner, o.MagnateTypes)
"""Lines that a referee can write for a magnate, in addition to those of its people.

See MAG-11, MAG-14.
"""


def line(t: Turn, owner: int, number: int, order: sheets.TurnLine | sheets.SetupLine) -> None:
    """Carry out a line of a sheet, or drop it and report the reason to its player (R119)."""
    if t.s.outcome is not None or (_has_nation(t, owner) and t.s.nations[owner].out):
        return
    t.actor = owner
    try:
        carry_out(t, order)
    except OrderFailed as dropped:
        t.log(
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
    """Carry out a line of the owner `t.actor`. Raises OrderFailed if that is impossible."""
    with captives.guarded(t):
        _perform(t, order)


def _has_nation(t: Turn, owner: int) -> bool:
    """Return whether an owner is a nation; the referee's number is higher than all nations'."""
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
    """Carry out a character's one action of the turn (A-01)."""
    s = t.s
    who = s.person_named(order.name, t.actor)
    is_magnates = not is_nation(t.actor)  # The Feaster can make any character a magnate's.
    t.need(who != NO_PERSON, "LM-A-01", "drop.no-such-character", name=order.name, known=s.names(t.actor),
           uncertain=is_magnates)  # fmt: skip
    person, actions = s.people[who], t.of(Actions)
    t.need(person.captor is None, "LM-A-01", "drop.captive", name=person.name, uncertain=True)
    t.need(who not in t.of(Actions).wreckers, "LM-DIS-06", "drop.must-devastate", name=person.name, uncertain=True)
    may_step = (
        who in actions.walked
    )  # A walk that only enters or leaves a city or fort would not have been an action.
    t.need(who not in actions.acted, "LM-A-01", "drop.has-acted", name=person.name, uncertain=may_step)
    t.need(not joined_this_turn(t, who), "LM-A-06", "drop.newcomer", name=person.name)
    (actions.stepped if is_step_inside(t, who, order.action) else actions.acted).add(who)
    if isinstance(order.action, o.Move):
        actions.walked.add(who)
    _function(t, who, order.action)
    PERFORM[type(order.action)](t, who, order.action)


def is_step_inside(t: Turn, who: int, action: o.Action) -> bool:
    """Return whether a move is only between a city or fort and its square, which is free.

    See MV-05.
    """
    here = t.s.people[who].place
    if not isinstance(action, o.Move) or action.deed is not None:
        return False
    return all(square_of(t.place(ref, here)) == square_of(here) for ref in action.path)


def joined_this_turn(t: Turn, who: int) -> bool:
    """Return whether a character joined this turn and can act only from the next one on (R131)."""
    return who in t.of(Actions).joined


def _function(t: Turn, who: int, action: o.Action) -> None:
    """Drop an action outside the character's function under a double hierarchy (DIS-08)."""
    person = t.s.people[who]
    if not person.function or isinstance(action, o.ChangeFunction):
        return
    wanted = "military" if is_military(action) else "civil"
    t.need(person.function == wanted, "LM-DIS-08", "drop.not-his-function", name=person.name, uncertain=True)


def is_military(action: o.Action) -> bool:
    """Return whether an action is military: raising, training or leading (DIS-08).

    A lead order that neither takes troops nor annexes is a mere move.
    """
    if isinstance(action, o.Lead):
        return any(isinstance(step, o.Take | o.Annex) for step in action.steps)
    return isinstance(action, o.Raise | o.Train)
