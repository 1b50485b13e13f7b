"""Encounters of characters, with each other and with monsters.

searching, guardians, feature_functions                       features (3.3, 5.8)
encounters, hostility                                         who can be met, and what is hostile (3.12)
combatant, fighters, fight, rounds, tactics, blows, flight    personal combat (5.0 to 5.3, 5.6)
combat_spells, phantasms                                      spells in it (4.2)
negotiating, stealing                                         other ways (5.4, 5.5)
random_encounters                                             monsters on the way (5.10)
"""
