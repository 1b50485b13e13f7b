"""Tithe: a game of secret orders with few rules, for tests and as a template for new games.

Two or three lords each lead two reeves round a ring of six villages. Every season all lords secretly write what their
reeves do (ride, collect, or build a barn) and what gold they send each other. Then all orders are carried out together:
gold is sent, reeves ride, barns are built, tithes are collected. The tithe of a village is a die roll, increased by a
barn. One of the reeves who collect there, chosen at random, wins all of it. Gold is secret; reeves and barns are not.
The lord with most gold after the last season wins.

From the bottom up: `components` (villages, lords, reeves), `orders` (typed orders, their grammar and text, independent
of the state), `state`, `rules` (the season), `setup`, `secrecy`, `view` (the view and the report), `sheet_help` (check,
suggest, forecast: for one seat, from what it may know), and `referee`, which binds them.
"""

from palatine.testing.examples.tithe.referee import GAME

__all__ = ["GAME"]
