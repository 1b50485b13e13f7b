"""Recap of a turn: `items` on the map, `cards` of battles, `measures` of progress."""

from palatine.games.lord_and_master.recap.items import recap_item
from palatine.games.lord_and_master.recap.measures import evaluation_figures, measures

__all__ = ["evaluation_figures", "measures", "recap_item"]
