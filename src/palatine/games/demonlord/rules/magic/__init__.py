"""Magic (MAG) and invocation (INV).

MAG-01 to MAG-16   `casting`      who can cast, how far, and whether it works
MAG-06 to MAG-10   `procedure`    the moments of a phase, announcement and resolution
MAG-23 to MAG-49   `spells`       what the special spells do
MAG-32, MAG-33     `spellgate`    the one that carries units over
INV                `invocation`   demigods and spirits called at their temples
"""
