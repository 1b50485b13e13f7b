"""Monsters that serve a side or are owed a fight (18.2)."""

from __future__ import annotations

from palatine.games.dark_emperor.components.pieces import GONE, NO_POWER, OWN_POWER
from palatine.games.dark_emperor.components.world import OWNER
from palatine.games.dark_emperor.rules.characters.lone_leaders import activate, check_lone_leaders
from palatine.games.dark_emperor.rules.characters.transfers import capture_devices
from palatine.games.dark_emperor.state import DarkEmperorState


def gain_monster(s: DarkEmperorState, side: int, monster: int) -> None:
    """Put a monster under a player's control (18.13, 18.21).

    If its hex is in an inactive kingdom, this activates the kingdom for the other side.
    """
    h = s.where[monster]
    s.serve(monster, OWN_POWER[side])
    capture_devices(s, h, side)
    check_lone_leaders(s)
    if OWNER[h] >= 0:
        activate(s, OWNER[h], 1 - side, "18.21c")


def turn_wild(s: DarkEmperorState, monster: int) -> None:
    """Release a monster from service, so that both sides can court it (18.33)."""
    s.serve(monster, NO_POWER)


def fight_owed(s: DarkEmperorState, side: int, monster: int) -> None:
    """Make a monster and the side's leaders with it fight in this Heroic Combat Segment.

    They stay obliged to fight if they change sides. See 18.13, 18.15, 18.151.
    """
    bound = (monster, *s.leaders(side, s.where[monster]))
    s.duels = (*s.duels, *[p for p in bound if p not in s.duels])


def slay_monster(s: DarkEmperorState, monster: int) -> None:
    """Remove a slain monster from play (18.15)."""
    s.lift((monster,), GONE)
    s.duels = tuple([m for m in s.duels if m != monster])
