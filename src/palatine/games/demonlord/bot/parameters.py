"""Tunable numbers of the captain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from palatine.core import BotParameters

USUAL_AIM: Final = "usual"
RUSH: Final = "rush"
BALANCED: Final = "balanced"


class CaptainParameters(BotParameters, frozen=True):
    """Parameters of the captain's judgement; values are those of `unit_values`.

    The defaults are the usual ones.
    """

    aim: str = USUAL_AIM
    """The purpose of the armies.

    With `RUSH` all troops that no garrison needs march on the enemy's capital; with `BALANCED` they take, relieve and
    threaten places by value and distance. The usual aim is the rush where a capital wins at once and enough troops can
    arrive before the end.
    """
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"aim": (USUAL_AIM, RUSH, BALANCED)}

    # Marches
    caution: float = 0.6
    """Minimum ratio of friendly troops in a hex to enemies that can reach it."""
    walls: float = 0.6
    """Minimum ratio inside a friendly fortress."""
    superior: float = 1.3
    """Required ratio to the enemies at an enemy place."""
    others: float = 0.7
    """Share of other nearby enemies added to this requirement."""
    relief: float = 1.1
    """Required ratio to the enemies at a friendly place in danger."""
    reserve: float = 1.5
    """Maximum ratio of troops assigned to an objective to those required."""
    feasible: float = 0.8
    """Minimum ratio of available to required troops for an objective."""
    soon: int = 4
    """Number of turns within which troops count as available."""
    impatience: float = 1.5
    """Exponent by which the value of an objective falls with its distance in turns."""

    # Attacks
    bold: float = 0.7
    """Minimum chance of winning a battle of choice."""
    steady: float = 0.5
    """Minimum chance for continuing a battle, or relieving a fortress."""
    desperate: float = 0.15
    """Minimum chance for relieving the capital."""
    siege: float = 0.7
    """Minimum ratio of besiegers to garrison."""
    exposed: float = 0.5
    """Minimum ratio of besiegers to all enemies near the place."""
    aftermath: float = 0.7
    """Minimum ratio of survivors to the other enemies near a battle."""
    plenty: float = 2.2
    """Maximum ratio of attackers to the enemy."""
    hunt: float = 1.0
    """Value of hunting a lone enemy character."""
    chance_to_take: float = 0.5
    """Assumed chance that a siege succeeds."""

    # Garrisons
    guard: float = 0.7
    """Ratio of a garrison to enemies that can reach it; if impossible, one troop stays."""
    capital_guard: float = 0.9
    """Ratio for the capital, which gets all that is available."""
    least_guard: float = 2.0
    """Minimum value of the capital's garrison without enemies near."""
    far_guard: float = 0.4
    """Ratio of the capital's garrison and nearby armies to distant enemies.

    These are the enemies within `THREAT_BY_DISTANCE`.
    """
    helpers: int = 4
    """Points of a march within which a friendly army counts as help."""
    help: float = 0.5
    """Share of such an army's value that counts."""
    alone: float = 0.2
    """Minimum ratio of the garrison alone to the enemies, until help comes."""

    # Characters
    calling: float = 0.35
    """Minimum value per turn for sending a caster to a temple."""
    leader_calling: float = 2.0
    """Minimum value per turn if an army would be left without a leader."""
    army: float = 1.6
    """Minimum value of troops that need a leader."""

    # Battles
    sally: float = 1.15
    """Minimum ratio to the besiegers for fighting in the open."""
    join_relief: float = 0.9
    """Minimum ratio, with the relief, to the besiegers for joining a relief battle."""
    undecided: float = 0.35
    """Surviving share of either side if a battle has the less likely result."""
    abandoned: float = 0.6
    """Assumed chance that a fortress falls after its army has withdrawn into it."""

    # Spells
    haste: float = 0.06
    """Value of two more movement points, per value of the army."""
    host: float = 5.0
    """Minimum value of an army for a Forcemarch."""
    shadow: float = 0.2
    """Value of one point less of enemy morale, per value of the weaker army."""
    rescue: float = 0.5
    """Value of one more unit in a battle, per value of the unit."""
    at_stake: float = 0.3
    """Share of the value in danger that a protective spell is expected to save."""
    outmatched: float = 1.1
    """Ratio of enemy to friendly troops from which a hex is in danger."""


USUAL = CaptainParameters()
