"""Parameters of the captain's decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from palatine.core import BotParameters

USUAL_AIM: Final = "usual"
IMRRYR: Final = "imrryr"
CAPITALS: Final = "capitals"
HUNT: Final = "hunt"


class CaptainParameters(BotParameters, frozen=True):
    """The captain's thresholds and weights, with the usual values as defaults."""

    aim: str = USUAL_AIM
    """The purpose of the armies.

    With `IMRRYR` they march on Imrryr alone as soon as they can pass its gate, with `CAPITALS` on capitals alone. With
    `HUNT` they attack enemies in the open before cities. The usual captain chooses among them: `objectives.aim_of`.
    """
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"aim": (USUAL_AIM, IMRRYR, CAPITALS, HUNT)}

    # Storms
    bold: float = 0.6
    """Odds required to storm a city."""
    desperate: float = 0.25
    """Odds required in the last turns."""
    careful: float = 0.85
    """Odds required against anything that is not a target."""
    hold_on: float = 0.4
    """Odds at which a stack before a city stays there."""
    sure: float = 0.95
    """Odds from which no further stacks are sent."""
    wears_down: float = 9.0
    """Margin, without dice, that costs a garrison several units."""
    chase: int = 1
    """Distance in provinces to pursue an enemy in the open."""

    # Targets
    enemy_capital: float = 10.0
    """Value of an enemy capital, where one that decides the game is worth 100."""
    neutral_capital: float = 3.0
    siege_odds: float = 0.5
    """Odds assumed for a city whose garrison can be worn down."""
    growing: float = 0.2
    """Value factor of an army that must still grow."""
    patience: int = 4
    """Turns within which pieces must arrive to be counted."""

    # Garrisons
    spell_fear: int = 3
    """Assumed value of an enemy's spells in an attack."""
    hopeless: int = 6
    """Shortage of armies from which a city is not guarded."""

    # Musters
    errand_turns: int = 2
    """Greatest number of turns of a journey to muster a nation."""
    expendable: int = 3
    """Greatest combat value of a personality sent on such a journey."""
    least_muster: float = 1.0
    """Least surplus of a muster over its spell's value."""

    # Battles
    likely: float = 0.5
    """Odds at which a city at hand is attacked."""
    harmless: float = 0.15
    """Chance of losing up to which a garrison is attacked to wear it down."""
    slim: float = 0.2
    """Odds from which a siege is continued."""
    certain: float = 0.9
    """Odds at which Elric is withheld, and non-targets are attacked."""
    evades: float = 5.0
    """Unfavourable margin, without dice, from which a battle in the open is evaded."""

    # Spells
    enough: float = 0.97
    """Odds from which no further spells are laid."""
    hope: float = 0.1
    """Odds, with all spells, from which spells are laid."""
    matters: float = 0.04
    """Least gain in odds by all spells together."""

    # Solitaire scenario
    brave: float = 0.3
    """Least odds to fight a face-up monster."""
    unknown: float = 2.0
    """Value of an unknown monster."""
    master: float = 12.0
    """Value of a monster whose spell musters the first Dragon Master."""
    stay: float = 2.3
    """Average number of turns of a search for a monster."""
    luck: float = 0.5
    """Chance of finding another personality within a few turns."""
    help: int = 2
    """Combat value assumed for such a personality."""


USUAL = CaptainParameters()
