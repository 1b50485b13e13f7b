"""Adventurer Kings (David Snell, Ark Royal Games, rules 1.3 of 1996): eight to thirty-two kings on an unknown map."""

from palatine.games.adventurer_kings.referee import GAME

__all__ = ["GAME"]
