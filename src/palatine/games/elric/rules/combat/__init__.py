"""Combat (10), and the random attacks of the wilderness (7.6).

7.6            `random_attacks`   spells and monsters drawn in the wilderness
9.2, 9.3       `spell_laying`     spells laid face down before a battle
10.1           `battles`          assaults declared, and the order of battles
10.1, 10.2     `participants`     the facts of a battle: who stands on which side
10.2, 10.9.5   `withholding`      who stays out of it
10.3, 10.4     `battle_spells`    what spells do in it
10.4 - 10.6    `combat`           totals, dice, results
10.7 - 10.9    `aftermath`        what follows: retreats, sieges, cities that fall
10.7           `losses`           what is lost; `monster_losses`: to a monster
10.7           `retreats`         where the loser goes
7.5.2, 10.9.1  `cities`           cities that fall
"""
