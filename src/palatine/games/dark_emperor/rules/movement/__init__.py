"""Movement (8) and stacking (10).

* `movement`: the segment; `march`: a group that moves hex by hex (8).
* `arrival`: effects of entering a hex, and the Mercenary Holding Box (6.14b, 9.33d, 18.21b, 19.1).
* `restrictions`: where a group can go and where it must stop (8.13 to 8.3).
* `attrition`: the cost of marching (8.1, 8.11, 8.12).
* `naval`: embarking and landing (8.2).
* `stacking`: stacking limits (10).
"""
