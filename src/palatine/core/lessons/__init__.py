"""Running lessons: the meaning of a script, its answers, and the actions of other seats.

named     choices, shortcuts, places and counters as a script names them
run       a lesson in progress: its start, expected actions, answers, replies
sheets    the parts specific to games of secret orders
facts     the facts that must hold at the end
picture   pictures of the rules page
"""

from palatine.core.lessons.facts import unmet_facts
from palatine.core.lessons.named import Path, named_paths, offered_texts
from palatine.core.lessons.picture import draw_picture
from palatine.core.lessons.run import LessonRun, initial_state
from palatine.core.lessons.sheets import (
    answer_to_sheet,
    expects_hand_in,
    has_expected_order,
    reply_sheets,
    resolve_turn,
    script_sheet,
    unexpected_orders,
    wanted_orders,
)

__all__ = [
    "LessonRun",
    "Path",
    "answer_to_sheet",
    "draw_picture",
    "expects_hand_in",
    "has_expected_order",
    "initial_state",
    "named_paths",
    "offered_texts",
    "reply_sheets",
    "resolve_turn",
    "script_sheet",
    "unexpected_orders",
    "unmet_facts",
    "wanted_orders",
]  # fmt: skip
