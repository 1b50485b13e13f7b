"""Small example games with the structure of a real one: `ford` (single actions), `tithe` (orders).

A new game starts as a copy of one of them. Palatine's own tests play them.
"""
