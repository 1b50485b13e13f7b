"""What several chapters call for.

7.1             `taxation`  zones of control, who holds which hex, and what it yields
8.1 - 8.3       `terrain`   where pieces can cross into the next hex, and where they came from
8.14, 8.22      `cargo`     put ashore, or parted from its fleet
7.2, 7.3, 9.25  `losses`    units lost, and where they go
9.3             `sieges`    walls, and siege trains left alone
11.2, 19.11     `envoys`    who can negotiate with kingdoms and mercenaries
20              `victory`   the end of the game
"""
