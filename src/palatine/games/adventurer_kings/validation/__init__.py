"""Checks of the data against the rulebook and for consistency, in `validator`."""

from palatine.games.adventurer_kings.validation.validator import validate

__all__ = ["validate"]
