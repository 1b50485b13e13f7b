"""Cities and siege trains: doubled defence, and capture of trains left alone (9.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from palatine.games.dark_emperor.components.pieces import (
    ALLIANCE,
    KINGDOM_POWERS,
    NECROMANCER,
    NECROMANCER_SIDE,
    UNITS,
)
from palatine.games.dark_emperor.components.tables import CITY_DEFENCE
from palatine.games.dark_emperor.rules.common.losses import is_train
from palatine.games.dark_emperor.state import DarkEmperorState, in_city


def defence(s: DarkEmperorState, h: int, attackers: Iterable[int]) -> int:
    """Return the multiplier of the defenders' strength in a hex (9.31, 9.32, 13.41, C3)."""
    is_walled = h not in s.breached if in_city(h) else h in s.entrenched
    return CITY_DEFENCE if is_walled and not any([is_train(u) for u in attackers]) else 1


def has_only_trains(s: DarkEmperorState, side: int, h: int) -> bool:
    """Return whether a side has only siege trains in a hex, and at least one."""
    here = s.fighters(side, h)
    return bool(here) and all([is_train(u) for u in here])


def capture_trains(s: DarkEmperorState, side: int, h: int) -> None:
    """Let a side capture the enemy's siege trains in a hex (9.33c to 9.33e, M6).

    They cannot move in the rest of this Player-Turn.
    """
    power = captor(s, side, h)
    for u in s.fighters(1 - side, h):
        if is_train(u):
            s.serve(u, power)
            s.stopped = (*s.stopped, u)
            s.log("captured.train", "9.33c", "9.33e", unit=u, hex=h, side=side)


def captor(s: DarkEmperorState, side: int, h: int) -> int:
    """Return the power that a captured train serves: that of the first unit there (C33).

    A monster belongs to no kingdom; then it is the side's first power.
    """
    for u in s.fighters(side, h):
        if u < UNITS:
            return s.power[u]
    if side == NECROMANCER_SIDE:
        return NECROMANCER
    return next((k for k in KINGDOM_POWERS if s.control[k] == side), ALLIANCE)


def capture_lone_trains(s: DarkEmperorState, turned: Collection[int] | None = None) -> None:
    """Capture siege trains that are alone among enemies (9.33).

    If both sides have only trains in a hex, those of the phasing side are captured. With `turned`, only hexes of these
    units count: elsewhere, the stack a train precedes may still be on its way (C4b).
    """
    mixed = [h for h in s.stacks[0] if h in s.stacks[1]]
    for h in mixed:
        if turned is not None and not any([u in turned for side in (0, 1) for u in s.fighters(side, h)]):
            continue
        for side in (s.phasing, 1 - s.phasing):
            if has_only_trains(s, side, h):
                capture_trains(s, 1 - side, h)
                break
