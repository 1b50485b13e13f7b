"""Neutral states: allegiance, homelands, and the die for Ula's ruler."""

from __future__ import annotations

from collections.abc import Container, Sequence

from palatine.core import Chance, Tally
from palatine.games.demonlord.components.pieces import BALRON_SET, DWARF_SET, MINERS, UNIT_NEUTRAL, UNITS_OF_CODE
from palatine.games.demonlord.components.world import HOMELANDS, MU, NEUTRAL, NEUTRALS
from palatine.games.demonlord.rules.common.losses import imprison, release_unit, strike_off
from palatine.games.demonlord.state import DEAD, GONE, HOMELAND_OF, LIMBO, MYTH, PRISONER, UNALLIED, DemonlordState

MEMBERS = tuple(UNITS_OF_CODE[code] for code in NEUTRALS)
"""By neutral state: all its units."""
BALRON, DWARF_KING = 1, 2


def unallied_home(s: DemonlordState, h: int) -> int:
    """Return the unallied neutral whose homeland is `h`, or -1."""
    if h not in HOMELAND_OF:
        return -1
    neutral = HOMELAND_OF[h]
    return neutral if s.serves[neutral] == UNALLIED else -1


# Joining a player


def join_side(s: DemonlordState, neutral: int, side: int, permanent: bool) -> None:
    """Make a neutral the ally of a player, with its units and its fortress (ALLY-14)."""
    set_allegiance(s, neutral, side, permanent)
    if neutral == MU and not s.ula:
        find_ruler(s)
    home = HOMELANDS[neutral]
    hand_over(s, s.stack(NEUTRAL, home), home, NEUTRAL, side)
    keep_home(s, neutral)
    free_friends(s, neutral)


def set_allegiance(s: DemonlordState, neutral: int, serves: int, permanent: bool) -> None:
    """Record a neutral's allegiance and its permanence; cancel a loyalty check that is due."""
    s.loyalty_checks_due = tuple([shaken for shaken in s.loyalty_checks_due if shaken != neutral])
    s.serves = (*s.serves[:neutral], serves, *s.serves[neutral + 1 :])
    s.permanent = (*s.permanent[:neutral], permanent, *s.permanent[neutral + 1 :])


def attack_neutral(s: DemonlordState, neutral: int, attacker: int) -> None:
    """Make an attacked neutral the other player's permanent ally (ALLY-03, A17, A29).

    Called when troops enter its homeland.
    """
    s.log("alliance.attacked", "ALLY-03", neutral=neutral, side=1 - attacker, attacker=attacker)
    join_side(s, neutral, 1 - attacker, permanent=True)
    end_peace(s, HOMELANDS[neutral])


def ruler_chance() -> Chance[int]:
    """Return the chance of each ruler of Ula (NEU-01 to NEU-03)."""
    return Chance(Tally("ula"), lambda thrown: BALRON if thrown.rolled <= 3 else DWARF_KING)


def find_ruler(s: DemonlordState) -> None:
    """Roll for the ruler of Ula and place the units (NEU-01 to NEU-04, A16)."""
    s.ula, tally = ruler_chance().roll(s)
    come, never = (BALRON_SET, DWARF_SET) if s.ula == BALRON else (DWARF_SET, BALRON_SET)
    s.set_aside(never, GONE)
    s.put(come, NEUTRAL, HOMELANDS[MU])
    s.log("ula", "NEU-02" if s.ula == BALRON else "NEU-03", tally=tally, units=list(come + MINERS))


def hand_over(s: DemonlordState, units: Sequence[int], h: int, old: int, new: int) -> None:
    """Move units in place to another side, face up (ALLY-14, ALLY-23)."""
    if units:
        s.lift(units, old, h, LIMBO)
        s.put(units, new, h)
        s.reveal(units)


def free_friends(s: DemonlordState, neutral: int) -> None:
    """Free the prisoners of a captor whose neutral has come to serve the captor (A24)."""
    side = s.serves[neutral]
    friends = [u for u in MEMBERS[neutral] if s.where[u] == PRISONER and s.captor(u) == side]
    for u in friends:
        release_unit(s, u)
    if friends:
        s.log("released", "ALLY-14", units=friends, side=side)


