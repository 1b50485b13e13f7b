"""Encounters of characters with each other and with monsters.

* `searching`, `guardians`, `feature_functions`: features (3.3, 5.8).
* `encounters`, `hostility`: meetings, and hostile plans (3.12).
* `combatant`, `fighters`, `fight`, `rounds`, `tactics`, `blows`, `flight`: personal combat (5.0 to 5.3, 5.6).
* `combat_spells`, `phantasms`: spells in combat (4.2).
* `negotiating`, `stealing`: talk and theft (5.4, 5.5).
* `random_encounters`: monsters on the way (5.10).
"""
