"""What a seat sees: `view` puts it together.

`boards` and `outlines` are drawn once; `faces` are the counters, `plans` where a march may lead, `odds` what a choice
costs or may bring, `layers` the figures laid over the map, `wording` the names of things.
"""
