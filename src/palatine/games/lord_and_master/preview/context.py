"""A line of a sheet as it is foreseen: the order, what is known before and after it, and the battles it leads to."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core import Catalogue
from palatine.core.guidance.preview import Consequence, Weight
from palatine.core.messages import capital
from palatine.games.lord_and_master.preview.battles import Fight
from palatine.games.lord_and_master.rules.common.naming import with_names
from palatine.games.lord_and_master.state import NO_PERSON, State


class LineContext(msgspec.Struct):
    """One line in the course of a rehearsal."""

    words: Catalogue
    number: int
    order: Any
    me: int
    before: State
    after: State
    notes: dict[str, dict[str, Any]]
    """What the rehearsal noted, the last of each kind."""
    fights: list[Fight]
    who: int = NO_PERSON
    """The character whose order it is."""

    def said(
        self, weight: Weight, what: str, clause: str, event: str = "", chance: float = 1.0, **facts: Any
    ) -> Consequence:
        """An item of the preview of this line, said by `preview.<what>`."""
        named = with_names(self.before, facts)
        text = capital(self.words.say(f"preview.{what}", **named))
        return Consequence(weight, text, clause, event=event, chance=chance, line=self.number)

    def warn(self, what: str, clause: str, event: str = "", chance: float = 1.0, **facts: Any) -> Consequence:
        """Something that costs the seat dear."""
        return self.said("warning", what, clause, event, chance, **facts)

    def note(self, what: str, clause: str, event: str = "", chance: float = 1.0, **facts: Any) -> Consequence:
        """Something good to know."""
        return self.said("note", what, clause, event, chance, **facts)

    @property
    def name(self) -> str:
        """Who is ordered."""
        return self.before.people[self.who].name if self.who != NO_PERSON else str(getattr(self.order, "name", ""))
