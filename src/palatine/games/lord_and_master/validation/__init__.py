"""Whether the files of `data/` agree with the rulebook: `printed` what it says in sums and counts, `validator` the
checks. Nobody imports this but who asks for it."""

from palatine.games.lord_and_master.validation.validator import validate

__all__ = ["validate"]
