"""Actions of characters other than moving and fighting.

* `practice`: abilities, training of armies, inventions (3.13, 4.3.1, 6.1).
* `spying`: spies, trackers and General Intelligence (3.14, 3.17, 4.3.3).
"""
