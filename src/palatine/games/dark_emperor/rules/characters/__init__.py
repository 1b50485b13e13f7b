"""Leaders, their devices, and monsters.

6.1, 8.16, 9.27  `alone`      leaders left alone among enemies, their deaths, Legions and kingdoms that turn
14.22, 18.37     `deaths`     who comes back from them, and who inherits Famir
15               `devices`    who may use which; `transfers`: how they change hands
16               `leaders`    the Lords of Death, who come back
17, 15.6         `elections`  the Doge, and his Torch
18.2             `monsters`   won, owed a fight, slain
18.3             `famir`      the sword that draws its bearer to Ssstoth
"""
