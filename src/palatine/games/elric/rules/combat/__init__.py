"""Combat (10), and random attacks in the wilderness (7.6).

* `random_attacks`: spells and monsters drawn in the wilderness (7.6).
* `spell_laying`: spells laid face down before a battle (9.2, 9.3).
* `battles`: declared assaults, and the order of battles (10.1).
* `participants`: the data of a battle and its sides (10.1, 10.2).
* `withholding`: pieces kept out of the battle (10.2, 10.9.5).
* `battle_spells`: effects of spells in battle (10.3, 10.4).
* `combat`: totals, dice and results (10.4 to 10.6).
* `aftermath`: retreats, sieges, captured cities (10.7 to 10.9).
* `losses`, `monster_losses`: losses in battle, and to a monster (10.7).
* `retreats`: retreats (10.7).
* `cities`: captured cities (7.5.2, 10.9.1).
"""
