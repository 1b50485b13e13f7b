"""Bots that know no game."""

from palatine.players.recruit import Recruit

__all__ = ["Recruit"]
