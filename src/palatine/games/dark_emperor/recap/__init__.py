"""Recap: what happened, as items shown on the map, and measures of how a match goes.

items      an entry of the journal as routes and marks on the map, by kind
cards      the results of rolls: battles, duels, negotiations, spells
headings   the phases, above their first items
summary    a recap with the most important item first
measures   production, kingdoms, cities, strength, gold
"""
