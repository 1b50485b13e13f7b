"""VICTORY CONDITIONS and the skulls (VIC, IPR-12 to IPR-14)."""

from __future__ import annotations

from palatine.games.lord_and_master.turn import Turn


def award_skulls(t: Turn) -> None:
    """The Golden and the Black Skull (IPR-12 to IPR-14, R114, R115)."""
    raise NotImplementedError


def check(t: Turn) -> None:
    """Whether somebody has won (VIC-01 to VIC-05, R129, R130)."""
    raise NotImplementedError
