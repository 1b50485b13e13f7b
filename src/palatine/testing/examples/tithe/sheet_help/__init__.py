"""Help for writing a sheet: `check` (problems), `suggest` (possible orders and their results)."""
