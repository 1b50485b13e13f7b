"""The chapters of the rulebook, in its order.

Set-up (SET, ADV, DIS): `setup`. Movement (MV): `movement`, `common/march`. Actions (A to E): `actions`. Battle, forts
and cities (BAT, MOD, FC): `combat`. Neutral provinces, control (NEU): `common`, `actions`. Inter-player rules (IPR):
`relations`. Victory (VIC): `victory`. `common` asks no other group. Throughout, `t` is the turn, `m` a march, `b` a
battle, `s` the state, `o` the orders.
"""
