"""Muster (11).

11         `muster`    nations, personalities, hordes and artifacts come to whoever has their spell
11, 16.8   `arrivals`  how they come to those who call them
"""
