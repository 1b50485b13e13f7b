"""The machinery of a referee: state, steps, dice, tallies, the journal, views, and what a game is."""

from palatine.core.clauses import Clause, RuleChange, Ruling
from palatine.core.dice import Dice, Roll, key_of
from palatine.core.game import Bot, Game
from palatine.core.goals import Goal, goal_of, lasting, plan_of
from palatine.core.guidance.advice import Advice, Because, Instead
from palatine.core.guidance.analysis import Analysis
from palatine.core.guidance.foresight import Foreseen, Foresight, Foretold, Irrevocable, Odds, Result, Undone
from palatine.core.guidance.glossary import GlossaryEntry, with_entries
from palatine.core.guidance.measures import Measure
from palatine.core.guidance.recollection import Card, CardSide, Flag, Recollection, Scene, Way
from palatine.core.journal import Entry
from palatine.core.memory import Memory, remembered
from palatine.core.messages import Catalogue
from palatine.core.ranking import Outcome, Ranks, ranked, ranked_last
from palatine.core.refusal import AlreadyEnded, Endless, PalatineError, Refusal, Refused, Unknown, Unreadable
from palatine.core.report import Grid, Report, Section
from palatine.core.scenario import FirstMatch, Option, Scenario
from palatine.core.search.context import InContext, SearchContext
from palatine.core.search.searchable import BotParameters, Evaluation, Weight
from palatine.core.sheet import (
    Forecast,
    Order,
    OrdersGame,
    Problem,
    RejectedSheet,
    Sheet,
    SheetForm,
    Suggestion,
    SyntaxProblem,
    sheet_text,
)
from palatine.core.state import Action, Ending, Frame, State, is_action
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
    Standing,
    Style,
    View,
    as_seen,
)

__all__ = [
    "Action",
    "Advice",
    "AlreadyEnded",
    "Analysis",
    "Because",
    "Board",
    "Bot",
    "BotParameters",
    "Card",
    "CardSide",
    "Catalogue",
    "Choice",
    "ChooseButton",
    "ChooseOne",
    "Clause",
    "Counter",
    "Dice",
    "Ending",
    "Endless",
    "Entry",
    "Evaluation",
    "FirstMatch",
    "Flag",
    "Forecast",
    "Foreseen",
    "Foresight",
    "Foretold",
    "Frame",
    "Game",
    "GlossaryEntry",
    "Goal",
    "Grid",
    "InContext",
    "Instead",
    "Irrevocable",
    "Label",
    "Layer",
    "Line",
    "Mark",
    "Measure",
    "Memory",
    "MenuStep",
    "Odds",
    "Option",
    "Order",
    "OrdersGame",
    "Outcome",
    "PalatineError",
    "Panel",
    "Part",
    "Piece",
    "Plan",
    "Problem",
    "Ranks",
    "Recollection",
    "Refusal",
    "Refused",
    "RejectedSheet",
    "Report",
    "Result",
    "Roll",
    "Row",
    "RuleChange",
    "Ruling",
    "Scenario",
    "Scene",
    "SearchContext",
    "Section",
    "Seen",
    "Sequence",
    "Shape",
    "Sheet",
    "SheetForm",
    "Space",
    "Standing",
    "State",
    "Step",
    "Style",
    "Suggestion",
    "SyntaxProblem",
    "Tally",
    "Undone",
    "Unknown",
    "Unreadable",
    "View",
    "Way",
    "Weight",
    "as_seen",
    "goal_of",
    "is_action",
    "key_of",
    "lasting",
    "plan_of",
    "ranked",
    "ranked_last",
    "remembered",
    "sheet_text",
    "steps_of",
    "with_entries",
]  # fmt: skip
