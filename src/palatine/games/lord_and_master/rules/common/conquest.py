"""CONTROL: a province belongs to the owner of the last troops that passed.

See NEU-19, NEU-20, R57.
"""

from __future__ import annotations

from palatine.games.lord_and_master.rules.common import control, escape
from palatine.games.lord_and_master.rules.common.march import March
from palatine.games.lord_and_master.state import NEUTRAL, State, still


def claim(m: March, place: int) -> None:
    """Let troops take a place; lone enemies there must escape (R120)."""
    t, s = m.t, m.t.s
    owners = m.owners()
    owner = m.master(s.holder(place))
    if owner is not None and falls_to(s, place):
        control.conquer(t, place, owner, force=m.beaten == place)
    if t.is_rehearsal:
        return
    enemies = {who for each in sorted(owners) for who in escape.enemies_at(t, each, place)[1]}
    for who in still(s.people, sorted(enemies)):
        if s.people[who].captor is None:
            escape.escapes(t, who, place)


def falls_to(s: State, place: int) -> bool:
    """Return whether a place changes hands under enemy troops.

    A neutral one does so once its force is gone.
    """
    return s.holder(place) != NEUTRAL or not s.units_at(place, NEUTRAL)
