"""A seat's view of a match.

* `view`: the whole view
* `pieces`, `panels`: counters and panels
* `choices`: prompts, and actions with their costs
* `odds`: chances of actions
* `plans`: shortcuts for several actions
* `boards`, `faces`: drawings
* `wording`: names
"""
