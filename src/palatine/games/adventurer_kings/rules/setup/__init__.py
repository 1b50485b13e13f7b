"""Turn 0: the world, the Kings, and their first possessions.

* `worlds`, `homes`, `features`: lands and peoples, homes, features (1.1, 1.6, 12).
* `founding`, `heroes`: Kings and Heroes (2.1, 2.2, 11).
* `first_turn_changes`: changes allowed with the first orders (2.2, 12.3).
"""
