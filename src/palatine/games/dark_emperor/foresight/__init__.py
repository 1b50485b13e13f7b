"""Foresight: what will come of an action, told before it is chosen.

`foretelling` is asked; it looks up by step and verb what the chapters have to say:

outlook    a position, an action, and what is sure to follow
common     what any action may bring: kingdoms that wake, units lost, allies' gold, leaders alone among enemies
movement   the gate, marches, attrition, stacking (5, 8, 10)
combat     battles and losses (9)
magic      spells, counter-spells, devices (12 to 15)
courts     diplomacy, monsters, Heroic Combat (11, 18, 19)
realms     recruits, betrayal, conquered lands (6, 7)
ends       what a button that ends something leaves undone
"""
