"""Numeric parameters of the captain's decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from palatine.core import BotParameters

USUAL_AIM: Final = "usual"
CHAIN: Final = "chain"
CONQUEST: Final = "conquest"
DIPLOMACY: Final = "diplomacy"
DENIAL: Final = "denial"


class CaptainParameters(BotParameters, frozen=True):
    """Thresholds of the captain; the defaults are its usual style."""

    aim: str = USUAL_AIM
    """The victory that the nation pursues, or the prevention of that of others.

    The usual style chooses one of the others each turn: the nearest victory, or the prevention of a nearer one.
    """
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"aim": (USUAL_AIM, CHAIN, CONQUEST, DIPLOMACY, DENIAL)}

    # Envoys and gold
    hopeless: int = 5
    """Minimum chance, in twentieths, for an attempt at diplomacy."""
    purse: int = 12
    """Gold kept back from bribes."""
    wealthy: int = 100
    """Gold above which more troops are preferred to better ones."""
    plenty: int = 150
    """Gold above which troops are raised before envoys travel, and the strongest are made."""
    hoard: int = 300
    """Gold above which troops are raised before armies march."""
    armed: int = 20
    """Gold from which recruits are equipped."""

    # War
    sure: float = 1.1
    """Minimum strength ratio for a battle."""
    storm: float = 1.8
    """Minimum strength ratio to a garrison for an assault."""
    besiege: float = 1.2
    """Minimum strength ratio to a garrison for a siege."""
    worthwhile: float = 1.0
    """Minimum value of a raid."""
    exposed: float = 5.0
    """Penalty for ending a march next to a stronger enemy."""
    guard: int = 1
    """Units that guard the treasury if no enemy is near."""
    near: int = 2
    """Distance within which enemies threaten the treasury."""
    band: int = 6
    """Number of units from which one stays to guard a place of its own."""

    # Victory
    trade: float = 300.0
    """Value of the last square that is missing in a chain of five cities; less with each more."""
    detour: float = 10.0
    """Value for a victory that makes a march one square longer worthwhile."""
    alarm: float = 4.0
    """Effort, in squares of a chain, up to which a rival must be stopped."""
    press: float = 150.0
    """Value of the last missing province or ally; less with each more."""
    focus: float = 2.0
    """Factor of the values of squares that serve the aim."""
    late: int = 3
    """Number of last turns in which only provinces count."""
    few: int = 2
    """Number of free characters of another nation up to which its elimination is worth a battle."""
    last: int = 2
    """Number of its own free characters up to which none of them risks a battle."""

    # Truces
    first_truce: int = 5
    """First turn in which truces are offered."""
    ahead: int = 10
    """Allied provinces with which a nation is too close to a diplomatic victory for a truce."""
    great: int = 26
    """Provinces with which a nation is too close to a military victory for a truce."""

    # Powers
    crowd: int = 5
    """Enemies in a place that make fire worth a character's turn; one in six burns."""
    calling: int = 10
    """First turn in which the god is called, except the Feaster in the first turn."""
    feast: float = 2.0
    """Enemies in a square, in characters, from which the Feaster is called there."""
    rich: int = 15
    """Provinces whose doubled income makes Jupiter's blessing worthwhile."""
    afar: int = 4
    """Minimum distance between the bot's lands and the place to which the Feaster is called."""


USUAL = CaptainParameters()
