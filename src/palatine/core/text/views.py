"""Views in words: the decision, choices and shortcuts, and the panels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from palatine.core.messages import say
from palatine.core.text.spaces import board_text, space_name
from palatine.core.view import Board, Choice, Layer, Panel, Row, Shortcut, View


def view_text(boards: Iterable[Board], view: View) -> str:
    """Return a whole view: the decision, every board in use, every panel."""
    known = {board.id: board for board in boards}
    used = [board_text(known[name], view) for name in view.boards]
    return "\n\n".join([situation_text(view), *used, *map(panel_text, view.panels)])


# The decision


def situation_text(view: View, max_choices: int | None = None) -> str:
    """Return the heading, the prompt and the choices, numbered from 1.

    With `max_choices`, a list of more places than that for one verb is cut to that length.
    """
    lines = [view.heading, prompt_text(view), *_choices(view.choices, max_choices)]
    listed = listed_shortcuts(view)
    lines += [
        say("describe.shortcut", letter=letter, text=shortcut.text)
        for letter, shortcut in zip(shortcut_letters(len(listed)), listed, strict=True)
    ]
    if more := len(view.shortcuts) - len(listed):
        lines.append(say("describe.more-shortcuts", count=more))
    return "\n".join(lines)


def _choices(choices: Sequence[Choice], most: int | None) -> Iterator[str]:
    for (verb, kind), run in groupby(enumerate(choices, 1), lambda each: (each[1].verb, each[1].on)):
        alike = list(run)
        shown = most if most is not None and kind == "space" and len(alike) > most else len(alike)
        yield from [choice_text(number, choice) for number, choice in alike[:shown]]
        if left := alike[shown:]:
            first, last = left[0][0], left[-1][0]
            yield say("describe.more-choices", first=first, last=last, count=len(left), verb=verb)


def listed_shortcuts(view: View) -> list[Shortcut]:
    """Return the shortcuts that lists show; the others are offered at their spaces."""
    return [shortcut for shortcut in view.shortcuts if shortcut.is_listed]


def prompt_text(view: View) -> str:
    """Return the prompt, or how the match ended, in one line."""
    if view.outcome is None:
        key = "describe.prompt-with-clause" if view.clause else "describe.prompt"
        return say(key, prompt=view.prompt, clause=view.clause)
    return outcome_text(view.outcome["winners"], view.outcome["margin"])


def outcome_text(winners: Sequence[str], margin: str) -> str:
    """Return how a match ended, as a sentence."""
    key = {0: "describe.over-nobody", 1: "describe.over"}.get(len(winners), "describe.over-shared")
    return say(key, winners=list(winners), margin=margin)


def choice_text(number: int, choice: Choice) -> str:
    """Return a choice as a line of a numbered list, with its cost."""
    key = "describe.choice-with-cost" if choice.cost else "describe.choice"
    return say(key, number=number, text=choice.text, cost=choice.cost)


def shortcut_letters(count: int) -> list[str]:
    """Return labels for `count` shortcuts: a, b, ... z, aa, ab ..."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [(letters[n // 26 - 1] if n >= 26 else "") + letters[n % 26] for n in range(count)]


# Beside the boards


def panel_text(panel: Panel) -> str:
    """Return the title of a panel and its rows, a line each."""
    return "\n".join([panel.title, *(map(_row, panel.rows) if panel.rows else [say("describe.nothing")])])


def _row(row: Row) -> str:
    key = "describe.row-with-value" if row.value else "describe.row"
    text = say(key, label=row.label, value=row.value)
    return say("describe.note", row=text, note=row.note) if row.note else text


def layer_text(boards: Iterable[Board], layer: Layer) -> str:
    """Return the title and total of a layer and the text of each of its spaces, a line each."""
    head = say("describe.layer", title=layer.title, total=layer.total) if layer.total else layer.title
    spaces = [space for board in boards if board.id == layer.board for space in board.spaces]
    lines = [
        say("describe.row-with-value", label=space_name(space), value=layer.text[space.id])
        for space in spaces
        if space.id in layer.text
    ]
    return "\n".join([head, *(lines or [say("describe.nothing")])])
