"""Recap of a year.

* `summary`: entries as items on the map.
* `cards`: cards of battles and fights.
* `measures`: figures of progress.
"""

from palatine.games.adventurer_kings.recap.measures import measures, unit_counts
from palatine.games.adventurer_kings.recap.summary import recap, recap_item

__all__ = ["measures", "recap", "recap_item", "unit_counts"]
