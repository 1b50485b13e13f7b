"""The numbers on which the captain's judgement rests."""

from __future__ import annotations

from palatine.core import BotParameters


class CaptainParameters(BotParameters, frozen=True):
    """What he dares, guards and goes for; the defaults are what he usually plays by."""

    # Storms
    bold: float = 0.6
    """The odds at which he storms a city, ..."""
    desperate: float = 0.25
    """... in the last turns, ..."""
    careful: float = 0.85
    """... and against anything that is no aim of his."""
    hold_on: float = 0.4
    """The odds at which those who stand before a city stay there."""
    sure: float = 0.95
    """The odds at which no more are sent."""
    wears_down: float = 9.0
    """A margin, dice apart, that costs a garrison several units."""
    chase: int = 1
    """How many provinces he goes after an enemy in the open."""

    # Aims
    enemy_capital: float = 10.0
    """What an enemy's capital is worth to him, where one that decides the game at once is worth 100."""
    neutral_capital: float = 3.0
    siege_odds: float = 0.5
    """The odds of a city whose garrison can be worn down."""
    growing: float = 0.2
    """What an army promises that is still to grow until it is strong enough."""
    patience: int = 4
    """In how many turns people must be at hand to be counted upon."""

    # Garrisons
    spell_fear: int = 3
    """What an enemy's spells may add to an attack."""
    hopeless: int = 6
    """So many armies too few, and a city is not worth guarding."""

    # Musters
    errand_turns: int = 2
    """How many turns somebody may be on his way to muster a nation."""
    expendable: int = 3
    """The greatest value of a personality whom he sends away for it."""
    least_muster: float = 1.0
    """What a muster must be worth beyond the spell it takes."""

    # Battles
    likely: float = 0.5
    """The odds at which a city is attacked before which he stands, ..."""
    harmless: float = 0.15
    """... or the chance to lose there, if the garrison is to be worn down."""
    slim: float = 0.2
    """The odds at which a siege is gone on with."""
    certain: float = 0.9
    """The odds at which he spares Elric, and attacks what is no aim."""
    evades: float = 5.0
    """A margin against him, dice apart, at which he evades a battle in the open."""

    # Spells
    enough: float = 0.97
    """The odds at which no more spells are laid."""
    hope: float = 0.1
    """The odds, with all spells, at which any are."""
    matters: float = 0.04
    """What all spells together must add to the odds."""

    # Alone in the jungle lands
    brave: float = 0.3
    """The least odds at which a monster that lies open is worth the fight."""
    unknown: float = 2.0
    """What an unknown monster is worth, ..."""
    master: float = 12.0
    """... and one whose spell calls the first Dragon Master."""
    stay: float = 2.3
    """Turns that the search for a monster takes, on average."""
    luck: float = 0.5
    """How likely he is to find, in some turns more, somebody ..."""
    help: int = 2
    """... who adds so much."""


USUAL = CaptainParameters()
