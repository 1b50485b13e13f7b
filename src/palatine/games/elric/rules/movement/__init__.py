"""Movement (7).

* `movement`: the phase; `group`, `march`: the moving group, area by area (7.0).
* `selection`, `selection_refusals`: pieces that can be selected, and why others cannot (7.0).
* `movement_points`: costs, and boarding (7.2, 7.3).
* `restrictions`: open areas, by `land_movement`, `sea_movement`, `air_movement` and, for all, `access` (7.2 to 7.5).
* `attachment`, `detaching`: attached and detached armies and fleets (7.3).
* `sailing_home`: fleets without a personality (7.3m).
* `flight`: flight by magic (7.4.2).
* `arrival`: hazards of the entered area (7.5).
* `overruns`: overruns (10.9.2).
"""
