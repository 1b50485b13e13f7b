"""ACTIONS: the effect of each order, by chapter (A-01).

`dispatch` maps orders to functions.

* A: `moving` (A-02 to A-05), `recruiting` (A-06 to A-10), `revenue` (A-11 to A-14), `independence` (A-15 to A-17),
  `interventions` and `feaster` (A-18 to A-21, DI), `diplomacy` (NEU-08 to NEU-15).
* B: `troop_actions` (B-01 to B-14, B-23 to B-36), `leading` (B-15 to B-22, B-37 to B-41, NEU-16 to NEU-18),
  `devastation` (B-42 to B-44, DIS-06).
* C: `magic` (C-01 to C-04, C-13 to C-24), `demons` (C-05 to C-12).
* D: `religion`.
* E: `colonies` (E-01 to E-06), `theft` (E-07 to E-14), `assassination` (E-15 to E-19), `rescue` (E-26 to E-29),
  `treachery` (FC-12 to FC-15), `agents` (common to covert actions).
* Without orders: `clashes` (BAT-01, R193), `magnates_turn` (MAG-11 to MAG-16).
"""
