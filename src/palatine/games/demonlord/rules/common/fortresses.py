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
from palatine.games.demonlord.rules.common.losses import imprison
from palatine.games.demonlord.rules.common.neutrals import mark_for_check, unallied_home
from palatine.games.demonlord.state import HOMELAND_OF, LONG, NORMAL, DemonlordState

CITIES_OF = (HOSAR_CITIES, DEMON_CITIES)


def update_control(s: DemonlordState, h: int) -> None:
    """Give control of `h` to the player whose troops are alone in it (SIEGE-03, F1, A40).

    Where that ends a siege, the characters whom the last troop of the defender leaves behind are captured without
    a die, whatever took it away (SIEGE-27, F12).
    """
    if h not in s.control:
        return
    hosar, demon = s.has_troop(HOSAR, h), s.has_troop(DEMON, h)
    was_besieged = h in dict(s.sieges)
    if was_besieged and not (hosar and demon):
        s.sieges = tuple([pair for pair in s.sieges if pair[0] != h])
    side = HOSAR if hosar else DEMON
    if hosar != demon and s.control[h] != side and may_hold(s, h, side):
        if was_besieged:
            imprison(s, s.characters(1 - side, h), 1 - side, "SIEGE-27")
        take_control(s, h, side)


def open_sieges(s: DemonlordState) -> None:
    """Wherever a fortress has troops of both sides as the battle step ends, a siege is on (SIEGE-01)."""
    spared = [h for h, _ in s.grace]
    begun = dict(s.sieges)
    new = [(h, 0) for h in sorted(s.control) if h not in begun and h not in spared and s.is_besieged(h)]
    if new:
        s.sieges = (*s.sieges, *new)


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
