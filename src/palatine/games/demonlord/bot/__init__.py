"""The captain, a bot.

`captain` decides each step by what others think: `place_values`; `planner`, with `garrisons`, `attacks`, `advance` and
`leaders`, for a movement step, `execution` (its clicks); `commitment` and `battle`, `sieges`, `magic`, `diplomacy`.
What he sees, and how he reckons with it, he shares with `foresight`; `mind` adds what he bears in mind, `parameters`
what he judges by.
"""

from palatine.games.demonlord.bot.captain import Captain as Captain
