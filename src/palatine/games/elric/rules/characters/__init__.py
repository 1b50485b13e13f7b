"""Rules about single personalities: escapes, and spells that affect them.

* `solo_fights`: solo fights (9.2, 16.2).
* `immediate_spells`: spells that affect their finder or drawer (9.3.1, 16.4).
* `escapes`, `escape_spells`, `refuge`: heroic escapes, their means and destinations (10.8).
* `dispelling`: Dispel Magic against a flight or an escape (16.3).
"""
