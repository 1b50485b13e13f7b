"""Neutral States, and what becomes of them when they join a player or leave him."""

from __future__ import annotations

from palatine.core import Tally
from palatine.games.demonlord.components import (
    BALRON_SET,
    DWARF_SET,
    HOMELANDS,
    MINERS,
    MU,
    NEUTRAL,
    NEUTRALS,
    UNITS_OF_CODE,
)  # fmt: skip
from palatine.games.demonlord.losses import INVOKED_SET, freed_places, release
from palatine.games.demonlord.state import (
    AWAY,
    GONE,
    HOMELAND_OF,
    LIMBO,
    MYTH,
    PRISONER,
    UNALLIED,
    DemonlordState,
    Return,
)  # fmt: skip

MEMBERS = tuple(UNITS_OF_CODE[code] for code in NEUTRALS)
"""By neutral state: all its units."""
BALRON, DWARF_KING = 1, 2


def unallied_home(s: DemonlordState, h: int) -> int:
    """The un-allied neutral whose homeland `h` is, or -1."""
    neutral = HOMELAND_OF.get(h, -1)
    return neutral if neutral >= 0 and s.serves[neutral] == UNALLIED else -1


def put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])


def join(s: DemonlordState, neutral: int, side: int, permanent: bool) -> None:
    """Make a neutral the ally of a player: its units and its fortress are his (ALLY-14)."""
    home = HOMELANDS[neutral]
    s.serves = put(s.serves, neutral, side)
    s.permanent = (*s.permanent[:neutral], permanent, *s.permanent[neutral + 1 :])
    if neutral == MU and not s.ula:
        find_ruler(s)
    hand_stack(s, home, NEUTRAL, side)
    if s.control[home] == NEUTRAL:
        s.control[home] = side
    free_friends(s, neutral, side)


def attack(s: DemonlordState, neutral: int, attacker: int) -> None:
    """Troops enter a neutral's homeland: it is at once the other player's for good (ALLY-03, A17, A29)."""
    clauses = ("ALLY-03",)
    s.note("alliance.attacked", *clauses, neutral=neutral, side=1 - attacker, attacker=attacker)
    s.grace = tuple([pair for pair in s.grace if pair[0] != HOMELANDS[neutral]])
    join(s, neutral, 1 - attacker, permanent=True)


def find_ruler(s: DemonlordState) -> None:
    """The die that says who rules Ula (NEU-01 to NEU-04)."""
    tally = s.roll("ula")
    s.ula = BALRON if tally.rolled <= 3 else DWARF_KING
    come, never = (BALRON_SET, DWARF_SET) if s.ula == BALRON else (DWARF_SET, BALRON_SET)
    for u in never:
        s.where[u] = GONE
    s.put(come, NEUTRAL, HOMELANDS[MU])
    s.note("ula", "NEU-02" if s.ula == BALRON else "NEU-03", tally=tally, units=list(come + MINERS))


def hand_stack(s: DemonlordState, h: int, old: int, new: int) -> None:
    """Give the whole stack of one side in a hex to another."""
    units = s.stacks.pop(h * 3 + old, ())
    if units:
        s.put(units, new, h)


def free_friends(s: DemonlordState, neutral: int, side: int) -> None:
    """A captor whose prisoners' people join him lets them go home (A24)."""
    for u in MEMBERS[neutral]:
        if s.where[u] == PRISONER and s.captor(u) == side:
            release(s, u)
            places = freed_places(s, u)
            if s.where[u] != AWAY and places:
                s.put((u,), side, places[0])
            s.note("freed", "PRIS-09", unit=u, hex=s.where[u])


