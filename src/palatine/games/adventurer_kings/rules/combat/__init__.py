"""Battles of armies.

campaigns                        who fights whom, and in what order (7.0, 7.6, 7.8)
duels                            supreme commanders, and their duel (5.10, 7.1)
strength, deployment, contests   what armies are worth, how they line up, the columns (6.3, 7.1, 7.2)
casualties, aftermath            losses and pursuit, who stays, quality, merit (7.2 to 7.5)
retreat                          each contingent by itself (7.4)
"""
