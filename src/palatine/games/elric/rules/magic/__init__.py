"""Search, and magic outside battles.

* `search`: hidden spells, friends and enemies in the wilderness (8).
* `magic_phase`: transfers, sacrifices, the Horn of Fate (9.1, 13.5).
"""
