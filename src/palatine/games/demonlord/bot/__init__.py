"""The captain, a bot.

* `captain`: the bot, with a decision rule for each step
* `planner`, `place_values`, `garrisons`, `attacks`, `army_moves`, `leaders`: the plan for a movement step
* `execution`: actions that carry out a plan
* `battle_decisions`, `battle`, `sieges`, `magic`, `diplomacy`: decisions other than marches
* `perception`: a position from one side's point of view, and the bot's memory
* `parameters`: tunable numbers

Its estimates are those of the package `preview`.
"""

from palatine.games.demonlord.bot.captain import Captain as Captain
