"""The rules, by chapter of the rulebook.

* `setup`, `common.placement`: set-up and scenarios (4, 14).
* `sequence`: sequence of play (5).
* `common`: victory (5, 14), replacements (6), Elric (12), the Balance (13).
* `movement`: movement (7).
* `magic`: search (8), magic (9).
* `combat`: combat (10).
* `characters`: escapes (10.8, 16.5), immediate spells (9.3.1, 16.4).
* `realm`: mustering (11).
* `founding`: the solitaire scenario, which has its own rules (14.1).

Individual spells (16) are implemented where they are cast. `common` depends on no other group.
"""
