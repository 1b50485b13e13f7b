"""Recap: what happened, as items shown on the map, and measures of how a match goes.

items      an entry of the journal as routes and marks on the map, by kind
cards      the results of battles, fights with monsters, searches and the swords
summary    a recap: a battle with both its sides, the most important item first
measures   capitals, cities, strength, the Balance, Elric, spells
"""
