"""Does `data/` agree with the rulebook? `printed` and `printed_map` are its facts; `map` and `pieces` have the checks
(`validate`), `coast` measures how the coast is drawn.
"""
