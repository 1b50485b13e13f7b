"""The rules, by chapter of the rulebook.

* `setup`: set-up (SET, ADV, DIS).
* `movement`, `common/march`: movement (MV).
* `actions`: actions (A to E).
* `combat`: battle, forts and cities (BAT, MOD, FC).
* `common`, `actions`: neutral provinces and control (NEU).
* `relations`: inter-player rules (IPR).
* `victory`: victory conditions (VIC).

`common` depends on no other group. Short names: `t` is the turn, `m` a march, `b` a battle, `s` the state, `o` the
orders.
"""
