"""The captain, a bot.

`captain` decides each step by what others think, who judge by `parameters`: `perception` (what he sees), `distances`,
`odds`, `objectives`, `planner`, `campaign` and `plan` (who goes where), `lookahead` (which plan ends best) by
`evaluation`; `attacks`, `concentration`, `garrisons`, `leaders`, `pentacles`, `vampires`, `betrayal` and `last_turn`
(what a plan is made of), `voyages` (who goes aboard), `execution` (the clicks of a march), `magic`, `diplomacy`,
`recruitment`, `losses`.
"""

from palatine.games.dark_emperor.bot.captain import Captain as Captain
from palatine.games.dark_emperor.bot.captain import plans as plans
from palatine.games.dark_emperor.bot.captain import varied as varied
from palatine.games.dark_emperor.bot.plan import Plan as Plan
