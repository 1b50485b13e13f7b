"""Movement (MOV, LEAD).

* `movement`: the movement step: points, stacks, marches (MOV-01 to MOV-09, LEAD)
* `entry`: hexes a group can enter, and the cost (MOV-10 to MOV-18)
* `meeting`: meetings with other units, and characters left behind (MOV-20 to MOV-26)
"""
