"""Recaps: events as items on the map, and measures of the state of a match.

* `items`: journal entries as items
* `cards`: results of battles, sieges and searches, each from several entries
* `summary`: a recap with its headline
* `measures`: numbers that show the state of a match
"""

from palatine.games.demonlord.recap.items import recap_item as recap_item
from palatine.games.demonlord.recap.measures import measures as measures
from palatine.games.demonlord.recap.measures import unit_counts as unit_counts
from palatine.games.demonlord.recap.summary import recap as recap
