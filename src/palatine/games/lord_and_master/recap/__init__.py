"""Recap of a turn: `items` on the map, `cards` of battles, `measures` of progress."""

from palatine.games.lord_and_master.recap.items import recap_item
from palatine.games.lord_and_master.recap.measures import measures

__all__ = ["measures", "recap_item"]
