"""Turn sequence: five phases, initiative, the end of the year (3.0, 4.19)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import FREE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.characters import practice, spying
from palatine.games.adventurer_kings.rules.combat import campaigns
from palatine.games.adventurer_kings.rules.common import deaths, intent
from palatine.games.adventurer_kings.rules.common.turn import PHASES, Failed, Turn
from palatine.games.adventurer_kings.rules.common.turn_records import Phase
from palatine.games.adventurer_kings.rules.encounters import encounters, searching
from palatine.games.adventurer_kings.rules.magic import casting, necromancy
from palatine.games.adventurer_kings.rules.movement import defending, exploring, moving, pursuing
from palatine.games.adventurer_kings.rules.movement.initiative import initiative
from palatine.games.adventurer_kings.rules.realm import (
    armies,
    diplomacy,
    elections,
    finance,
    giving,
    offices,
    rankings,
    recruiting,
    valhalla,
    yearend,
)
from palatine.games.adventurer_kings.rules.setup import first_turn_changes, founding
from palatine.games.adventurer_kings.state import State

HANDLERS: Final[dict[type, Callable[[Turn, int, Any], None]]] = {
    orders.Move: moving.move, orders.Explore: exploring.explore, orders.Search: searching.search,
    orders.Recruit: recruiting.recruit,
    orders.Hire: recruiting.hire, orders.Disband: armies.disband, orders.Dismiss: recruiting.dismiss,
    orders.Leave: armies.leave,
    orders.PickUp: armies.pick_up, orders.CastSpell: casting.cast, orders.Use: casting.use,
    orders.Encounter: encounters.encounter,
    orders.Spy: spying.spy, orders.Defend: defending.defend, orders.Pursue: pursuing.pursue,
    orders.Trail: pursuing.trail,
    orders.Give: giving.give,
}  # fmt: skip
"""Handler of each action.

Practice is carried out for all characters together at the end of a phase.
"""


def run_turn(s: State) -> None:
    """Carry out all sheets of the turn; in turn 0 create the Kings."""
    t = Turn(s)
    if s.turn == 0:
        founding.found(t)
    else:
        for step in TURN:
            step(t)
            if s.outcome is not None:
                break
    s.sheets = [None] * len(s.seats)
    if s.outcome is None:
        s.turn += 1


# Beginning


def take_orders(t: Turn) -> None:
    """Read all orders; characters without a sheet Defend (3.0, A79)."""
    s = t.s
    for n, person in s.people.items():
        if person.seat >= 0 and not person.died:
            t.ordered.acts[n] = [None] * PHASES
    for seat, sheet in enumerate(s.sheets):
        if sheet is None:
            stand_guard(t, seat)
            continue
        for order in sheet.orders:
            take_order(t, seat, order)
    for n in t.ordered.acts:
        t.note_stealth(n)


def take_order(t: Turn, seat: int, order: orders.Line) -> None:
    s = t.s
    if isinstance(order, orders.Act | orders.Special):
        person = s.people.get(order.character)
        if person is None or person.seat not in (seat, FREE) or person.died:
            return
        if person.seat == FREE:
            take_offer(t, seat, order)
        elif isinstance(order, orders.Special):
            t.ordered.plans[order.character] = order.plan
        elif not person.visitor or order.phase <= valhalla.actions_of_visitor(s.turn):
            t.ordered.acts[order.character][order.phase - 1] = order.action
    elif isinstance(order, orders.Heir):
        deaths.name_heir(t, seat, order)
    elif isinstance(order, orders.Rename):
        first_turn_changes.rename(t, seat, order)
    elif isinstance(order, orders.KingLine):
        first_turn_changes.reconsider(t, seat, order)
    elif isinstance(order, orders.Contact):
        s.set_kingdom(seat, contact=order.text)


def take_offer(t: Turn, seat: int, order: orders.Act | orders.Special) -> None:
    """Record orders for a Hero in case of hire in this turn (3.5)."""
    if isinstance(order, orders.Special):
        t.ordered.offered_plans[seat, order.character] = order.plan
    else:
        acts = t.ordered.offers.setdefault((seat, order.character), [None] * PHASES)
        acts[order.phase - 1] = order.action


def stand_guard(t: Turn, seat: int) -> None:
    """Let all characters without orders Defend, as the rules require (3.0)."""
    for n, person in t.s.at_home(seat):
        if not person.visitor:
            t.ordered.acts[n][0] = orders.Defend()


# A phase


def phases(t: Turn) -> None:
    """Carry out every character's first action, then every second one, and so on (3.0)."""
    for phase in range(1, PHASES + 1):
        run_phase(t, phase)
    t.phase = Phase()


def run_phase(t: Turn, number: int) -> None:
    t.begin_phase(number)
    order = initiative(t)
    practising: dict[int, int] = {}
    for n in order:
        carry_out_action(t, n, practising)
    practice.practise_all(t, practising)
    pursuing.patrol_all(t)
    defending.react(t, order)
    campaigns.fight_battles(t)
    necromancy.spread_plagues(t)
    spying.gather(t)


def carry_out_action(t: Turn, n: int, practising: dict[int, int]) -> None:
    """Carry out one character's action of the phase.

    A failure is reported with its reason (3, 5.1).
    """
    action = intent.set_about(t, n)
    if action is None:
        return
    try:
        if n in t.pursuits.chases:
            pursuing.chase(t, n)
        elif isinstance(action, orders.Practise):
            practising[n] = tables.ability(action.ability)
        else:
            HANDLERS[type(action)](t, n, action)
    except Failed as failure:
        t.fail(n, action, failure)


TURN: Final[tuple[Callable[[Turn], None], ...]] = (
    take_orders,
    diplomacy.collect,
    diplomacy.change_treaties_at_once,
    phases,
    diplomacy.closing,
    finance.collect_taxes,
    finance.pay_heroes,
    finance.pay_armies,
    finance.desert,
    diplomacy.exchanges,
    diplomacy.neighbours_meet,
    diplomacy.send_maps,
    yearend.improve,
    yearend.decay,
    valhalla.visits_end,
    yearend.wander,
    yearend.new_monsters,
    spying.see_own_land,
    spying.watch_seas,
    yearend.spread_rumours,
    diplomacy.neighbours_told,
    offices.settle_offices,
    rankings.tell_standings,
    rankings.close_books,
    elections.elections,
    yearend.carry_over,
    valhalla.visits_begin,
)
"""Steps of a turn."""
