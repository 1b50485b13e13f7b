"""Who controls the fortresses, and what follows when that changes (Sieges, When Sieges Occur)."""

from __future__ import annotations

from palatine.games.demonlord.components.world import (
    DEMON,
    DEMON_CITIES,
    HOSAR,
    HOSAR_CITIES,
    NEUTRAL,
    NISSHAR,
    TIMUR,
)
from palatine.games.demonlord.rules.common.neutrals import mark_for_check, unallied_home
from palatine.games.demonlord.state import HOMELAND_OF, LONG, NORMAL, DemonlordState

CITIES_OF = (HOSAR_CITIES, DEMON_CITIES)


def update_control(s: DemonlordState, h: int) -> None:
    """Give control of `h` to the player whose troops are alone in it (SIEGE-03, F1, A40)."""
    if h not in s.control:
        return
    hosar, demon = s.has_troop(HOSAR, h), s.has_troop(DEMON, h)
    if not (hosar and demon):
        s.sieges = tuple([pair for pair in s.sieges if pair[0] != h])
    side = HOSAR if hosar else DEMON
    if hosar != demon and s.control[h] != side and may_hold(s, h, side):
        take_control(s, h, side)


def may_hold(s: DemonlordState, h: int, side: int) -> bool:
    """Not while a neutral has its home there, nor as a guest left over from a broken alliance (ALLY-25, F29)."""
    return not s.has_troop(NEUTRAL, h) and unallied_home(s, h) < 0 and (h, side) not in s.grace


def take_control(s: DemonlordState, h: int, side: int) -> None:
    """`side` controls `h` from now on."""
    s.control[h] = side
    s.note("control", "SIEGE-03", hex=h, side=side)
    neutral = HOMELAND_OF.get(h, -1)
    if neutral >= 0 and s.serves[neutral] == 1 - side:
        mark_for_check(s, neutral)
    ending = s.variant()
    if ending == NORMAL:
        sudden_death(s, h, side)
    elif ending == LONG:
        all_cities(s, side)


def sudden_death(s: DemonlordState, h: int, side: int) -> None:
    """The fall of a capital ends the game at once (END-01, END-02, V10)."""
    if h == TIMUR and side == DEMON:
        s.finish((s.seats[DEMON],), "timur", "END-01")
    elif h == NISSHAR and side == HOSAR:
        s.finish((s.seats[HOSAR],), "nisshar", "END-02")


def all_cities(s: DemonlordState, side: int) -> None:
    """The Long game ends when a side holds all three enemy cities (VAR-10)."""
    if all(s.control[h] == side for h in CITIES_OF[1 - side]):
        s.finish((s.seats[side],), "cities", "VAR-10")
