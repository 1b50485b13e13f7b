"""Leaders, their devices, and monsters.

* `lone_leaders`: leaders alone among enemies, deaths of leaders, lost Legions, activation (6.1, 8.16, 9.27).
* `deaths`: return from the dead, inheritance of Famir (14.22, 18.37).
* `devices`, `transfers`: who can use devices, and how they change hands (15).
* `leaders`: return of the Lords of Death (16).
* `elections`: the Doge and his Torch (17, 15.6).
* `monsters`: monsters gained, owed a fight or slain (18.2).
* `famir`: the sword that draws its bearer to Ssstoth (18.3).
"""
