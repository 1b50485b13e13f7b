"""Combat (9).

* `combat`: battles, their heroes, the die and its result (9.1 to 9.25).
* `retreats`: retreats of the losing units and their leaders (9.26, 9.27).
"""
