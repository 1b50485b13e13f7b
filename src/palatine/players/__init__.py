"""Bots that know no game."""

from palatine.players.random_bot import Recruit

__all__ = ["Recruit"]
