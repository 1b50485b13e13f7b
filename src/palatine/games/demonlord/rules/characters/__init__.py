"""Characters without troops.

CAP    `capture`     the capture test, parties, troops shown on a stack
PRIS   `prisoners`   the exchange, and freed units that appear
"""
