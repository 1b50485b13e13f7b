"""Help with sheets before submission, limited to the King's knowledge.

* `check`: errors of a sheet, line by line (11.2).
* `act_checks`, `plan_checks`: errors of acts and of encounter plans (3, 5).
* `forecast`, `forecast_positions`: effects of a sheet, and expected positions.
* `suggest`: sensible orders.
* `form`: a sheet to fill in, for players by mail.
* `known_ground`, `known_names`, `levies`: rules applied to the known world (3.4, 6.2).
* `likely_defenders`: armies expected in a province (1.1, 3.14).
"""
