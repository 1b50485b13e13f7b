"""Everything on the boards as text, for all games.

Texts are made from boards and a view only, so they contain no more secrets than the view. The terminal, mail and the
page use the same texts.
"""

from palatine.core.text.lookup import find_layer, find_panel, find_piece, find_space, normalize
from palatine.core.text.spaces import (
    board_text,
    piece_text,
    pieces_in,
    side_text,
    sides,
    space_name,
    space_text,
    stack_text,
)
from palatine.core.text.views import (
    choice_text,
    layer_text,
    listed_shortcuts,
    outcome_text,
    panel_text,
    prompt_text,
    shortcut_letters,
    situation_text,
    view_text,
)

__all__ = [
    "board_text",
    "choice_text",
    "find_layer",
    "find_panel",
    "find_piece",
    "find_space",
    "layer_text",
    "listed_shortcuts",
    "normalize",
    "outcome_text",
    "panel_text",
    "piece_text",
    "pieces_in",
    "prompt_text",
    "shortcut_letters",
    "side_text",
    "sides",
    "situation_text",
    "space_name",
    "space_text",
    "stack_text",
    "view_text",
]  # fmt: skip
