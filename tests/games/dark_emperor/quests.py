"""Helpers for tests of Famir's quest: its bearer, Ssstoth's lair and the quest roll."""

from __future__ import annotations

from typing import Any

from games.dark_emperor.positions import KINGDOMS, arm, bare, piece, put, run, wake
from palatine.games.dark_emperor.components.pieces import DEVICES, FAMIR, NO_POWER, SLUG
from palatine.games.dark_emperor.components.world import hex_id
from palatine.games.dark_emperor.rules.characters.famir import Quest

HERE, LAIR, FIRST, SECOND = "2011", "2210", "0709", "2114"
LURED, FREE = 6, 1


def position(leader: str = "farnon", where: str = HERE, *, phasing: int = KINGDOMS) -> Any:
    """Return a position with the bearer of Famir on the map and two face-down markers.

    All powers are awake and on the Kingdoms' side.
    """
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, *range(16))
    put(s, where, leader)
    arm(s, leader, "sword-famir")
    s.markers = {hex_id(FIRST): SLUG, hex_id(SECOND): piece("dawn-lantern")}
    return s


def lair(power: int = NO_POWER, where: str = LAIR) -> Any:
    """Return the same position after Ssstoth has been revealed."""
    s = position()
    put(s, where, "ssstoth", power)
    return s


def quest(s: Any, *rolls: int) -> Any:
    return run(s, Quest(), rolls=[("quest", roll) for roll in rolls])


def bearer(s: Any) -> int:
    return int(s.bearer[FAMIR - DEVICES[0]])
