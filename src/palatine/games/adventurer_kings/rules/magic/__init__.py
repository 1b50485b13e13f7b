"""Action spells.

* `casting`: by skill or from items (3.10, 3.11, 4.2).
* `white_magic`: resurrection, the parted sea, blessings (4.2.1).
* `action_spells`: mind, illusion, elements, and the table of all (4.2.2 to 4.2.4).
* `necromancy`: skeletons, death from afar, plague (4.2.5).
"""
