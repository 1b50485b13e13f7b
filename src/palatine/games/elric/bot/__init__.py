"""The captain, a bot.

* `captain`: the bot, which decides each step with the other modules.
* `perception`: the position it knows, and its memory.
* `distances`, `routes`: distances and ways.
* `odds`, `objectives`: odds of battles, and values of cities.
* `planner`, `concentration`, `attacks`, `reinforcement`: destinations of marches; `execution`: their actions.
* `battle`, `magic`, `balance`, `dragons`, `exploration`, `muster`: other decisions.
* `parameters`: weights and thresholds.
* `plan_overrides`, `evaluation`: alternative plans and evaluation features for search bots.
"""

from palatine.games.elric.bot.captain import Captain as Captain
