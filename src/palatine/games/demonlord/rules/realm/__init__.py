"""Allies and reinforcements.

ALLY          `alliances`        attempts to win neutrals, and the loyalty of allies
REIN, VAR-11  `reinforcements`   request, draw and entrance; the Long game's replacements
"""
