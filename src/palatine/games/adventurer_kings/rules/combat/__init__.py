"""Battles of armies.

* `campaigns`: who fights whom, in which order (7.0, 7.6, 7.8).
* `duels`: supreme commanders and their duel (5.10, 7.1).
* `strength`, `deployment`, `contests`: strength of armies, lines, columns (6.3, 7.1, 7.2).
* `casualties`, `aftermath`: losses, pursuit, who stays, quality, merit (7.2 to 7.5).
* `retreat`: retreat of each contingent (7.4).
"""
