"""Small example games: `ford`, of single actions, and `tithe`, of secret orders.

A new game starts as a copy of one of them. Palatine's own tests play them.
"""
