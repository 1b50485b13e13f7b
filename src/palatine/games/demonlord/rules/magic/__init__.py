"""Magic (MAG) and invocation (INV).

MAG-01 to MAG-16   `casting`      who can cast, how far, and whether it works
MAG-06 to MAG-09   `procedure`    the moments of a phase, and announcement
MAG-10             `resolution`   all dice, all effects, and what follows from them
MAG-23 to MAG-49   `spells`       what the special spells do
MAG-32, MAG-33     `spellgate`    the one that carries units over
INV                `invocation`   demigods and spirits called at their temples
"""
