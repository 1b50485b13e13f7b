"""Running lessons: the meaning of a script, its answers, and the actions of other seats.

named     choices, shortcuts, places and counters as a script names them
run       a lesson in progress: its start, expected actions, answers, replies
sheets    the parts specific to games of secret orders
facts     the facts that must hold at the end
picture   pictures of the rules page
"""

from palatine.core.lessons.facts import unmet
from palatine.core.lessons.named import Path, named_paths, offered_texts
from palatine.core.lessons.picture import draw
from palatine.core.lessons.run import LessonRun, begin
from palatine.core.lessons.sheets import (
    answer_to_sheet,
    is_handing_in,
    is_written,
    replied_sheets,
    resolved,
    script_sheet,
    strange_orders,
    wanted_orders,
)

__all__ = [
    "LessonRun", "Path", "answer_to_sheet", "begin", "draw", "is_handing_in", "is_written", "named_paths",
    "offered_texts", "replied_sheets", "resolved", "script_sheet", "strange_orders", "unmet", "wanted_orders",
]  # fmt: skip
