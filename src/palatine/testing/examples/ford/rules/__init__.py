"""The chapters of the rules: `movement` (2), `combat` (3), `victory` (4)."""
