"""Recap: what happened, as items shown on the map, and measures of how a match goes.

summary    an entry of the journal as an item; a year as its items
cards      battles and fights as cards: sides, modifiers, losses, result
measures   the figures that show how a match goes
"""

from palatine.games.adventurer_kings.recap.measures import measures, unit_counts
from palatine.games.adventurer_kings.recap.summary import recap, recap_item

__all__ = ["measures", "recap", "recap_item", "unit_counts"]
