"""Context of the preview of a line: the order, the states before and after, its battles."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core import Catalogue, ShownChance
from palatine.core.guidance.preview import Consequence, Weight
from palatine.core.messages import capitalize
from palatine.games.lord_and_master.preview.battles import Fight
from palatine.games.lord_and_master.rules.common.naming import with_names
from palatine.games.lord_and_master.state import NO_PERSON, State


class LineContext(msgspec.Struct):
    """A line of a rehearsal."""

    words: Catalogue
    number: int
    order: Any
    me: int
    before: State
    after: State
    notes: list[tuple[str, dict[str, Any]]]
    """Notes of the rehearsal."""
    chances: list[tuple[str, ShownChance]]
    """The chances among the notes, each with the kind of its note."""
    fights: list[Fight]
    who: int = NO_PERSON
    """The character whose order it is."""

    def said(
        self, weight: Weight, what: str, clause: str, event: str = "", *rolls: ShownChance, **facts: Any
    ) -> Consequence:
        """Return a consequence of this line with the message `preview.<what>`.

        Its text contains the chances of the `rolls`. That of the first is the chance of the event.
        """
        named = with_names(self.before, facts)
        text = capitalize(self.words.say(f"preview.{what}", **named))
        chance = rolls[0].probability if rolls and event else 1.0
        return Consequence(weight, text, clause, event=event, chance=chance, line=self.number).with_chances(rolls)

    def warn(self, what: str, clause: str, event: str = "", *rolls: ShownChance, **facts: Any) -> Consequence:
        """Return a consequence of weight "warning"."""
        return self.said("warning", what, clause, event, *rolls, **facts)

    def note(self, what: str, clause: str, event: str = "", *rolls: ShownChance, **facts: Any) -> Consequence:
        """Return a consequence of weight "note"."""
        return self.said("note", what, clause, event, *rolls, **facts)

    def odds_of(self, kind: str) -> list[tuple[ShownChance, dict[str, Any]]]:
        """Return the chances among the notes of a kind, each with the data of its note."""
        return list(zip(self.chances_of(kind), [data for other, data in self.notes if other == kind], strict=True))

    def chances_of(self, kind: str) -> list[ShownChance]:
        """Return the chances among the notes of a kind."""
        return [chance for other, chance in self.chances if other == kind]

    @property
    def name(self) -> str:
        """The name of the character or demon whose order it is."""
        return self.before.people[self.who].name if self.who != NO_PERSON else str(getattr(self.order, "name", ""))
