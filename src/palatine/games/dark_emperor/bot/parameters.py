"""Tunable numbers of the captain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from palatine.core import BotParameters

USUAL_AIM: Final = "usual"
CONQUEST: Final = "conquest"
ALLIANCES: Final = "alliances"
GATHERING: Final = "gathering"


class CaptainParameters(BotParameters, frozen=True):
    """Parameters of the captain's judgement; values are in production.

    The defaults are the usual ones.
    """

    aim: str = USUAL_AIM
    """Purpose of the plans that are played out.

    With `CONQUEST` the Necromancer attacks lavishly, inactive kingdoms too, and the Kingdoms attack before they
    negotiate. With `ALLIANCES` leaders negotiate first. With `GATHERING` troops attack only if few are enough. The
    usual aim is that of the best plan, which changes with the position.
    """
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"aim": (USUAL_AIM, CONQUEST, ALLIANCES, GATHERING)}

    # Attacks
    effort: float = 1.0
    """Cost of each unit used for an attack."""
    spur: float = 8.0
    """Bonus of an attack, at most, after another in the same kingdom has been planned."""
    rout: float = 1.5
    """Cost of having to retreat from an attack."""
    open_field: float = 1.5
    """Value of clearing a hex without a city."""
    complete: float = 0.5
    """Bonus of a kingdom's last cities, as a share of its Taxation Value."""
    blood: float = 0.8
    """Value of a destroyed enemy unit to the Necromancer, as a share of its own value."""
    vengeance: float = 1.0
    """Value of a destroyed enemy unit to the Kingdoms, as a share of its own value."""
    regicide: float = 60.0
    """Value to the Kingdoms of winning Padrech's hex with a lord-slaying sword (15.21)."""
    fear: float = 3.0
    """Cost if a hero reaches a battle alone."""
    murder: float = 0.5
    """Chance that a mage of Death kills the enemy's first hero before the battle."""
    bold: int = 8
    """Strength of nearby enemies that Padrech avoids while one may bear a lord-slaying sword."""

    # Inactive kingdoms
    provocation: float = 10.0
    """Minimum gain of attacking an inactive kingdom, without playouts: a constant, ..."""
    provoked: float = 0.4
    """... plus this share of its Taxation Value."""
    ready: float = 2.0
    """Required ratio of the Necromancer's strength to the empire's garrisons."""

    # Leaders
    errand: float = 1.5
    """Minimum value of a task of a leader."""
    courtship: float = 0.35
    """Value of an alliance to the Necromancer, as a share of the kingdom's Taxation Value."""
    seeking: float = 1.0
    """Minimum value of a magic hex for a leader without other tasks."""
    shield: int = 15
    """Minimum strength of an army for Padrech while an enemy has a lord-slaying sword.

    Without one, Padrech hides.
    """

    # Troops without a target
    band: int = 4
    """Minimum number of units worth the attrition roll."""
    nearer: int = 3
    """Minimum number of hexes a march must bring troops nearer."""
    voyage: float = 1.0
    """Minimum gain of all attacks for which troops embark."""


USUAL = CaptainParameters()
