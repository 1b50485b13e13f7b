"""Recollection: `scenes` shows what happened on the map, `cards` how a battle went; `measures` how the match goes."""

from palatine.games.lord_and_master.recollection.measures import measures
from palatine.games.lord_and_master.recollection.scenes import scene

__all__ = ["measures", "scene"]
