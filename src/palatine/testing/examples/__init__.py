"""Two small games in the rooms of a real one: `ford`, of single actions, and `tithe`, of secret orders.

A new game begins as a copy of one of them; the tests of the house play them.
"""
