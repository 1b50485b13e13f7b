"""The numbers on which the captain's judgement rests."""

from __future__ import annotations

from palatine.core import BotParameters


class CaptainParameters(BotParameters, frozen=True):
    """What he dares and goes for; the defaults are what he usually plays by. Worth is told in production."""

    # Strikes
    effort: float = 1.0
    """What it costs to bind a unit to a strike."""
    spur: float = 8.0
    """More than a strike can gain in worth because another in its kingdom has been decided on."""
    rout: float = 1.5
    """What it costs to be driven back from an attack."""
    open_field: float = 1.5
    """What it is worth to clear a hex without a city."""
    complete: float = 0.5
    """What the last cities of a kingdom add, in parts of its Taxation Value."""
    blood: float = 0.8
    """What an enemy unit destroyed is worth to the Necromancer, in parts of its own worth."""
    vengeance: float = 1.0
    """The same to the Kingdoms."""
    fear: float = 3.0
    """What it costs when a hero comes to a battle alone."""
    murder: float = 0.5
    """The chance that a mage of Death ends the first of the enemy's heroes before the battle."""
    bold: int = 8
    """The strength of enemies near by before whom Padrech shrinks, while one of them may bear a sword that ends him."""

    # Sleeping kingdoms
    provocation: float = 10.0
    """What a strike at a sleeping kingdom must promise above all else, when plans are only guessed at, ..."""
    provoked: float = 0.4
    """... and so much of its Taxation Value."""
    ready: float = 2.0
    """How much stronger than the empire's garrisons the Necromancer's hosts must be."""

    # Leaders
    errand: float = 1.5
    """What an errand must promise."""
    courtship: float = 0.35
    """What the alliance of a kingdom is worth to the Necromancer, in parts of its Taxation Value."""
    seeking: float = 1.0
    """What a magic hex must promise to whom it costs nothing else."""
    shield: int = 15
    """How strong the army must be that Padrech joins while an enemy wields a sword that ends him; else he hides."""

    # Troops with nothing to strike at
    band: int = 4
    """Fewer than these are not worth the die for attrition, ..."""
    nearer: int = 3
    """... nor is a march that brings them closer by fewer hexes."""
    voyage: float = 1.0
    """How much more all strikes must promise for troops to go aboard for them."""


USUAL = CaptainParameters()
