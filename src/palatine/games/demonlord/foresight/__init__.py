"""Foresight: what will come of an action, from nothing but what its seat may know.

`foretell` looks up by the step who tells of it: `marches` (movement, LEAD, CAP), `endings` (what the end of movement
leaves undone), `battles` (before a battle), `fights` (in the line), `withdrawals`, `sieges`, `spells` and `gates`
(MAG), `temples` (INV), `characters` (CAP, PRIS), `alliances` (ALLY, REIN), `truces` (END) and `settings` (SET).
`ahead` holds what all of them are given.

What is reckoned with: `perception` (what one side may know, and a measure of it), `distances`, `unit_values`, `odds`,
`threats`, and `clashes`, which puts them together for a battle. The captain reckons with the same.
"""

from palatine.games.demonlord.foresight.foretell import foretell as foretell
