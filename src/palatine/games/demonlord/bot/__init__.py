"""The captain, a bot.

`captain` finds the rule for each step in the other modules. `planner`, with `place_values`, `garrisons`, `attacks`,
`army_moves` and `leaders`, plans a movement step, and `execution` clicks it. The other rules are in
`battle_decisions`, `battle`, `sieges`, `magic` and `diplomacy`. `perception` holds what the captain sees and remembers,
`parameters` the figures that it decides by. It shares its estimates with the package `preview`.
"""

from palatine.games.demonlord.bot.captain import Captain as Captain
