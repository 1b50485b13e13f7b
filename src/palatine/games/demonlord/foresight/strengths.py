"""What the armies are reckoned to be worth, as a measure of a match."""

from __future__ import annotations

from palatine.core import Game
from palatine.core.guidance.measures import Measure
from palatine.games.demonlord.foresight.perception import strength
from palatine.games.demonlord.state import DemonlordState


def army_worth(game: Game[DemonlordState], s: DemonlordState) -> Measure:
    """The worth of all units on the map, by which the odds of battles are reckoned; hidden, as stacks are."""
    values = {seat: round(strength(s.on_map(side)), 1) for side, seat in enumerate(s.seats)}
    return Measure("army", game.words.say("measure.army"), values, is_hidden=True)
