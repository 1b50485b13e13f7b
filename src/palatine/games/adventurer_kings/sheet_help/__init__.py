"""Sheets before they are handed in, each as far as its King can know.

check                             what is wrong with a sheet, line by line (11.2)
act_checks, plan_checks           with a character's acts, with an encounter plan (3, 5)
forecast, forecast_positions      what it would do, and where everybody would be
suggest                           what could sensibly be ordered
form                              a sheet to be filled in, for players by mail
known_ground, levies              what the rules say of it on the ground as it is known (3.4, 6.2)
"""
