"""Monsters in somebody's service, or owed a fight (18.2)."""

from __future__ import annotations

from palatine.games.dark_emperor.components.pieces import GONE, NO_POWER, OWN_POWER
from palatine.games.dark_emperor.components.world import OWNER
from palatine.games.dark_emperor.rules.characters.alone import activate, check_lone_leaders
from palatine.games.dark_emperor.rules.characters.transfers import capture_devices
from palatine.games.dark_emperor.state import DarkEmperorState


def gain_monster(s: DarkEmperorState, side: int, monster: int) -> None:
    """A monster comes under a player's control; an inactive kingdom where it is wakes for the other (18.13, 18.21)."""
    h = s.where[monster]
    s.serve(monster, OWN_POWER[side])
    capture_devices(s, h, side)
    check_lone_leaders(s)
    if OWNER[h] >= 0:
        activate(s, OWNER[h], 1 - side, "18.21c")


def turn_wild(s: DarkEmperorState, monster: int) -> None:
    """A monster serves nobody any more, and both sides may court it (18.33)."""
    s.serve(monster, NO_POWER)


def fight_owed(s: DarkEmperorState, side: int, monster: int) -> None:
    """A monster must be fought in this Heroic Combat Segment by a side's leaders who are with it now, on whichever
    side they may be by then (18.13, 18.15, 18.151)."""
    bound = (monster, *s.leaders(side, s.where[monster]))
    s.duels = (*s.duels, *[p for p in bound if p not in s.duels])


def slay_monster(s: DarkEmperorState, monster: int) -> None:
    """A monster is dead and leaves play (18.15)."""
    s.lift((monster,), GONE)
    s.duels = tuple([m for m in s.duels if m != monster])
