"""Checks of the files in `data/` against the rulebook.

`printed` has the rulebook's sums and counts, `validator` the checks. The package is imported only by `palatine
validate` and tests.
"""

from palatine.games.lord_and_master.validation.validator import validate

__all__ = ["validate"]
