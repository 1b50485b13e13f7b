"""Recaps: events as items on the map, and measures of the state of a match.

* `items`: journal entries as routes and marks on the map
* `cards`: results of rolls: battles, duels, negotiations, spells
* `headings`: phases, above their first items
* `summary`: a recap with its headline
* `measures`: production, kingdoms, cities, strength, gold
"""
