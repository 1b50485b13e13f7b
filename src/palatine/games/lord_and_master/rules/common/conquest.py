"""CONTROL: a province belongs to those whose troops passed through it last (NEU-19, NEU-20, R57)."""

from __future__ import annotations

from palatine.games.lord_and_master.rules.common import control, escape
from palatine.games.lord_and_master.rules.common.march import March
from palatine.games.lord_and_master.state import NEUTRAL, State, still


def claim(m: March, place: int) -> None:
    """Troops are masters of a place: it is theirs, and lone enemies there are noticed (R120)."""
    t, s = m.t, m.t.s
    if not any(s.units_at(place, owner) for owner in s.partners(m.owner)):
        return
    if falls_to(s, m.owner, place):
        control.conquer(t, place, m.owner, force=m.beaten == place)
    if t.dry:
        return
    for who in still(s.people, escape.enemies_at(t, m.owner, place)[1]):
        if s.people[who].captor is None:
            escape.escapes(t, who, place)


def falls_to(s: State, owner: int, place: int) -> bool:
    """Whether a place changes hands when troops of `owner` are masters of it; neutral ones when their force is gone."""
    holder = s.holder(place)
    if holder == NEUTRAL:
        return not s.units_at(place, NEUTRAL)
    return s.is_hostile(owner, holder)
