"""Help for writing a sheet: `check` (problems), `suggest` (orders and their results)."""
