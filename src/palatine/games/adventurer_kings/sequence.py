"""The turn from its first step to its last: five phases, initiative, the end of the year (3.0, 4.19)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from palatine.games.adventurer_kings import (
    campaigns,
    casting,
    deaths,
    defending,
    diplomacy,
    elections,
    encounters,
    exploring,
    finance,
    founding,
    giving,
    moving,
    necromancy,
    offices,
    pursuing,
    recruiting,
    sages,
    searching,
    second_thoughts,
    spying,
    valhalla,
    yearend,
)
from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.initiative import initiative
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.turn import PHASES, Failed, Turn

DOERS: Final[dict[type, Callable[[Turn, int, Any], None]]] = {
    o.Move: moving.move, o.Explore: exploring.explore, o.Search: searching.search, o.Recruit: recruiting.recruit,
    o.Hire: recruiting.hire, o.Disband: recruiting.disband, o.Dismiss: recruiting.dismiss, o.Leave: recruiting.leave,
    o.PickUp: recruiting.pick_up, o.CastSpell: casting.cast, o.Use: casting.use, o.Encounter: encounters.encounter,
    o.Spy: spying.spy, o.Defend: defending.defend, o.Pursue: pursuing.pursue, o.Trail: pursuing.trail,
    o.Give: giving.give,
}  # fmt: skip
"""By action: how it is carried out; Practice is done for all together at the end of a phase."""


def run_turn(s: State) -> None:
    """Carry out all sheets of the turn, up to the next; at first, who the Kings are."""
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
    """What everybody is to do; whose sheet is missing defends (3.0, A79)."""
    s = t.s
    for n, person in s.people.items():
        if person.seat >= 0 and not person.died:
            t.acts[n] = [None] * PHASES
    for seat, sheet in enumerate(s.sheets):
        if sheet is None:
            stand_guard(t, seat)
            continue
        for order in sheet.orders:
            take_order(t, seat, order)
    t.furtive = {n for n, acts in t.acts.items() if any(map(is_furtive, acts))}


def take_order(t: Turn, seat: int, order: o.Line) -> None:
    s = t.s
    if isinstance(order, o.Act | o.Special):
        person = s.people.get(order.character)
        if person is None or person.seat != seat or person.died:
            return
        if isinstance(order, o.Special):
            t.plans[order.character] = order.plan
        elif not person.visitor or order.phase <= valhalla.actions_of_visitor(s.turn):
            t.acts[order.character][order.phase - 1] = order.action
    elif isinstance(order, o.Heir):
        deaths.name_heir(t, seat, order)
    elif isinstance(order, o.Rename):
        second_thoughts.rename(t, seat, order)
    elif isinstance(order, o.KingLine):
        second_thoughts.reconsider(t, seat, order)
    elif isinstance(order, o.Contact):
        s.set_kingdom(seat, contact=order.text)


def stand_guard(t: Turn, seat: int) -> None:
    """Without orders the computer has everybody Defend (3.0)."""
    for n, person in t.s.at_home(seat):
        if not person.visitor:
            t.acts[n][0] = o.Defend()


def is_furtive(action: o.Action | None) -> bool:
    """Whether an action brings the escape from notice for the whole turn (4.3.3, 4.3.5)."""
    if isinstance(action, o.Spy | o.Trail):
        return True
    plan = action.plan if isinstance(action, o.Encounter | o.Search | o.Pursue) else ()
    return any(isinstance(each, o.Steal) for each in plan)


# A phase


def phases(t: Turn) -> None:
    """Every character's first action, then every second one, and so on (3.0)."""
    for phase in range(1, PHASES + 1):
        t.phase = phase
        run_phase(t)
    t.phase = 0


def run_phase(t: Turn) -> None:
    s = t.s
    t.forget_skills()
    t.explored.clear()
    t.fought.clear()
    t.busy.clear()
    t.began = {n: person.place for n, person in s.people.items() if not person.died}
    order = initiative(t)
    practising: dict[int, int] = {}
    for n in order:
        act(t, n, practising)
    sages.practise_all(t, practising)
    pursuing.patrol_all(t)
    defending.react(t, order)
    campaigns.battles(t)
    necromancy.spread_plagues(t)
    spying.gather(t)


def act(t: Turn, n: int, practising: dict[int, int]) -> None:
    """One character's action of the phase; what fails is told, with its reason (3, 5.1)."""
    person = t.s.people[n]
    if person.died or (t.hired_in.get(n, 0) == t.phase):
        return
    action = t.acts.get(n, [None] * PHASES)[t.phase - 1]
    try:
        if n in t.chases and not isinstance(action, o.Move | o.Trail | o.Defend):
            pursuing.chase(t, n)
            return
        if n in t.marches and (action is None or isinstance(action, o.Practise)):
            moving.move(t, n, o.Move(t.s.atlas.numbers[t.marches[n]]))
            return
        t.marches.pop(n, None)
        if isinstance(action, o.Practise):
            practising[n] = c.ability(action.ability)
        elif action is not None:
            DOERS[type(action)](t, n, action)
    except Failed as failure:
        if action is not None:
            t.fail(n, action, failure)


# The year's end


def end_spells(t: Turn) -> None:
    """What was cast for a turn is over."""
    t.forget_skills()


TURN: Final[tuple[Callable[[Turn], None], ...]] = (
    take_orders,
    diplomacy.collect,
    diplomacy.opening,
    phases,
    diplomacy.closing,
    finance.collect_taxes,
    finance.pay_heroes,
    finance.pay_armies,
    finance.desert,
    diplomacy.exchanges,
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
    elections.elections,
    yearend.fall,
    valhalla.visits_begin,
    end_spells,
)
"""A turn step by step."""
