"""Time controls of matches.

`calendar` holds the turns of secret orders, `pace` and `clocks` the time of single actions, `quiet_hours` nightly
rest, and `stored_times` what a match stores. There are no timers: everything is calculated from stored times.
"""
