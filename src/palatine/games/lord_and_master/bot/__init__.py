"""The captain: `captain` decides, `campaign` marches, `magic` and `diplomacy` what they say, `setup` founds his nation;
`unit_values` is what troops are worth to him."""

from palatine.games.lord_and_master.bot.captain import Captain

__all__ = ["Captain"]
