"""Rules, by chapter of the rulebook.

* `sequence`: the sequence of play (4)
* `setup`: set-up (5)
* `common`: taxation (7.1), victory (20) and what several chapters share
* `characters`: leaders, devices (15), Lords of Death (16), elections (17), activation of kingdoms (6)
* `combat`: combat (9)
* `magic`: magic (12) and spells (13, 14)
* `movement`: movement (8), stacking (10)
* `realm`: kingdoms (6), recruitment (7.2, 7.3), diplomacy (11), magic hexes (18), mercenaries (19)

`common` depends on no other group. Each of the others depends only on those before it.
"""
