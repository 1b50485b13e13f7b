"""Who goes where in a Movement Segment.

plan, campaign                             what is decided, and what is still to be
planner                                    the plans there are, each thought through once
attacks, concentration, garrisons          whom armies strike, where they gather, who stays
leaders, magic_hexes, vampires, voyages    errands, magic hexes, castles, who goes by sea
betrayal, last_turn                        the ally who is swallowed, the last cities that count
"""
