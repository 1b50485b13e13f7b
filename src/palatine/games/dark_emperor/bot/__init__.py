"""The captain, a bot.

`captain` decides each step by what others think: `perception` (what he sees), `distances`, `odds`, `objectives`,
`planning` (who goes where), `lookahead` (which plan ends best) by `evaluation`, `execution` (the clicks of a march),
`magic`, `diplomacy`, `recruitment`, `losses`; all by the numbers of `parameters`.
"""

from palatine.games.dark_emperor.bot.captain import Captain as Captain
from palatine.games.dark_emperor.bot.captain import candidate_plans as candidate_plans
from palatine.games.dark_emperor.bot.captain import varied as varied
from palatine.games.dark_emperor.bot.planning.plan import MarchPlan as MarchPlan
