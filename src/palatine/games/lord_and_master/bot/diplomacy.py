"""The captain's relations: one enemy at a time, and truces with unlikely winners."""

from __future__ import annotations

from collections.abc import Container

from palatine.games.lord_and_master.bot.parameters import DIPLOMACY, USUAL, USUAL_AIM, CaptainParameters
from palatine.games.lord_and_master.bot.unit_values import might
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import is_square
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.victory import ALLIES, controlled_places, is_bound
from palatine.games.lord_and_master.state import NO_SEAT, State

TERM = 3
"""Number of turns of an offered truce."""


def truces(
    s: State, me: int, parameters: CaptainParameters = USUAL, rivals: Container[int] = (), aim: str = USUAL_AIM
) -> list[o.Truce]:
    """Return the truces to offer: to all nations except the enemy and likely winners.

    `rivals` are the nations that are close to a victory. A nation that aims at diplomacy and has no truce needs one,
    even with the enemy.

    With enough allies to win a truce of all, they are offered to all who hold fewer places, because such a truce
    gives the match to the nation that holds most (VIC-04).
    """
    if s.turn < parameters.first_truce:
        return []
    others = [other for other in _other_nations(s, me) if not s.has_truce(me, other)]
    if _allies(s, me) >= ALLIES:
        own = len(controlled_places(s, me))
        found = [other for other in others if len(controlled_places(s, other)) < own]
    else:
        foe = NO_SEAT if aim == DIPLOMACY and not is_bound(s, me) else enemy(s, me)
        found = [n for n in others if n != foe and n not in rivals and not is_dangerous(s, n, parameters)]
    return [o.Truce(s.seats[other], TERM) for other in found]


def executions(s: State, me: int) -> list[o.Prisoner]:
    """Return the orders that eliminate a nation all of whose characters are captive (IPR-11)."""
    return [
        o.Prisoner("kill", s.people[n].name)
        for other in _other_nations(s, me)
        if not s.is_friend(me, other) and all(s.people[n].captor == me for n in s.roster(other))
        for n in s.roster(other)
    ]


def is_dangerous(s: State, other: int, parameters: CaptainParameters = USUAL) -> bool:
    """Return whether a truce would help a nation to win."""
    return _allies(s, other) >= parameters.ahead or len(controlled_places(s, other)) >= parameters.great


def enemy(s: State, me: int) -> int:
    """Return the nation with the longest common border and the fewest troops."""
    power, t = dict.fromkeys(_other_nations(s, me), 30.0), Turn(s, is_rehearsal=True)
    for n, unit in s.units.items():
        if unit.owner in power and unit.captor is None:
            power[unit.owner] += might(t, n)
    border = dict.fromkeys(power, 1)
    for place, holder in s.holders.items():
        if holder == me and is_square(place):
            for square in world.NEIGHBOURS[place]:
                if s.holder(square) in border:
                    border[s.holder(square)] += 1
    return max(power, key=lambda other: (border[other] / power[other], -other), default=NO_SEAT)


def _other_nations(s: State, me: int) -> list[int]:
    return [other for other, nation in enumerate(s.nations) if other != me and not nation.out]


def _allies(s: State, seat: int) -> int:
    return sum(1 for place in s.allied if s.holder(place) == seat)
