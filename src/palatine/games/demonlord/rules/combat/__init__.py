"""Battles (BAT), withdrawal and retreat (RET), sieges (SIEGE).

* `battles`: occurrence, terrain, deployment (BAT-01 to BAT-19)
* `rounds`: the battle round (BAT-06, BAT-07)
* `lines`: the current battleline (BAT-22)
* `attacks`: magic missiles, missiles and melee (BAT-20 to BAT-32)
* `morale`: its value, the check and the results (BAT-33 to BAT-39)
* `casualties`: troops removed from the line, and the fate of their characters (BAT-40, BAT-58 to BAT-60)
* `reserves`: redeployment, and characters who change troops (BAT-42 to BAT-53)
* `withdrawal`: the decision to break off, and its morale checks (RET-01 to RET-05)
* `retreats`, `retreat_restrictions`: retreats, and where they can and must go (RET-06 to RET-17)
* `battle_end`: battles won, lost and ended by both (RET-19 to RET-22)
* `sieges`: assault and investment, losses, surrender (SIEGE)
"""
