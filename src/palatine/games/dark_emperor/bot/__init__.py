"""The captain, a bot.

* `captain`: the bot, with a decision rule for each step
* `perception`: a position from one side's point of view
* `distances`, `odds`, `objectives`: reach, battle estimates, values of targets
* `planning`: plans for a Movement Segment
* `lookahead`, `evaluation`: choice of a plan by playouts, and the value of a position
* `execution`: actions that carry out a plan
* `magic`, `diplomacy`, `recruitment`, `losses`: decisions other than marches
* `parameters`: tunable numbers
"""

from palatine.games.dark_emperor.bot.captain import Captain as Captain
from palatine.games.dark_emperor.bot.captain import candidate_plans as candidate_plans
from palatine.games.dark_emperor.bot.captain import own_plan as own_plan
from palatine.games.dark_emperor.bot.captain import varied as varied
from palatine.games.dark_emperor.bot.planning.plan import MarchPlan as MarchPlan
