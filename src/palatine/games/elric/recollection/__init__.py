"""Recollection: what has happened, as scenes on the map, and numbers by which one can see how a match goes.

scenes     an entry of the journal as ways and marks on the map, kind by kind
cards      the results of battles, fights with monsters, searches and the swords
recall     what happened since a player last looked: a battle with both its sides, and the gravest of it first
measures   capitals, cities, strength, the Balance, Elric, spells
"""
