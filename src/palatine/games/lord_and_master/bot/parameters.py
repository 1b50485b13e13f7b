"""The numbers on which the captain's judgement rests."""

from __future__ import annotations

from palatine.core import BotParameters


class CaptainParameters(BotParameters, frozen=True):
    """What he waits for, risks and keeps back; the defaults are what he usually plays by."""

    # Envoys and gold
    hopeless: int = 5
    """A chance in twenty below which an envoy does not try."""
    purse: int = 12
    """Gold he keeps back when he pays bribes."""
    wealthy: int = 100
    """Gold with which he would rather have more troops than better ones."""
    armed: int = 20
    """Gold from which on he equips his recruits."""

    # War
    sure: float = 1.5
    """How much stronger he must be to give battle."""
    storm: float = 2.4
    """How much stronger than a garrison he must be to climb its walls."""
    besiege: float = 1.2
    """How much stronger he must be to sit down before them."""
    worthwhile: float = 4.0
    """What a raid must promise."""
    exposed: float = 15.0
    """How ill it is to end a march beside somebody stronger."""
    guard: int = 2
    """Units that stay where the treasury lies, if nobody is near."""
    near: int = 2
    """From so far somebody may come for the treasury."""
    band: int = 6
    """From so many units on one stays behind in a place that is his own."""

    # Truces
    first_truce: int = 5
    """The turn from which on he talks with others."""
    ahead: int = 10
    """Allied provinces with which a nation is too near to a diplomatic victory to be given a truce."""
    great: int = 26
    """Provinces with which it is too near to a military one."""

    # Powers
    crowd: int = 5
    """Enemies that must be in a place for fire to be worth somebody's turn: one in six burns."""
    calling: int = 10
    """The turn from which on the god is called."""
    rich: int = 15
    """Provinces whose doubled income is worth Jupiter's blessing."""
    afar: int = 4
    """Spaces between his own lands and the place where the Feaster is let loose."""


USUAL = CaptainParameters()
