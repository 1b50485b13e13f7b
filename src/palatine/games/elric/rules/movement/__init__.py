"""Movement (7).

7.0        `movement`            the phase; `group` and `march`: who goes on together, area by area
7.0        `selection`           who can be picked, `selection_refusals` why somebody cannot
7.2, 7.3   `movement_points`     what a move costs, and who is aboard
7.2 - 7.5  `restrictions`        where a group may go: `land_movement`, `sea_movement`, `air_movement`, and `access`,
                                 what keeps it out by any way
7.3        `attachment`          armies and fleets attached and detached; `detaching`: who stays behind
7.3m       `sailing_home`        fleets without a personality
7.4.2      `flight`              flight by magic
7.5        `arrival`             what awaits a group in an area
10.9.2     `overruns`            some divert the enemy, the rest goes on
"""
