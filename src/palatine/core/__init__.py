"""The machinery of a referee: state, steps, dice, tallies, the journal, views, and what a game is."""

from palatine.core.clauses import Clause, RuleChange, Ruling
from palatine.core.dice import Dice, Roll, key_of
from palatine.core.game import Bot, Game, is_action
from palatine.core.journal import Entry
from palatine.core.messages import Catalogue
from palatine.core.refusal import Endless, PalatineError, Refusal, Refused, Unknown, Unreadable
from palatine.core.report import Grid, Report, Section
from palatine.core.scenario import Option, Scenario
from palatine.core.sheet import (
    Forecast,
    Order,
    OrdersGame,
    Problem,
    RejectedSheet,
    Sheet,
    Suggestion,
    SyntaxProblem,
    sheet_text,
)
from palatine.core.state import Action, Frame, Outcome, State
from palatine.core.steps import ChooseButton, ChooseOne, MenuStep, Sequence, Step, steps_of
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

__all__ = [
    "Action", "Board", "Bot", "Catalogue", "Choice", "ChooseButton", "ChooseOne", "Clause", "Counter",
    "Dice", "Endless", "Entry", "Forecast", "Frame", "Game", "Grid", "Label", "Layer", "Line", "Mark", "MenuStep",
    "Option", "Order", "OrdersGame", "Outcome", "PalatineError", "Panel", "Part", "Piece", "Plan",
    "Problem", "Refusal", "Refused", "RejectedSheet", "Report", "Roll", "Row", "RuleChange", "Ruling", "Scenario",
    "Section", "Seen", "Sequence", "Shape", "Sheet", "Space", "State", "Step", "Style", "Suggestion",
    "SyntaxProblem", "Tally", "Unknown", "Unreadable", "View", "as_seen", "is_action", "key_of",
    "sheet_text", "steps_of",
]  # fmt: skip
