"""Combat (9).

9.1 - 9.25  `combat`    battles, their heroes, the die and its result
9.26, 9.27  `retreats`  where the loser goes, and leaders with him
"""
