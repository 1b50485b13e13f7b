"""Rules shared by several chapters.

* `placement`: placement of counters (4, 11).
* `victory`: end of the game (5, 14).
* `replacements`: replacements (6).
* `naval`: fleets and passengers (7.1).
* `special_terrain`: perilous seas (7.5).
* `closed_areas`: the gate of Imrryr, bounds of hordes, seas of ports (7.5, 11).
* `cup`: the cup, hands and their limits (9).
* `deaths`: removal from the map (10.8).
* `sieges`: besieged cities, captured cities without a garrison (10.9).
* `elric_appears`, `control`, `takeover`, `stormbringer`: Elric (12.1).
* `balance`: the Cosmic Balance (13).
* `maintained_spells`: spells kept on the board by a tipped Balance (13.4).
* `relocation`: movement of pieces with all consequences.
* `deferred_steps`: steps implemented in higher chapters.
"""
