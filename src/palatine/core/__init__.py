"""The machinery of a referee: state, steps, dice, tallies, the journal, views, and what a game is."""

from palatine.core.clauses import Clause, Ruling
from palatine.core.dice import Dice, Roll, key_of
from palatine.core.game import Bot, Game, Option, Scenario, is_action
from palatine.core.journal import Entry
from palatine.core.refusal import PalatineError, Refusal, Refused, Unknown, Unreadable
from palatine.core.report import Grid, Report, Section
from palatine.core.sheet import Faulty, Forecast, Garbled, Order, OrdersGame, Problem, Sheet, Suggestion, sheet_text
from palatine.core.state import Action, Frame, MenuStep, Outcome, Sequence, State, Step, steps_of
from palatine.core.tally import Part, Tally
from palatine.core.view import (
    Board,
    Choice,
    Counter,
    Label,
    Layer,
    Line,
    Mark,
    Panel,
    Piece,
    Plan,
    Row,
    Seen,
    Shape,
    Space,
    Style,
    View,
    as_seen,
)
from palatine.core.words import Catalogue

__all__ = [
    "Action", "Board", "Bot", "Catalogue", "Choice", "Clause", "Counter", "Dice", "Entry", "Faulty",
    "Forecast", "Frame", "Game", "Garbled", "Grid", "Label", "Layer", "Line", "Mark", "MenuStep", "Option",
    "Order", "OrdersGame", "Outcome", "PalatineError", "Panel", "Part", "Piece", "Plan", "Problem", "Refusal",
    "Refused", "Report", "Roll", "Row", "Ruling", "Scenario", "Section", "Seen", "Sequence", "Shape", "Sheet",
    "Space", "State", "Step", "Style", "Suggestion", "Tally", "Unknown", "Unreadable", "View", "as_seen",
    "is_action", "key_of", "sheet_text", "steps_of",
]  # fmt: skip
