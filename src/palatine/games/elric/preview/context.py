"""The context of one preview: the position as a seat sees it, an action, and the words of a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Final

from palatine.core import Action, Catalogue
from palatine.core.guidance.preview import Consequence, PreviewItem, UnusedOption, Weight
from palatine.games.elric.components.world import AREA_KEY
from palatine.games.elric.state import ElricState

SIDES: Final = 6
"""The sides of every die (3.0)."""


class PreviewContext:
    """An action of a seat, in a position in which all that the seat does not know is only as it was dealt."""

    def __init__(self, words: Catalogue, s: ElricState, seat: int, action: Action) -> None:
        self.words = words
        self.s = s
        self.seat = seat
        self.verb, self.operand = action
        self.step: Any = s.flow[-1]

    @cached_property
    def after(self) -> ElricState:
        """The position when the step has carried the action out, up to the next question; the dice are no true ones."""
        after = self.s.copy()
        after.journal = []  # type: ignore[misc]
        after.dice.drawn = []  # type: ignore[misc]
        steps: list[Any] = after.flow
        steps[-1].take(after, (self.verb, self.operand))
        while steps and not steps[-1].needs_decision:
            steps[-1].run(after)
        return after

    @cached_property
    def rolls(self) -> bool:
        """Whether dice are rolled or spells drawn before the next question, so that `after` tells nothing for sure."""
        return bool(self.after.dice.drawn)

    # Telling

    def warning(self, key: str, clause: str, event: str = "", chance: float = 1.0, **data: Any) -> Consequence:
        return self.line("warning", key, clause, event, chance, **data)

    def note(self, key: str, clause: str, event: str = "", chance: float = 1.0, **data: Any) -> Consequence:
        return self.line("note", key, clause, event, chance, **data)

    def line(
        self, weight: Weight, key: str, clause: str, event: str = "", chance: float = 1.0, **data: Any
    ) -> Consequence:
        where = {"spaces": [AREA_KEY[data["area"]]]} if "area" in data else {}
        return Consequence(weight, self.words.say(f"preview.{key}", **data), clause, where, event, chance)

    def unused(
        self, key: str, areas: Iterable[int], clause: str, weight: Weight = "note", **data: Any
    ) -> UnusedOption:
        """What is still to be done in some areas; the text may name them as {areas}."""
        places = tuple(areas)
        text = self.words.say(f"unused.{key}", areas=places, **data)
        return UnusedOption(text, tuple([AREA_KEY[area] for area in places]), clause=clause, weight=weight)

    def in_six(self, count: int) -> str:
        """So many faces of a die as a chance: "4 in 6 (67%)"."""
        return self.share(max(0, min(SIDES, count)), SIDES)

    def share(self, count: int, of: int) -> str:
        return self.words.say("odds.chance", count=count, of=of, percent=round(100 * count / of) if of else 0)


PreviewRule = Callable[[PreviewContext], Iterable[PreviewItem]]
"""Previews one action: returns its consequences, odds and unused options."""
