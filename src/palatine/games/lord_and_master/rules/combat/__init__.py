"""BATTLE and FORTS AND CITIES (BAT, MOD, FC).

`battle` who fights whom, overruns and the end (BAT-01, BAT-23, BAT-35, BAT-36); `battlefield` what a battle is made of;
`rounds` lines and strikes (BAT-03 to BAT-22); `modifiers` the hit roll (MOD, BAT-21); `retreat` who leaves, and how
(BAT-24 to BAT-34); `forts` entry, assault, siege and plunder (FC, B-26 to B-30, NEU-21 to NEU-24).
"""
