"""What several chapters call for; none of it asks another group.

`turn` the turn being carried out (R119, R166); `march` a stack being led (B-15 to B-22); `class_powers` what classes
and gods enable (D-06); `money` (ADV, DIS); `control` and `conquest` who holds what (SET-16, NEU-04 to NEU-06, NEU-14,
NEU-15, NEU-19, NEU-20); `neutrals` their forces (NEU-03 to NEU-07); `magnates` how they rise (MAG-01 to MAG-10);
`escape` (ESC); `casualties` death, capture and succession (CH, IPR-11); `captives` (R26, R126); `protection` shields,
and Jove's (E-20 to E-25, DI-04); `unit_groups` and `naming` how units, places and owners are called.
"""
