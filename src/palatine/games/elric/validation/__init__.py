"""Does `data/` agree with the rulebook? `printed` are its facts, `map` and `pieces` have the checks (`validate`)."""
