"""Personalities, armies and fleets that leave the map, and what that brings (6.0, 10.7, 10.8, 12.1)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.games.elric.components.pieces import ELRIC, INDEPENDENTS, POWER_OF
from palatine.games.elric.rules.common import cup
from palatine.games.elric.state import LOST, NOBODY, OFF, ElricState


def perish(s: ElricState, person: int, lost: Iterable[int] = ()) -> None:
    """A personality is gone, without an escape or after a failed one; `lost` are all who go with him.

    Elric never is: he appears at random, with nobody (16.4; ruling A-181).
    """
    from palatine.games.elric.rules.common import elric_appears  # which imports this module

    if person == ELRIC:
        s.note("elric.vanishes", "16.4j", piece=ELRIC, area=s.where[ELRIC])
        elric_appears.part(s)
        return
    s.note("perished", "10.8a", piece=person, area=s.where[person], seat=s.owner[person])
    cup.drop_hand(s, person, lost)
    bury(s, person)
    elric_appears.lost_controller(s, person)


def eliminate(s: ElricState, pieces: Iterable[int], clause: str = "10.7i") -> None:
    """Armies and fleets are lost; whoever is aboard a fleet is the caller's business."""
    lost = list(pieces)
    if lost:
        s.note("eliminated", clause, group=lost, area=s.where[lost[0]], seat=s.owner[lost[0]])
    for p in lost:
        bury(s, p)


def bury(s: ElricState, p: int) -> None:
    """A piece leaves the map: its ruler may replace it, if its power has one (6.0)."""
    ruler = NOBODY if POWER_OF[p] == INDEPENDENTS else s.ruler[POWER_OF[p]]
    s.lift((p,), OFF if ruler == NOBODY else LOST)
    s.owner[p] = ruler


def after_deaths(s: ElricState) -> None:
    """See to what deaths may bring: nations without leaders, Elric without a controller (6.0, 12.1.2)."""
    from palatine.games.elric.rules.common import elric_appears, replacements  # which import this module

    replacements.check_nations(s)
    elric_appears.settle_control(s)
    elric_appears.moonglum(s)
