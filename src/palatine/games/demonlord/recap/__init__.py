"""Recap: what happened, as items shown on the map, and measures of how a match goes.

items      an entry of the journal as an item
cards      the results of battles, sieges and searches, each recorded by several entries
summary    a recap, with the most important item first
measures   the figures that show how a match goes
"""

from palatine.games.demonlord.recap.items import recap_item as recap_item
from palatine.games.demonlord.recap.measures import measures as measures
from palatine.games.demonlord.recap.measures import unit_counts as unit_counts
from palatine.games.demonlord.recap.summary import recap as recap
