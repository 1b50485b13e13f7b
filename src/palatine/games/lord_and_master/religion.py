"""RELIGIOUS ACTIONS: healing, exorcism, boneyards, the powers of the priests (D)."""

from __future__ import annotations

from palatine.games.lord_and_master import orders as o
from palatine.games.lord_and_master.turn import Turn


def heal(t: Turn, who: int, act: o.Heal) -> None:
    """HEAL (D-01)."""
    raise NotImplementedError


def exorcise(t: Turn, who: int, act: o.Exorcise) -> None:
    """EXORCISM (D-02 to D-04)."""
    raise NotImplementedError


def consecrate(t: Turn, who: int, act: o.Consecrate) -> None:
    """CONSECRATE BONEYARD (D-05)."""
    raise NotImplementedError


def bolts(t: Turn, who: int, act: o.Bolts) -> None:
    """THE BOLTS OF JOVE (D-07 to D-09)."""
    raise NotImplementedError


def runes(t: Turn, who: int, act: o.Runes) -> None:
    """RUNES OF FEAR (D-13, D-14)."""
    raise NotImplementedError


def initiate(t: Turn, who: int, act: o.Initiate) -> None:
    """INITIATE BERSERKERS (D-11)."""
    raise NotImplementedError
