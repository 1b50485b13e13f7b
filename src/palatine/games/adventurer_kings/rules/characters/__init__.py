"""What characters do besides moving and fighting.

practice    abilities, armies in training, inventions (3.13, 4.3.1, 6.1)
spying      spies, trackers, and what reaches a King's ears (3.14, 3.17, 4.3.3)
"""
