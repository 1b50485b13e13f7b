"""Recap: `items` shows what happened on the map, `cards` how a battle went, `measures` how the match goes."""

from palatine.games.lord_and_master.recap.items import recap_item
from palatine.games.lord_and_master.recap.measures import measures

__all__ = ["measures", "recap_item"]
