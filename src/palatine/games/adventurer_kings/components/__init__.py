"""Components of the game.

* `tables`: rulebook tables from `data/` (2, 4, 6, 13).
* `titles`: offices, titles and votes (10.1, 10.4, 12.1).
* `pieces`: records of lands, people, armies, features, and of a King's knowledge.
* `grid`: provinces, neighbours, distances (1.1, 12.1, 12.3).
* `real_maps`: Europe and Earth (12.2, 12.3).
"""
