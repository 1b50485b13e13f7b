"""Goals, by which clients name a shortcut instead of sending its actions, and answers that are given automatically."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from palatine.core.messages import Catalogue
from palatine.core.view import AutoReply, Shortcut, View


class Goal(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A shortcut of one version of a match: where it leads, what it is called, which automatic reply it sets.

    What is left out is not looked at; it is enough to give what tells the shortcut from others.
    """

    space: int = -1
    text: str = ""
    duration_key: str = ""


def shortcut_of(view: View, goal: Goal) -> Shortcut | None:
    """Return the shortcut of a view that a goal means; None where there is none such, or more than one."""
    meant = [
        shortcut
        for shortcut in view.shortcuts
        if goal.space in (-1, shortcut.space)
        and goal.text in ("", shortcut.text)
        and goal.duration_key in ("", shortcut.duration_key)
    ]
    return meant[0] if len(meant) == 1 else None


def goal_of(shortcut: Shortcut) -> Goal:
    """Return the goal by which a shortcut is called."""
    return Goal(shortcut.space, shortcut.text, shortcut.duration_key)


def auto_replies_for(
    words: Catalogue,
    what: str,
    answer: tuple[str, int],
    spans: Sequence[tuple[str, object]],
    unless: Mapping[str, bool] | None = None,
) -> tuple[AutoReply, ...]:
    """An answer to a question of the kind `what`, for each of the `spans`, and for each unless something holds.

    A span is a word of the catalogue ("turn") and what tells one such span from another (the turn's number). `unless`
    says of each condition whether it holds now: then nothing is offered with it, and its caller asks the seat.
    What it rests on must be known to the seat, or that it is asked would tell it something.
    """
    found = []
    for span, which in spans:
        text = words.say(f"auto-reply.{what}", span=words.say(f"auto-reply.for-{span}"))
        word = f"{what}.{span}.{which}"
        found.append(AutoReply(word, answer, text))
        for name, holds in (unless or {}).items():
            if not holds:
                said = words.say(f"auto-reply.unless-{name}", text=text)
                found.append(AutoReply(f"{word}.unless-{name}", answer, said))
    return tuple(found)
