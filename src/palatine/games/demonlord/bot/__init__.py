"""The captain, a bot.

`captain` decides each step by what others think: `perception` (what he sees), `distances`, `unit_values`,
`place_values`, `threats` and `odds`; `planner`, with `garrisons`, `attacks`, `advance` and `leaders`, for a movement
step, `execution` (its clicks); `commitment` and `battle`, `sieges`, `magic`, `diplomacy`.
"""

from palatine.games.demonlord.bot.captain import Captain as Captain
