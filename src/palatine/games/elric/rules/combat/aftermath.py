"""The aftermath of a battle: desertion, retreats, cities, escapes (10.7 to 10.9)."""

from __future__ import annotations

from palatine.games.elric.components.pieces import FLEET, IS_LOVE, KIND, VALUE
from palatine.games.elric.components.tables import RESULTS
from palatine.games.elric.components.world import IS_SEA, MELNIBONE, PORT_SEA, WALL
from palatine.games.elric.rules.combat import battle_spells, cities
from palatine.games.elric.rules.combat.participants import (
    CITY,
    PORT,
    Battle,
    abstaining,
    has_part,
    is_city_of,
    side,
)
from palatine.games.elric.rules.combat.retreats import Retreat, ask_withdrawal
from palatine.games.elric.rules.common import cup
from palatine.games.elric.rules.common.closed_areas import opens_gate
from palatine.games.elric.rules.common.deferred_steps import Escapes
from palatine.games.elric.rules.common.naval import castaways, fleets_at, put_out, take_in
from palatine.games.elric.rules.common.relocation import change_sides, relocate
from palatine.games.elric.rules.common.replacements import after_deaths
from palatine.games.elric.rules.common.sieges import besiege, forget_sieges
from palatine.games.elric.state import NOBODY, ElricState, Group

# Margin to take a city


def garrison(s: ElricState, battle: Battle) -> int:
    """Return the printed values of all pieces in a walled city, withheld or not (ruling A-32)."""
    if battle.kind != CITY or battle.defender == NOBODY or not WALL[battle.area]:
        return 0
    aside = battle.aside or abstaining(s, battle)
    here = [p for p in side(s, battle, battle.defender) if p not in aside and has_part(s, battle, p)]
    return sum([VALUE[p] for p in here if not IS_LOVE[p]])


def least_margin(s: ElricState, garrison: int, wall: int) -> int:
    """Return the lowest margin that takes a city (7.5.2d; ruling A-32).

    Garrison and wall must be overcome together; with the option, the losses of the table must reach both.
    """
    if s.options["walls"] == "whole" or not garrison:
        return max(garrison + wall, 1)
    return next(result.least for result in RESULTS if result.eliminated or result.losses >= garrison + wall)


def margin_needed(s: ElricState, battle: Battle) -> int:
    """Return the margin that takes the city, or drives off an army in the open."""
    return least_margin(s, garrison(s, battle), WALL[battle.area]) if battle.kind == CITY else 1


# After the losses


def abstainers_join_victor(s: ElricState, battle: Battle) -> None:
    """Transfer abstaining Melniboneans to the victor if only they are left (12.0e; A-124)."""
    loser = battle.loser()
    left = tuple([p for p in side(s, battle, loser) if has_part(s, battle, p)])
    if left and all([p in battle.aside for p in left]):
        s.log("change-sides", "12.0e", group=list(left), seat=battle.foe(loser), area=battle.area)
        change_sides(s, left, battle.foe(loser))


def retreat_loser(s: ElricState, battle: Battle) -> None:
    """Make the losers retreat, except from a walled city (10.7b, 10.7h)."""
    loser = battle.loser()
    if loser == NOBODY:
        return
    group = leaving(s, battle, loser)
    if group:
        s.push(Retreat(loser, battle.area, group))


def leaving(s: ElricState, battle: Battle, loser: int) -> Group:
    """Return the pieces that must retreat (10.7h; ruling A-192).

    Of a walled city's owner, only those that came from outside.
    """
    group = side(s, battle, loser)
    if not WALL[battle.area] or not is_city_of(s, loser, battle.area):
        return group
    return tuple([p for p in group if s.trail.get(p)]) if loser == battle.attacker else ()


def occupy(s: ElricState, battle: Battle) -> None:
    """Capture the city, or let the attackers besiege it or withdraw (7.5.2d, 10.9.4a).

    See rulings A-30, A-32 to A-37, A-120.
    """
    if battle.margin < 0 and battle.kind != PORT:
        return
    attackers, defenders = side(s, battle, battle.attacker), side(s, battle, battle.defender)
    if battle.kind == PORT:
        back_to_sea(s, battle, attackers)
    elif battle.kind == CITY and falls(s, battle, attackers, defenders):
        cities.capture(s, battle.attacker, battle.area, attackers)
    elif attackers:
        stay_before_city(s, battle, attackers, defenders)


def falls(s: ElricState, battle: Battle, attackers: Group, defenders: Group) -> bool:
    """Return whether a city is taken (7.5.2d, 7.5.7e, 7.5.9b; rulings A-32 to A-34).

    No defender is left, an attacker can enter, and the margin overcomes garrison and wall. Entering Imrryr needs Elric,
    or a Melnibonean once it has fallen.
    """
    if any([has_part(s, battle, p) for p in defenders]) or not any([KIND[p] != FLEET for p in attackers]):
        return False
    if battle.area == MELNIBONE and not opens_gate(s, attackers):
        return False
    return battle.margin >= least_margin(s, battle.garrison, WALL[battle.area])


def back_to_sea(s: ElricState, battle: Battle, attackers: Group) -> None:
    """Return attackers to sea after a battle of ships in a port (ruling A-120)."""
    if attackers:
        sea = PORT_SEA[battle.area]
        ships = fleets_at(s, battle.attacker, sea) + [p for p in attackers if KIND[p] == FLEET]
        s.log("back-to-sea", "10.9.5b", seat=battle.attacker, area=battle.area, to=sea)
        take_in(s, [p for p in attackers if KIND[p] != FLEET], ships)
        relocate(s, attackers, sea)
        castaways(s, battle.attacker, sea)


def stay_before_city(s: ElricState, battle: Battle, attackers: Group, defenders: Group) -> None:
    """Keep attackers before an untaken city or beside an equal enemy, or let them withdraw.

    A siege begins only where a retreat is called for (10.9.4b). See rulings A-30, A-37.
    """
    if battle.kind == CITY and defenders and battle.margin > 0:
        besiege(s, battle.attacker, battle.area)
    if defenders and not is_city_of(s, battle.attacker, battle.area):
        ask_withdrawal(s, battle.attacker, battle.area, attackers)


def begin_fallen_escapes(s: ElricState, battle: Battle) -> None:
    """Push the escapes of eliminated personalities at the end of the battle (10.8a)."""
    if battle.fallen:
        s.push(Escapes(battle.area, battle.fallen, IS_SEA[battle.area], kin=battle.kin))


def end_battle(s: ElricState, battle: Battle) -> None:
    """Settle castaways, nations without leaders, hands, and ships in an untaken port (A-193)."""
    s.pop()
    forget_sieges(s)
    after_deaths(s)
    for seat in battle_spells.seats_in(battle):
        cup.fit_hands(s, seat, battle.area)
    if IS_SEA[battle.area]:
        for seat in range(NOBODY + 1):
            castaways(s, seat, battle.area)
    leave_port(s, battle)


def leave_port(s: ElricState, battle: Battle) -> None:
    """Move the attackers' ships out of a port they do not own (ruling A-193)."""
    if battle.kind in (CITY, PORT) and not is_city_of(s, battle.attacker, battle.area):
        put_out(s, battle.attacker, battle.area)
