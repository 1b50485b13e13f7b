"""The numbers on which the captain's judgement rests."""

from __future__ import annotations

from palatine.core import BotParameters


class CaptainParameters(BotParameters, frozen=True):
    """What he dares, hopes and keeps back; the defaults are what he usually plays by."""

    # War
    need: float = 0.72
    """The chance of victory from which on he attacks: about 1.6 to 1."""
    daring: float = 0.58
    """The same for one who is shut in and grows no more."""
    battered: float = 0.93
    """What is left of an army's prospects after each battle."""
    room: float = 1.5
    """What a province is worth besides its taxes: votes, levies, the way beyond."""
    sea_room: float = 0.4
    capital: float = 6.0
    """What the enemy's capital is worth besides: he levies Average troops nowhere else."""
    stale: float = 0.8
    """What a province is worth of which nothing was heard for more than so many years: perhaps somebody has it."""
    delay: float = 0.3
    """By how much a province less far from the next prey is worth more to end the year in."""

    # Levies
    troops: float = 0.5
    """What a gold piece of new troops is worth, beyond this year's conquests."""
    band: float = 4.0
    """Gold that must be to spare before a Hero raises an army of his own."""
    credit: float = 2.0
    """What a campaign must be worth more for troops on credit."""

    # Errands
    idle: float = 0.5
    """What a phase of study is worth; an errand must bring more."""
    find: float = 4.0
    """What a feature is worth to its first finder: merit, and a treasure some day."""
    ground: float = 2.5
    """What it is worth to know all of a province that is to be conquered (6.3)."""
    gang: float = 5.0
    """Gold to spare from which on somebody goes home to raise a band."""
    levy: float = 0.9
    """What an army of it is worth."""
    hero: float = 2.5
    """What it is worth to make somebody an offer."""

    ruin: float = 0.9
    """What a spell should cost an enemy, in gold, to be worth a phase."""

    # Gold
    reserve: int = 1
    """Gold that is left when everybody is paid, if all goes as expected."""
    savings: int = 4
    """Of what he has saved he spends so small a part each year on standing troops."""
    hope: float = 0.7
    """The part of expected conquests that he counts on."""

    # Treaties
    friends: int = 2
    """Steps of alignment up to which he seeks allies: so many are reckoned where nothing is known."""
    busy: int = 2
    """With so many conquests ahead this year he looks for no enemy."""
    spoils: float = 5.0
    """What a war must promise in its first year."""
    tired: float = 2.0
    """A war that promises no more he offers to end."""

    # Votes
    nearly: float = 0.7
    """A call is worth it from this part of the needed share on: others may call too."""
    content: float = 35.0
    """With so great a share in offices he wins under another Emperor (10.1)."""


USUAL = CaptainParameters()
