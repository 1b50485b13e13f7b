"""Previews of an action, from nothing but what its seat may know.

context       what every preview is given
marches       movement, leaders and captures on the way (LEAD, CAP)
endings       options that the end of movement leaves unused
battles       before a battle
fights        in the line of battle
withdrawals, sieges, temples (INV)
spells, gates                           magic (MAG)
characters    capture and prisoners (CAP, PRIS)
alliances     alliances and reinforcements (ALLY, REIN)
truces        truces (END)
settings      the setup (SET)

Estimates, which the captain uses as well: `perception` (what one side may know, and a measure of it), `distances`,
`unit_values`, `odds`, `threats`, and `clashes`, which puts them together for a battle.
"""
