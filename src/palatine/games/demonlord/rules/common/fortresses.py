"""Control of fortresses, and the consequences of a change."""

from __future__ import annotations

from palatine.games.demonlord.components.world import (
    DEMON,
    DEMON_CITIES,
    HOSAR,
    HOSAR_CITIES,
    NEUTRAL,
)
from palatine.games.demonlord.rules.common.neutrals import end_siege, pass_control, unallied_home
from palatine.games.demonlord.state import CAPITALS, LONG, NORMAL, DemonlordState

CITIES_OF = (HOSAR_CITIES, DEMON_CITIES)


def settle_control(s: DemonlordState, *hexes: int) -> None:
    """Give control of hexes to the player whose troops are alone there (SIEGE-03, F1, A40).

    `hexes` are all that troops have entered or left at one moment. All change hands before the game can end by it (V10,
    T2).
    """
    contested = [h for h in hexes if h in s.control]
    if any([change_hands(s, h) for h in contested]):
        end_by_conquest(s)


def change_hands(s: DemonlordState, h: int) -> bool:
    """End a siege and pass control of a hex, if due; return whether control has passed."""
    hosar, demon = s.has_troop(HOSAR, h), s.has_troop(DEMON, h)
    if s.sieges and not (hosar and demon):
        end_siege(s, h)
    side = HOSAR if hosar else DEMON
    if hosar == demon or s.control[h] == side or not may_hold(s, h, side):
        return False
    pass_control(s, h, side, "SIEGE-03")
    return True


def open_sieges(s: DemonlordState) -> None:
    """Start a siege in each fortress with troops of both sides after the battle step (SIEGE-01)."""
    begun = dict(s.sieges)
    new = [(h, 0) for h in sorted(s.control) if h not in begun and s.is_besieged(h)]
    if new:
        s.sieges = (*s.sieges, *new)


def may_hold(s: DemonlordState, h: int, side: int) -> bool:
    """Return whether a side can control a hex (ALLY-25, F29).

    It cannot while a neutral has its home there, or as a guest left over from a broken alliance.
    """
    return not s.has_troop(NEUTRAL, h) and unallied_home(s, h) < 0 and (h, side) not in s.guests


def end_by_conquest(s: DemonlordState) -> None:
    """End the game if a side holds what wins it; if both do, it is a tie and Hosar's (T2)."""
    for side in (HOSAR, DEMON):
        if s.variant() == NORMAL and s.control[CAPITALS[1 - side]] == side:
            s.finish((s.seats[side],), *SUDDEN_DEATH[side])
            return
        if s.variant() == LONG and all(s.control[h] == side for h in CITIES_OF[1 - side]):
            s.finish((s.seats[side],), "cities", "VAR-10")
            return


SUDDEN_DEATH = (("nisshar", "END-02"), ("timur", "END-01"))
"""Reason and clause of the game's end, by the side that takes the enemy capital."""
