"""Movement of characters and armies.

* `initiative`: order of action (3.0).
* `moving`, `exploring`: Move, Explore (3.1, 3.2).
* `defending`, `pursuing`: Defend; Pursue, patrol, Trail (3.15 to 3.17).

Movement points, transport and the map of Earth are in `rules.common`.
"""
