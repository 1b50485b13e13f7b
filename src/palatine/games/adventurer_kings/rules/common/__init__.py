"""Functions shared by several chapters.

* `turn`, `turn_records`: the turn in progress and its records (3.0).
* `skills`, `experience`: abilities of characters and their growth (2.1, 3.13, 3.19, 4.3.1).
* `hiring`: service of Heroes (3.5).
* `knowledge`: a King's knowledge, and rumours (3.2, 3.14).
* `spellcraft`: common rules of spells (4.2).
* `deaths`: inheritance, the Royal Heir (5.9, 10.1).
* `battlefield`: two forces and their units (7.1, 7.2).
* `naming`: names in reports.
"""
