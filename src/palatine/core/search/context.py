"""What a bot may take as given in the worlds of a search."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, TypeVar

B = TypeVar("B")


class SearchContext:
    """What a bot takes as given while it plays in one world, and what it bears in mind there.

    In a search a world is dealt already: nothing in it is true, and a bot that dealt it again would only take longer.
    Nor need it look ahead or rehearse there: it is one of many on whom little depends, and has to be quick. Each bot
    has a context of its own.
    """

    def __init__(self, plan: Any = None, *, is_dealt: bool = True) -> None:
        self.plan = plan
        """The plan to carry out in this period, one of `Game.candidate_plans`; None for the bot's own choice."""
        self.is_dealt = is_dealt
        """Whether all it sees may be taken as it is: always in a search, never in a match."""
        self.memory: dict[str, Any] = {}
        """By seat, what it remembers from one decision to the next: in a match nothing but what the seat may know, and
        nothing without which it could not go on, for anybody may take a seat over in the middle of a phase."""


class InContext:
    """A game's own bot that knows of searches: all it takes as given, and all it remembers, it has from its `context`.

    It is asked most often by far in rollouts, and there has to be quick. A bot of another kind may have a `within` of
    its own; one without it plays in rollouts as it does in matches.
    """

    context: SearchContext

    def with_context(self: B, context: SearchContext) -> B:
        """The same bot, by the same judgement, in another context."""
        twin = copy(self)
        twin.context = context  # type: ignore[attr-defined]
        return twin


def with_context(bot: B, context: SearchContext) -> B:
    """A bot in a context, if it knows of contexts; else as it is."""
    known: Callable[[SearchContext], B] | None = getattr(bot, "with_context", None)
    return bot if known is None else known(context)
