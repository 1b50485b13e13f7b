"""The rules, in layers from `common` to `magic`.

The layers are common, characters, encounters, movement, realm, combat, setup, magic. Chapters of the rulebook:

* 1 the world, 2 characters: `setup`.
* 3 actions: `movement`, `realm`, `encounters`, `characters`.
* 4 abilities: `magic`, `encounters`.
* 5 encounters: `encounters`.
* 6 armies: `components.tables`, `movement` (marches), `combat` (strength).
* 7 battles: `combat`.
* 8 diplomacy, 9 finances, 10 victory: `realm`.
* 11 the first sheet: `orders`.
* 12 variants: `setup`.

A function's first parameter is `t`, the turn in progress. `s` is its state, `f` a fight, `b` a battle, `n` the number
of a character, `a` that of an army.
"""
