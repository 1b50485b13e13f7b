"""How characters and armies get about.

initiative                    who acts when (3.0)
moving, exploring             Move, Explore (3.1, 3.2)
defending, pursuing           Defend; Pursue, patrol, Trail (3.15 to 3.17)
movement_points, transport    how far armies go, who carries whom (4.1, 6.2)
earth_map                     what the map of Earth adds (12.3)
"""
