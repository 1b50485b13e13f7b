"""Resolution of names in a script to actions, never by operand, which may change."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core.refusal import Unknown
from palatine.core.state import Action
from palatine.core.text.lookup import find_space, normalize
from palatine.core.view import Board, Choice, View

Path = tuple[Action, ...]
"""One action, or all actions of a shortcut."""


def named_paths(boards: Iterable[Board], view: View, name: str) -> list[Path]:
    """Return the choices and shortcuts that `name` names.

    `name` is their text, or a verb, optionally with a place or counter.
    """
    by_text = [
        ((choice.verb, choice.operand),) for choice in view.choices if normalize(choice.text) == normalize(name)
    ]
    by_shortcut = [shortcut.actions for shortcut in view.shortcuts if normalize(shortcut.text) == normalize(name)]
    if by_text or by_shortcut:
        return [*by_text, *by_shortcut]
    verb, _, rest = name.strip().partition(" ")
    of_verb = [choice for choice in view.choices if choice.verb == verb]
    meant = [choice for choice in of_verb if not rest or _is_meant(list(boards), view, choice, rest)]
    return [((choice.verb, choice.operand),) for choice in meant]


def _is_meant(boards: list[Board], view: View, choice: Choice, what: str) -> bool:
    if choice.on == "space":
        return choice.operand in _places(boards, choice.board, what)
    if choice.on == "piece":
        faces = [piece.face for piece in view.pieces if piece.operand == choice.operand]
        return what in faces or normalize(what) == normalize(choice.text)
    return normalize(what) == normalize(choice.text)


def _places(boards: list[Board], board: str, what: str) -> list[int]:
    used = [each for each in boards if not board or each.id == board]
    exact = [space.operand for each in used for space in each.spaces if space.id == what]
    if exact:
        return exact
    try:
        return [find_space(used, what)[1].operand]
    except Unknown:
        return []


def offered_texts(view: View) -> list[str]:
    """Return a seat's choices and shortcuts as a script may name them, for error messages."""
    faces = {piece.operand: piece.face for piece in view.pieces if piece.operand >= 0}
    told = []
    for choice in view.choices:
        face = faces.get(choice.operand, "") if choice.on == "piece" else ""
        told.append(f"{choice.verb} {face}".rstrip() + f"  ({choice.text})")
    return [*told, *[f"shortcut: {shortcut.text}" for shortcut in view.shortcuts]]
