"""Movement (MOV, LEAD).

MOV-01 to MOV-09, LEAD   `movement`   the movement step: points, stacks picked, marches
MOV-10 to MOV-18         `entry`      what a group may enter, and at what cost
MOV-20 to MOV-26         `meeting`    whom a group meets, and characters left behind
"""
