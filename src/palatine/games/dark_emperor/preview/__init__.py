"""Previews of an action before it is chosen.

* `context`: the position, the action and its certain consequences
* `common`: consequences of any action: activations, lost units, gold of allies, leaders alone
* `movement`: the gate, marches, attrition, stacking (5, 8, 10)
* `combat`: battles and losses (9)
* `magic`: spells, counter-spells, devices (12 to 15)
* `diplomacy`: diplomacy, monsters, Heroic Combat (11, 18, 19)
* `realms`: recruits, betrayal, conquered lands (6, 7)
* `endings`: options left unused by ending a phase
"""
