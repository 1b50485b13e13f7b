"""Allies and reinforcements.

* `alliances`: attempts to win neutrals, and the loyalty of allies (ALLY)
* `reinforcements`: request, draw and entrance; replacements of the Long game (REIN, VAR-11)
"""
