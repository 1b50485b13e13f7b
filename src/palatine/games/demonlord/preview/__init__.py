"""Previews of an action, based only on what its seat may know.

* `context`: the position and the action
* `marches`: movement, leaders and captures on the way (LEAD, CAP)
* `endings`: options left unused at the end of movement
* `battles`, `fights`: before a battle, and in the battleline
* `withdrawals`, `sieges`: withdrawal and retreat, sieges
* `temples`: invocation (INV)
* `spells`, `gates`: magic (MAG)
* `characters`: capture and prisoners (CAP, PRIS)
* `alliances`: alliances and reinforcements (ALLY, REIN)
* `truces`: truces (END)
* `setup`: set-up (SET)

Estimates, shared with the captain: `perception` (the information of one side), `distances`, `unit_values`, `odds`,
`threats`, and `field_battles`, which combines them for a battle.
"""
