"""Whether the data agree with the rulebook and with themselves: `validator` has the checks."""

from palatine.games.adventurer_kings.validation.validator import validate

__all__ = ["validate"]
