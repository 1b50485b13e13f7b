"""The context in which a bot decides: a match, or a sampled world of a search."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, TypeVar

B = TypeVar("B")


class SearchContext:
    """A bot's assumptions and memory in one match or one sampled world. Each bot has its own.

    In a search, the state is already a sample of what the seat knows, so a bot need not sample it again. It should not
    look ahead or simulate either: little depends on one of many rollouts, and it must be fast.
    """

    def __init__(self, plan: Any = None, *, is_dealt: bool = True) -> None:
        self.plan = plan
        """The plan for this period, from `Game.candidate_plans`; None for the bot's own choice."""
        self.is_dealt = is_dealt
        """True if the state is a sample that may be used as it is.

        It always is in a search, and never in a match.
        """
        self.memory: dict[str, Any] = {}
        """The bot's memory between decisions, by seat.

        In a match it holds only what the seat may know. The bot must be able to continue without it, because a player
        may take over a seat in the middle of a phase.
        """


class InContext:
    """A bot that supports search: all its assumptions and its memory are in its `context`.

    Most of its decisions are made in rollouts, where it must be fast. Other bots may define their own `with_context`;
    bots without it play in rollouts as they do in matches.
    """

    context: SearchContext

    def with_context(self: B, context: SearchContext) -> B:
        """Return the same bot with another context."""
        twin = copy(self)
        twin.context = context  # type: ignore[attr-defined]
        return twin


def with_context(bot: B, context: SearchContext) -> B:
    """Return a bot with a context if it supports contexts; otherwise the bot itself."""
    known: Callable[[SearchContext], B] | None = getattr(bot, "with_context", None)
    return bot if known is None else known(context)
