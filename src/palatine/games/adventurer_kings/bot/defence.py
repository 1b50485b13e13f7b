"""The captain's defence: border watch, reserves and a garrison for the capital (3.14, 3.15)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.bot.budget import Purse
from palatine.games.adventurer_kings.bot.estimates import Chart
from palatine.games.adventurer_kings.bot.sheet import Year
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.rules.realm.recruiting import GARRISONS_A_TURN

WORTH_A_LOOK: Final = 2
"""Number of unreported foreign neighbours that justifies spying."""
NEAR: Final = 2
"""Distance at which an enemy's land is a threat."""


def watch_borders(chart: Chart, year: Year) -> None:
    """Let those who end the year on a border spy in its last phase, to know next year's targets."""
    seen: set[int] = set()
    for n in sorted(year.people, key=lambda n: (-len(border(chart, year.end(n))), n)):
        new = border(chart, year.end(n)) - seen
        if len(new) >= WORTH_A_LOOK and year.add_order(n, orders.Spy(), PHASES):
            seen |= new


def border(chart: Chart, place: int) -> set[int]:
    """Return the foreign neighbours of a province whose owners may have changed."""
    s = chart.s
    return {near for near in s.atlas.neighbours[place] if near not in chart.own and not chart.is_sea(near)}


def is_threatened(chart: Chart, place: int) -> bool:
    """Return whether an enemy King's land is near a province."""
    s = chart.s
    owners = {chart.owner(near) for near in s.atlas.within(place, NEAR) if near not in chart.own}
    return any(other >= 0 and s.relation(chart.me, other) == ENEMY for other in owners)


def stand_by(chart: Chart, year: Year) -> None:
    """Let generals without orders defend against invasions of neighbouring provinces (3.15)."""
    for n in year.people:
        place = year.end(n)
        stays = place in chart.own and year.place(n, 1) == place
        if stays and chart.s.led_by(n) and is_threatened(chart, place):
            year.add_order(n, orders.Defend())


def garrison(chart: Chart, year: Year, purse: Purse) -> None:
    """Levy two garrisons for a threatened, undefended capital (3.4)."""
    s, home = chart.s, chart.home
    if home not in chart.own or s.lands[home].race not in tables.HUMANOID or not is_threatened(chart, home):
        return
    leaving = {n for n in year.people if year.end(n) != home}
    held = any(army.owner == chart.me and army.leader not in leaving for army in
               (s.armies[a] for a in s.armies_at(home)))  # fmt: skip
    cost = GARRISONS_A_TURN * s.pay_of(tables.GARRISON)
    if held or purse.spare < cost:
        return
    for n in year.people:
        phase = year.free(n)
        if phase and year.place(n, phase) == home:
            year.add_order(n, orders.Recruit((tables.ARMY_CODES[tables.GARRISON],) * GARRISONS_A_TURN), phase)
            purse.spend(cost)
            return
