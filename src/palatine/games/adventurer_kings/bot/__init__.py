"""The captain, who plays by what his view shows.

captain                    decides, by what the others think
sheet                      his sheet while it is being filled
setup                      who his King is (2.1, 11)
study, estimates           people without work; what may stand in a province
objectives, votes          offices, and the imperial crown (10)
exile                      a King without land, who looks for some (3.4)
budget, generals           what he can afford; who leads what (3.4, 3.9, 9)
campaign, fleets           where armies and ships go (6.2, 7.7)
defence, duels             how he keeps what he has; single combat (3.14, 5.10)
errands, quests, magic     people without armies: features, hiring, spells (3, 4.2, 5.8)
ruin                       what spells would cost his enemies (4.2.4, 4.2.5)
diplomacy                  what he says to other Kings (8)
"""

from palatine.games.adventurer_kings.bot.captain import Captain

__all__ = ["Captain"]
