"""The machinery of a referee: state, steps, dice, tallies, the journal, views, and what a game is."""

from palatine.core.clauses import Clause, Ruling
from palatine.core.dice import Dice, Roll, key_of
from palatine.core.game import Bot, Game, Option, Scenario, is_action
from palatine.core.journal import Entry
from palatine.core.refusal import PalatineError, Refusal, Refused, Unknown, Unreadable
from palatine.core.state import Action, Frame, Outcome, Sequence, State, Step
from palatine.core.tally import Part, Tally
from palatine.core.view import Board, Choice, Counter, Line, Mark, Panel, Piece, Plan, Row, Space, Style, View
from palatine.core.words import Catalogue

__all__ = [
    "Action", "Board", "Bot", "Catalogue", "Choice", "Clause", "Counter", "Dice", "Entry", "Frame", "Game", "Line",
    "Mark", "Option", "Outcome", "PalatineError", "Panel", "Part", "Piece", "Plan", "Refusal", "Refused", "Roll",
    "Row", "Ruling", "Scenario", "Sequence", "Space", "State", "Step", "Style", "Tally", "Unknown", "Unreadable",
    "View", "is_action", "key_of",
]  # fmt: skip
