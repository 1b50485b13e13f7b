"""Search and magic outside battles.

8          `search`       for hidden spells, friends and enemies in the wilderness
9.1, 13.5  `magic_phase`  transfers, sacrifices, the Horn of Fate
"""
