"""Characters without troops, and prisoners.

* `capture`: the capture test, parties, and troops shown on a stack (CAP)
* `prisoners`: the exchange, and the return of freed units (PRIS)
"""
