"""Turn 0: the world, the Kings, and what they begin with.

worlds, homes, lairs     lands and peoples, homes, features (1.1, 1.6, 12)
founding, heroes         Kings and Heroes (2.1, 2.2, 11)
first_turn_changes       what may still be changed with the first orders (2.2, 12.3)
"""
