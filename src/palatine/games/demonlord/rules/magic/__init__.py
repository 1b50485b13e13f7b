"""Magic (MAG) and invocation (INV).

* `casting`: casters, range, and success (MAG-01 to MAG-16)
* `procedure`: the moments of a phase, and announcement (MAG-06 to MAG-09)
* `resolution`: dice, effects, and their consequences (MAG-10)
* `spells`: effects of the special spells (MAG-23 to MAG-49)
* `spellgate`: Spellgate, which transports units (MAG-32, MAG-33)
* `invocation`: demigods and spirits invoked at their temples (INV)
"""
