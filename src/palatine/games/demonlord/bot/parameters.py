"""The numbers on which the captain's judgement rests."""

from __future__ import annotations

from palatine.core import BotParameters


class CaptainParameters(BotParameters, frozen=True):
    """What he dares, guards and goes for; the defaults are what he usually plays by. Worth is told in `unit_values`."""

    # Marches
    caution: float = 1.0
    """An army stops short of a hex where it would have less than so many times the worth that can reach it."""
    walls: float = 0.6
    """The same inside a fortress of one's own."""
    superior: float = 1.3
    """What it takes to have one's will at an enemy place, in times the enemy's worth there."""
    others: float = 0.7
    """What part of the other enemies about the place is added to that."""
    relief: float = 1.1
    """What it takes to save a place of one's own, in times the enemy's worth there."""
    reserve: float = 1.5
    """An objective is given up to so many times what it is expected to take."""
    feasible: float = 0.8
    """An objective is sought when at least this part of what it takes is at hand."""
    soon: int = 4
    """Turns within which troops count as at hand."""
    impatience: float = 1.5
    """How much the appeal of an objective falls with the turns it is away."""

    # Attacks
    bold: float = 0.7
    """The chance to win that a battle must have to be sought."""
    steady: float = 0.5
    """The chance with which one that has been begun is gone on with, or a fortress relieved."""
    desperate: float = 0.15
    """The chance with which the capital is relieved."""
    siege: float = 1.2
    """How many times the garrison's worth besiegers must have."""
    exposed: float = 0.85
    """What part of all enemies about the place those who settle down to a siege must have."""
    aftermath: float = 0.7
    """What part of the other enemies about a field of battle the winner must have left."""
    plenty: float = 2.2
    """No more than so many times the enemy's worth is sent."""
    hunt: float = 1.0
    """What a lone enemy character is worth to hunt."""
    chance_to_take: float = 0.5
    """How likely a siege is to succeed."""

    # Garrisons
    guard: float = 0.7
    """What part of the worth that can come at it a fortress's garrison is to have; else one troop must do."""
    capital_guard: float = 0.9
    """The same for the capital, which gets what there is."""
    least_guard: float = 2.0
    """The worth that stays in a capital when no enemy is near."""
    far_guard: float = 0.6
    """Worth that the capital's garrison and the armies near it are to have, in parts of that of the enemies within
    `THREAT_BY_DISTANCE`."""
    helpers: int = 4
    """Points of a march within which an army of one's own is near enough to help."""
    help: float = 0.5
    """What part of its worth such an army counts for."""
    alone: float = 0.35
    """What part of the enemy's worth the garrison must have by itself, to hold out until help comes."""

    # Characters
    calling: float = 0.35
    """A caster is sent to a temple when he is likely to bring so much worth a turn."""
    leader_calling: float = 2.0
    """The same for one who leads an army meanwhile left without a leader."""
    army: float = 1.6
    """Troops of this worth deserve a leader."""

    # Battles
    sally: float = 1.15
    """A garrison comes out to fight with so many times the besiegers' worth."""
    join_relief: float = 0.9
    """A garrison joins a relief battle when all together have so many times the besiegers' worth."""
    undecided: float = 0.35
    """What is left, on either side, when a battle takes the less likely turn."""
    abandoned: float = 0.6
    """How likely a fortress is to fall whose army has withdrawn into it."""

    # Spells
    haste: float = 0.06
    """Two points more for an army, per worth of the army."""
    host: float = 5.0
    """The worth of an army that is worth a Forcemarch."""
    shadow: float = 0.2
    """A point of morale less for the enemy, per worth of the weaker army."""
    rescue: float = 0.5
    """A unit more in a battle, per worth."""
    at_stake: float = 0.3
    """What part of what is in danger a spell that keeps the enemy away is likely to save."""
    outmatched: float = 1.1
    """A hex is in danger when so many times its worth can come."""


USUAL = CaptainParameters()