# The homeland


def keep_home(s: DemonlordState, neutral: int) -> None:
    """Give the homeland to the neutral or its player, even if other troops are there.

    Those are guests, not attacked until their owner's next movement step ends (ALLY-25, F29).
    """
    home, owner = HOMELANDS[neutral], min(s.serves[neutral], NEUTRAL)
    end_siege(s, home)
    if s.control[home] != owner:
        pass_control(s, home, owner, "ALLY-14")
    end_peace(s, home)
    s.guests = (*s.guests, *[(home, side) for side in (0, 1) if side != owner and s.has_troop(side, home)])


def pass_control(s: DemonlordState, h: int, side: int, clause: str) -> None:
    """Record control of a hex; losing its homeland to the enemy shakes a neutral (ALLY-16)."""
    s.control[h] = side
    if side != NEUTRAL:
        s.log("control", clause, hex=h, side=side)
    neutral = HOMELAND_OF.get(h, -1)
    if neutral >= 0 and s.serves[neutral] == 1 - side:
        mark_for_check(s, neutral)


def end_siege(s: DemonlordState, h: int) -> None:
    """End a siege before control of its fortress passes.

    Characters left by the defender's last troop are captured without a roll, whatever removed it: losses, a battle, a
    Spellgate, or an ally that leaves or changes sides (SIEGE-27, F12).
    """
    if h not in dict(s.sieges):
        return
    s.sieges = tuple([pair for pair in s.sieges if pair[0] != h])
    defender = s.control[h]
    if not s.has_troop(defender, h) and s.has_troop(1 - defender, h):
        imprison(s, s.characters(defender, h), defender, "SIEGE-27")


def end_peace(s: DemonlordState, h: int, sides: Container[int] = (0, 1)) -> None:
    """End the peace of these sides' guests in a homeland (F29)."""
    if s.guests:
        s.guests = tuple([pair for pair in s.guests if pair[0] != h or pair[1] not in sides])


def come_home(s: DemonlordState) -> None:
    """Bring units that left in the previous phase to their homelands (ALLY-22, A30)."""
    due = [ret for ret in s.returns if ret.phase <= s.phase]
    s.returns = tuple([ret for ret in s.returns if ret.phase > s.phase])
    for ret in due:
        units = [u for u in ret.units if s.where[u] == LIMBO]
        if units:
            neutral = UNIT_NEUTRAL[units[0]]
            side, home = s.side_of(units[0]), HOMELANDS[neutral]
            s.put(units, side, home)
            s.reveal(units)
            s.log("returned", "ALLY-22", units=units, hex=home)
            if s.control[home] != side:
                keep_home(s, neutral)


def become_myth(s: DemonlordState, neutral: int) -> None:
    """Make a neutral a myth: units leave, its fortress is a village (ALLY-11, A38, F17)."""
    home, members = HOMELANDS[neutral], MEMBERS[neutral]
    for u in members:
        if s.where[u] >= 0:
            s.lift((u,), NEUTRAL, s.where[u], GONE)
    s.set_aside([u for u in members if s.where[u] != DEAD], GONE)
    strike_off(s, members)
    s.returns = tuple([ret for ret in s.returns if ret.units[0] not in members])
    end_peace(s, home)
    set_allegiance(s, neutral, MYTH, permanent=False)
    del s.control[home]


# Loyalty checks


def is_semi(s: DemonlordState, neutral: int) -> bool:
    """Return whether a neutral serves a player semi-permanently."""
    return s.serves[neutral] < UNALLIED and not s.permanent[neutral]


def mark_for_check(s: DemonlordState, neutral: int) -> None:
    """Mark a semi-permanent ally for a check at the end of the phase (ALLY-15, ALLY-16, A33)."""
    if is_semi(s, neutral) and neutral not in s.loyalty_checks_due:
        s.loyalty_checks_due = (*s.loyalty_checks_due, neutral)
