"""Recollection: what has happened, as scenes on the map, and numbers by which one can see how a match goes.

scenes     an entry of the journal as ways and marks on the map, kind by kind
cards      the results of rolls: battles, duels, negotiations, spells
headings   the phases, above their first scenes
gravest    what should be read first
measures   production, kingdoms, cities, strength, gold
"""
