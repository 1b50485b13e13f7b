"""The captain, the game's own bot, which plays by its seat's view.

Clauses in parentheses:

* `captain`: decisions, using all other modules.
* `sheet`: the sheet in progress.
* `setup`: the King (2.1, 11).
* `practice`, `estimates`: practice for offices (10.1), and the likely contents of provinces.
* `aims`: the aim of the year by the distances to the crown, elections (10.2, 10.4).
* `exile`: a King without land (3.4).
* `budget`, `generals`: affordable armies and their leaders (3.4, 3.9, 9).
* `levies`: troops for gold that lies idle (3.4).
* `campaign`, `fleets`: targets of armies and ships (6.2, 7.7).
* `defence`, `duels`: defence and single combat (3.14, 5.10).
* `hero_tasks`, `quests`, `magic`: people without armies, features, spells (3, 4.2, 5.8).
* `harmful_spells`: damage to enemies by spells (4.2.4, 4.2.5).
* `diplomacy`: treaties (8).
* `advice`: explanations of decisions.
"""

from palatine.games.adventurer_kings.bot.captain import Captain

__all__ = ["Captain"]
