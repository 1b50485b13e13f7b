"""Magic (12), the spells (13, 14), and the Staff of Empire.

* `procedure`: magic segments, casting, the Silk Negator (12.1, 12.2, 15.5).
* `casting`: casters, Magic Strength, targets (12, 15.11).
* `counterspells`: counter-spells (12.3).
* `elemental`: Fire, Water, Air, Earth, Metal, Wood (13).
* `death_and_life` (14.1, 14.2), `terror_and_serenity` (14.3, 14.4).
* `legions`: the Staff of Empire (15.7).
"""
