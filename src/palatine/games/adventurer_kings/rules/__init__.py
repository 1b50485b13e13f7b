"""The chapters of the rules, lowest first: common, characters, encounters, movement, realm, combat, setup, magic.

A function's first parameter is `t`, the turn being carried out; `s` is its state, `f` a fight, `b` a battle, `n` the
number of a character, `a` that of an army, `c` the tables, `o` the orders.
"""
