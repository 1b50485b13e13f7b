"""Two small games with the packages of a real one: `ford`, of single actions, and `tithe`, of secret orders.

A new game begins as a copy of one of them; Palatine's own tests play them.
"""
