"""Rules that several chapters share; depends on no other group.

* `losses`: units destroyed, captured and freed, and their numbers (BAT-26, PRIS-12)
* `neutrals`: allegiance of the neutral states, their homelands, Ula's ruler (NEU, ALLY-14, ALLY-22)
* `fortresses`: control of fortresses, and games that end by it (SIEGE-03)
"""
