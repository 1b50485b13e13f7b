"""Functions shared by several chapters, without dependencies on other groups.

* `turn`: the turn in progress (R119, R166).
* `march`: a stack being led (B-15 to B-22).
* `class_powers`: powers from class and god (D-06).
* `money`: income and spending (ADV, DIS).
* `control`, `conquest`: possession (SET-16, NEU-04 to NEU-06, NEU-14, NEU-15, NEU-19, NEU-20).
* `neutrals`: neutral forces (NEU-03 to NEU-07); `magnates`: their rise (MAG-01 to MAG-10).
* `escape`: escapes (ESC); `casualties`: death, capture, succession (CH, IPR-11).
* `captives`: prisoners (R26, R126); `protection`: shields, Jove (E-20 to E-25, DI-04).
* `treasuries`: places of treasuries.
* `unit_groups`, `naming`: names of units, places and owners.
"""
