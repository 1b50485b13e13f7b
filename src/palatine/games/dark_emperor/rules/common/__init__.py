"""Rules that several chapters share.

* `taxation`: zones of control, holders of hexes and their yield (7.1).
* `terrain`: where pieces can cross into the next hex, and where they came from (8.1 to 8.3).
* `cargo`: cargo put ashore or separated from its fleet (8.14, 8.22).
* `losses`: units lost, and where they go (7.2, 7.3, 9.25).
* `sieges`: walls, and siege trains left alone (9.3).
* `envoys`: leaders who can negotiate with kingdoms and mercenaries (11.2, 19.11).
* `victory`: the end of the game (20).
"""
