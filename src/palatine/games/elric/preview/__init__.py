"""Previews of an action before it is chosen, based only on what its seat may know.

* `context`: the position as the seat sees it, the action, and the wording of lines.
* `fights`: odds of battles (10.4 to 10.7).
* `sorcery`: victims of Eaters, and castable spells (9.2, 10.4c).
* `balance`: shifts and tipping of the Balance (9.4, 13).
* `entering`: entering an area by march, flight or retreat (7, 10.7).
* `departing`: unguarded cities, nations without leaders, Elric (6.0, 10.9.1, 12.1).
* `movement`: the Movement phase, and options left unused at its end (7).
* `battles`: assaults, battles and their aftermath (10).
* `spells`: laying spells (9).
* `magic`: the Magic phase: the Horn, sacrifices, transfers (9.1, 13.5, 16.7).
* `escapes`: heroic escapes, monsters, searches and finds (8, 9.3.1, 10.8).
* `realm`: musters, replacements, final decisions of the set-up (4, 6, 11).
* `unwarned_losses`: losses that no other module warns of.
"""
