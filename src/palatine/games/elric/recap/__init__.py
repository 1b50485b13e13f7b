"""Recaps of events on the map, and measures of a match.

* `items`: journal entries as routes and marks on the map, by kind.
* `cards`: results of battles, monster fights, searches and swords.
* `summary`: the recap, with whole battles, and its most important item.
* `measures`: capitals, cities, strength, the Balance, Elric, spells.
"""
