"""The chapters of the rules: `season` (3, 5.2), `ending` (4, 5.3)."""
