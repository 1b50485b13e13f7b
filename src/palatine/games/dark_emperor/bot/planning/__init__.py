"""Plans for a Movement Segment.

* `plan`, `campaign`: a finished plan, and one in preparation
* `planner`: the candidate plans
* `attacks`, `concentration`, `garrisons`: attacks, assembly of troops, garrisons
* `leaders`, `magic_hexes`, `vampires`, `voyages`: tasks of leaders, magic hexes, vampire bases, transport by sea
* `betrayal`, `last_turn`: betrayal of an ally, captures in the last game-turn
"""
