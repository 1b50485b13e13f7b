"""The rulebook's chapters: `common` asks no other group; above it, each asking those before it, characters, combat,
magic, movement and realm.

4 sequence: `sequence`; 5 set-up: `setup`; 6 kingdoms: `realm`, and how they wake `characters`; 7.1 taxation: `common`,
7.2, 7.3 recruitment: `realm`; 8 movement, 10 stacking: `movement`; 9 combat: `combat`; 11 diplomacy: `realm`; 12 magic,
13, 14 spells: `magic`; 15 devices, 16 Lords of Death, 17 elections: `characters`; 18 magic hexes, 19 mercenaries:
`realm`; 20 victory: `common`.
"""
