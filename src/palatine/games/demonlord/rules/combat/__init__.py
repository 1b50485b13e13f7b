"""Battles (BAT), withdrawal and retreat (RET), sieges (SIEGE).

BAT-01 to BAT-19     `battles`                when they occur, terrain, deployment
BAT-06, BAT-07       `rounds`                 the battle round
BAT-22               `lines`                  the battleline as it stands
BAT-20 to BAT-32     `attacks`                magic missiles, missiles and melee
BAT-33 to BAT-39     `morale`                 its value, the check and what comes of it
BAT-40, BAT-58 - 60  `casualties`             troops taken off the line, the fate of their characters
BAT-42 to BAT-53     `reserves`               redeployment, and characters who change troops
RET-01 to RET-05     `withdrawal`             who breaks off, and who holds together
RET-06 to RET-17     `retreats`               where they go; `retreat_restrictions`: where they may and must
RET-19 to RET-22     `battle_end`             battles won, lost and ended by both
SIEGE                `sieges`                 assault and investment, losses, surrender
"""