def leave(s: DemonlordState, neutral: int, new: int) -> None:
    """A neutral leaves its ally, for nobody (UNALLIED) or for the enemy (ALLY-20 to ALLY-25)."""
    old, home = s.serves[neutral], HOMELANDS[neutral]
    away = [u for u in MEMBERS[neutral] if s.where[u] >= 0 and s.where[u] != home]
    spirits = [u for u in MEMBERS[neutral] if u in INVOKED_SET and s.where[u] >= 0]
    for u in {*away, *spirits}:
        s.lift((u,), old, s.where[u], AWAY if u in INVOKED_SET else LIMBO)
    here = [u for u in s.stack(old, home) if u in MEMBERS[neutral]]
    s.serves = put(s.serves, neutral, new)
    s.permanent = (*s.permanent[:neutral], False, *s.permanent[neutral + 1 :])
    if here:
        s.lift(here, old, home, LIMBO)
        s.put(here, min(new, NEUTRAL), home)
    travellers = tuple([u for u in away if u not in INVOKED_SET])
    if travellers:
        s.returns = (*s.returns, Return(s.phase + 1, travellers))
    s.control[home] = min(new, NEUTRAL)
    if s.has_troop(old, home):
        s.grace = (*s.grace, (home, old))
    s.sieges = tuple([pair for pair in s.sieges if pair[0] != home])
    if new != UNALLIED:
        free_friends(s, neutral, new)


def become_myth(s: DemonlordState, neutral: int) -> None:
    """The neutral was never there: its units leave the game, its fortress is a village (ALLY-11, A38, F17)."""
    home = HOMELANDS[neutral]
    for u in MEMBERS[neutral]:
        if s.where[u] >= 0:
            s.lift((u,), s.side_of(u), s.where[u], GONE)
        s.where[u] = GONE
    s.captors = tuple([pair for pair in s.captors if pair[0] not in MEMBERS[neutral]])
    s.returns = tuple([ret for ret in s.returns if ret.units[0] not in MEMBERS[neutral]])
    s.fallen = tuple([f for f in s.fallen if f.unit not in MEMBERS[neutral]])
    s.serves = put(s.serves, neutral, MYTH)
    del s.control[home]


def come_home(s: DemonlordState) -> None:
    """Units of neutrals that left in the phase before appear in their homelands (ALLY-22, A30)."""
    due = [ret for ret in s.returns if ret.phase <= s.phase]
    s.returns = tuple([ret for ret in s.returns if ret.phase > s.phase])
    for ret in due:
        units = [u for u in ret.units if s.where[u] == LIMBO]
        if units:
            s.put(units, s.side_of(units[0]), s.home[units[0]])
            s.note("returned", "ALLY-22", units=units, hex=s.home[units[0]])


def semi(s: DemonlordState, neutral: int) -> bool:
    """Whether the neutral serves a player semi-permanently."""
    return s.serves[neutral] < UNALLIED and not s.permanent[neutral]


def shake(s: DemonlordState, neutral: int) -> None:
    """Note that a semi-permanent ally must be checked at the end of the phase (ALLY-15, ALLY-16)."""
    if semi(s, neutral) and neutral not in s.waver:
        s.waver = (*s.waver, neutral)


CHECK = ("", "cemented", "stays", "stays", "stays", "neutral", "changes")


def check_allies(s: DemonlordState) -> None:
    """The dice of all shaken allies in the order AH, AN, GW, LY, MU, then all effects (ALLY-17, A32)."""
    shaken = [neutral for neutral in sorted(s.waver) if semi(s, neutral)]
    s.waver = ()
    rolled: list[tuple[int, Tally]] = [(neutral, s.roll("alliance check")) for neutral in shaken]
    for neutral, tally in rolled:
        side, result = s.serves[neutral], CHECK[tally.rolled]
        clause = {"cemented": "ALLY-18", "stays": "ALLY-19", "neutral": "ALLY-20", "changes": "ALLY-21"}[result]
        s.note(f"check.{result}", clause, tally=tally, neutral=neutral, side=side)
        if result == "cemented":
            s.permanent = (*s.permanent[:neutral], True, *s.permanent[neutral + 1 :])
        elif result != "stays":
            leave(s, neutral, UNALLIED if result == "neutral" else 1 - side)
