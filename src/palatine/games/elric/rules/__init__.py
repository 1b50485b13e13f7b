"""The rulebook's chapters: `common` asks no other group; above it realm, characters, combat, movement and magic.

4, 14 set-up and scenarios: `setup` and `common.placement`; 5 sequence: `sequence`; 5, 14 victory and 6 replacements:
`common`; 7 movement: `movement`; 8 search, 9 magic: `magic`; 10 combat: `combat`; 11 muster: `realm`; 10.8, 16.5
escapes, 9.3.1, 16.4 spells that act at once: `characters`; 12 Elric, 13 the Balance: `common`; 14.1 the scenario for
one player, which has rules of its own: `founding`. Spells (16) stand where they are cast.
"""
