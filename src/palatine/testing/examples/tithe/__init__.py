"""Tithe: a game of secret orders with three villages' worth of rules, small enough to test the desk
on, and to copy for a new game.

Two or three lords each lead two reeves round a ring of six villages. Every season all lords write secretly what
their reeves do: ride, collect, or build a barn; and what gold they send each other. Then all is carried out at once:
gold is sent, reeves ride, barns are built, the tithe of a village is a die, more by a barn, and goes whole to the
reeve who wins it with a die. Gold is secret, reeves and barns are not. Most gold after the last season wins.

From below: `components` (what came in the box), `orders` (typed orders, their grammar and text; they know no state),
`state`, `rules` (the season), `setup`, `hidden`, `view` (the view and the report), `drafting` (check, suggest,
forecast: for one seat, from what it may know), and `referee`, which binds them.
"""

from palatine.testing.examples.tithe.referee import GAME

__all__ = ["GAME"]
