"""Advice: what a bot would do and its reasons, in words."""

from __future__ import annotations

from typing import Literal

import msgspec

from palatine.core.messages import Catalogue
from palatine.core.state import Action


class AdviceReason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason, with its clause if it follows from a rule; `weight` 1 counts most."""

    text: str
    """The reason as a sentence, with a full stop."""
    clause: str = ""
    weight: float = 1.0


class Alternative(msgspec.Struct, frozen=True, omit_defaults=True):
    """An alternative that the bot rejected, and the reason."""

    text: str
    """The alternative as a heading, without a full stop."""
    reason: str
    """The reason as a sentence, with a full stop."""
    clause: str = ""
    action: Action | None = None


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bot's recommendation from what its seat knows, with reasons and rejected alternatives.

    In games of single actions, `actions` holds one action, or all those of a march or a plan. In games of secret
    orders, `sheet` is the text of a sheet.
    """

    text: str
    """The recommendation as a sentence."""
    actions: tuple[Action, ...] = ()
    sheet: str = ""
    reasons: tuple[AdviceReason, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    sure: float = 0.0
    """The bot's confidence, from 0 to 1; 0 if unknown."""
    bot: str = ""
    kind: Literal["action", "sheet"] = "action"
    chance: float | None = None
    """The chance of winning of a seat that follows the advice, from 0 to 1.

    Estimated from what the seat knows; None if it was not estimated.
    """


def principle(
    words: Catalogue, prefix: str, step: object, action: Action, clause: str, weight: float = 1.0
) -> tuple[AdviceReason, ...]:
    """Return the bot's principle for a kind of step, if the catalogue has one.

    Its message is that of the step and the verb of the action under `prefix`, otherwise that of the step.
    """
    name = f"{prefix}.{type(step).__name__}"
    key = next((key for key in (f"{name}.{action[0]}", name) if words.has(key)), "")
    return (AdviceReason(words.say(key), clause, weight),) if key else ()
