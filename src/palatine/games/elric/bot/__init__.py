"""The captain, a bot.

`captain` decides each step by what others think: `perception` (what he sees and remembers), `distances` and `routes`
(how far it is), `odds`, `objectives`, `planner`, `concentration` and `attacks` (where to go), `execution` (clicks of a
march), `battle`, `magic`, `balance`, `dragons`, `exploration`, `muster`. `parameters` are the numbers he judges by;
`plan_overrides` and `evaluation` serve bots that search: what else could be done, and what chances rest on.
"""

from palatine.games.elric.bot.captain import Captain as Captain
