"""SET-UP (SET, ADV, DIS).

`founding` creates the initial map and the nations, `setup_rules` checks set-ups.
"""
