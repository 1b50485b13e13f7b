"""Removal of personalities, armies and fleets from the map (6.0, 10.7, 10.8, 12.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from palatine.games.elric.components.pieces import (
    CHAOS_SHIELD,
    ELRIC,
    INDEPENDENTS,
    IS_LOVE,
    KIND,
    PERSON,
    POWER_OF,
    VALUE,
)
from palatine.games.elric.rules.common import elric_appears, maintained_spells
from palatine.games.elric.rules.common.cup import discard_cards
from palatine.games.elric.rules.common.relocation import go_off, lay_aside
from palatine.games.elric.state import LOST, NOBODY, OFF, ElricState


def perish(s: ElricState, persons: Sequence[int], kin: Iterable[int] = ()) -> None:
    """Remove personalities together, without an escape or after a failed one.

    `kin` are pieces of their stack that have left the area since. Elric is never removed: he appears at random, alone
    (16.4; ruling A-181).
    """
    gone = [p for p in persons if p != ELRIC]
    for p in gone:
        s.log("perished", "10.8a", piece=p, area=s.where[p], seat=s.owner[p])
        drop_hand(s, p, gone, kin)
    bury(s, gone)
    if ELRIC in persons:
        s.log("elric.vanishes", "16.4j", piece=ELRIC, area=s.where[ELRIC])
        elric_appears.part_from_controller(s)


def eliminate(s: ElricState, pieces: Iterable[int], clause: str = "10.7i") -> None:
    """Eliminate armies and fleets; the caller handles pieces aboard a fleet."""
    lost = list(pieces)
    if lost:
        s.log("eliminated", clause, group=lost, area=s.where[lost[0]], seat=s.owner[lost[0]])
    bury(s, lost)


def bury(s: ElricState, pieces: Sequence[int]) -> None:
    """Remove pieces from the map (6.0, 9.6).

    Personalities drop their hands; the rulers of their powers may replace them.
    """
    for p in pieces:
        if KIND[p] == PERSON:
            drop_hand(s, p, pieces)
    go_off(s, pieces, OFF)
    for p in pieces:
        ruler = NOBODY if POWER_OF[p] == INDEPENDENTS else s.ruler[POWER_OF[p]]
        lay_aside(s, (p,), OFF if ruler == NOBODY else LOST, ruler)


def drop_hand(s: ElricState, person: int, lost: Iterable[int] = (), kin: Iterable[int] = ()) -> None:
    """Discard all spells of a personality that leaves the map (ruling A-98).

    These are held, maintained, laid or in flight. The personality must still be in place. `lost` are pieces that leave
    with it and inherit nothing.
    """
    spells = s.hand.pop(person, ())
    laid = s.laid.pop(person, -1)
    s.meant.pop(person, None)
    if laid >= 0:
        spells = (*spells, laid)
    if spells:
        discard_cards(s, spells)
        s.log("hand.dropped", "9.6", piece=person, items=list(spells))
    if person in s.maintained:
        maintained_spells.release(s, person, s.where[person])
    for artifact in [each for each, bearer in s.bearer.items() if bearer == person]:
        pass_on(s, artifact, person, lost, kin)


def pass_on(s: ElricState, artifact: int, person: int, lost: Iterable[int], kin: Iterable[int]) -> None:
    """Pass the Chaos Shield to a member of its bearer's stack, wherever the stack is now.

    Without an heir the Shield leaves play, as Mournblade always does. See 16.8; rulings A-98, A-188.
    """
    stack = {*s.stack_of(person), *[p for p in kin if s.where[p] >= 0 and s.owner[p] == s.owner[person]]}
    heirs = [p for p in sorted(stack) if KIND[p] == PERSON and p != person and p not in lost]
    if artifact == CHAOS_SHIELD and heirs and s.owner[person] != NOBODY:
        heir = max(heirs, key=lambda p: (not IS_LOVE[p], VALUE[p]))
        s.bearer[artifact] = heir
        s.log("artifact.passes", "16.8a", artifact=artifact, piece=heir)
    else:
        del s.bearer[artifact]
        s.log("artifact.gone", "16.8b" if artifact == CHAOS_SHIELD else "16.8g", artifact=artifact)
