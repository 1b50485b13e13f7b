"""Magic (12), the spells (13, 14), and the Staff of Empire.

12.1, 12.2, 15.5  `procedure`                its segments, casting, the Silk Negator
12, 15.11         `casting`                  who casts which magic, how strongly, at whom
12.3              `counterspells`
13                `elemental`                Fire, Water, Air, Earth, Metal, Wood
14.1, 14.2        `death_and_life`
14.3, 14.4        `terror_and_serenity`
15.7              `legions`                  the Staff of Empire
"""
