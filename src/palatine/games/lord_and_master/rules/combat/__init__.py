"""BATTLE and FORTS AND CITIES (BAT, MOD, FC).

* `battle`: course and end of a battle, overruns (BAT-01, BAT-23, BAT-35, BAT-36).
* `battlefield`: sides and circumstances of a battle.
* `rounds`: lines and strikes (BAT-03 to BAT-22).
* `modifiers`: the hit roll (MOD, BAT-21).
* `retreat`: retreats and their results (BAT-24 to BAT-34).
* `forts`: entry, assault, siege, plunder (FC, B-26 to B-30, NEU-21 to NEU-24).
"""
