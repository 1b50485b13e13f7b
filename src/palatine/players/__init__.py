"""Bots that play any game through its interface."""

from palatine.players.random_bot import Recruit

__all__ = ["Recruit"]
