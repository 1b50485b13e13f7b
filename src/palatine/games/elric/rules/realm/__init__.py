"""Mustering (11).

* `muster`: musters of nations, personalities, hordes and artifacts (11).
* `arrivals`: placement of mustered pieces (11, 16.8).
"""
