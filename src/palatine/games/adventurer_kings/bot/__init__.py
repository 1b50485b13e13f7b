"""The captain, who plays by what his view shows."""

from palatine.games.adventurer_kings.bot.captain import Captain

__all__ = ["Captain"]
