"""Rules by chapter: `hiding` (1), `movement` (3), `ambush` (4), `combat` (5), `victory` (6)."""
