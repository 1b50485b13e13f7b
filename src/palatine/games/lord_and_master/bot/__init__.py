"""The captain, the game's own bot.

`captain` decides, `outlook` chooses the aim, `campaign` plans marches, `magic` uses powers, `diplomacy` offers
truces, `setup` founds the nation, `unit_values` evaluates troops, `advice` and `plan` explain decisions.
"""

from palatine.games.lord_and_master.bot.captain import Captain

__all__ = ["Captain"]
