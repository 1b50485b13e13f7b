"""Lessons as they are played: what a script's words mean at the table, what is answered, what the others do then.

named     a choice, a shortcut, a place or a counter as a script names it
course    a lesson played: how it begins, what is expected, answered, replied
sheets    what is particular to games of secret orders
facts     what must hold when it is over
picture   a position of a page of rules as it is to be drawn
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
