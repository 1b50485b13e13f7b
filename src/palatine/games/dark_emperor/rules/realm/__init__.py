"""Kingdoms: control, income and recruits.

* `activation`: automatic activation (6.14)
* `betrayal`: kingdoms betrayed by the Necromancer (6.16)
* `conquest`: conquest and reconquest (6.3)
* `recruitment`: recruitment of units (7.2, 19.2)
* `vampires`: Vampire Recruitment (7.3)
* `diplomacy`: diplomacy with kingdoms, mercenaries and monsters (11, 19.11)
* `magic_hexes`: markers revealed, and Heroic Combat (18.1)
* `mercenaries`: mercenary groups (19.1)
"""
