"""Adventurer Kings (David Snell, Ark Royal Games, rules 1.3 of 1996).

A game of secret orders. Eight to thirty-two Kings explore and conquer an unknown map. Each writes one sheet of orders
a year; `sequence` carries all sheets out in the rulebook's order. Chapters of the rulebook and their packages:

* 1 and 2, the world, Kings and Heroes: `components`, `rules.setup`.
* 3, actions of characters: `orders`, `rules.movement`, `rules.realm`, `rules.characters`.
* 4, abilities and magic: `rules.common.skills`, `rules.magic`.
* 5, encounters: `rules.encounters`.
* 6 and 7, armies and battles: `rules.combat`.
* 8 to 10, Kings, money, offices, the end: `rules.realm`.
* 11 and 12, set-up and other maps: `rules.setup`, `components.real_maps`.
"""

from palatine.games.adventurer_kings.referee import GAME

__all__ = ["GAME"]
