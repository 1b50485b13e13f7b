"""The chapters of the rules, lowest first: common, characters, encounters, movement, realm, combat, setup, magic.

1 the world, 2 characters: `setup`; 3 actions: `movement`, `realm`, `encounters`, `characters`; 4 abilities: `magic` and
`encounters`; 5 encounters: `encounters`; 6 armies: `components.tables`, marches `movement`, strength `combat`;
7 battles: `combat`; 8 diplomacy, 9 finances, 10 victory: `realm`; 11 the first sheet: `orders`; 12 variants: `setup`.

A function's first parameter is `t`, the turn being carried out; `s` is its state, `f` a fight, `b` a battle, `n` the
number of a character, `a` that of an army.
"""
