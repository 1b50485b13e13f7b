"""The chapters of the rules: `hiding` (1), `movement` (3), `ambush` (4), `combat` (5), `victory` (6)."""
