"""A seat's view of a match.

* `view`: the whole view
* `boards`, `outlines`: drawings that never change
* `faces`: counters
* `plans`: possible destinations of marches
* `odds`: costs and chances of choices
* `layers`: numbers laid over the map
* `wording`: names
"""
