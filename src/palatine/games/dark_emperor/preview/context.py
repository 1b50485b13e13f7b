"""A position, an action, and what is sure to follow from it: all that a chapter needs to foretell anything."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from palatine.core import Action, Catalogue, Entry, Game, Tally
from palatine.core.guidance.preview import Consequence, Odds, Result, UnusedOption
from palatine.games.dark_emperor.components.world import hex_name
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.games.dark_emperor.view.wording import chance_text

REVEALS = ("found.monster", "found.device")
"""Entries that tell what lay face down: from there on nothing is sure."""


class PreviewContext:
    """What a seat is about to do in a position that it cannot tell from the true one."""

    def __init__(self, game: Game[DarkEmperorState], s: DarkEmperorState, seat: str, action: Action) -> None:
        self.game = game
        self.words: Catalogue = game.words
        self.s = s
        self.seat = seat
        self.side = s.seats.index(seat)
        self.action = action
        self.verb, self.operand = action
        self.step: Any = s.flow[-1] if s.flow else None

    @cached_property
    def after(self) -> DarkEmperorState:
        """The position after the action, dealt and rolled as it happens to be; only what is `sure` may be told."""
        twin = self.s.copy()
        twin.journal = []  # type: ignore[misc]
        twin.dice.drawn = []  # type: ignore[misc]
        self.game.take(twin, self.seat, self.action)
        return twin

    @cached_property
    def entries(self) -> list[Entry]:
        """What is sure to happen: all that is told before anybody rolls or turns up a marker."""
        found = []
        for entry in self.after.journal or []:
            if entry.tally is not None or entry.kind in REVEALS:
                break
            found.append(entry)
        return found

    @cached_property
    def roll(self) -> Entry | None:
        """The first entry of a roll that the action leads to at once; its kind and dice follow chance."""
        told = self.after.journal or []
        next_ = told[len(self.entries)] if len(told) > len(self.entries) else None
        return next_ if next_ is not None and next_.tally is not None else None

    @cached_property
    def is_sure(self) -> bool:
        """Whether nothing is rolled or turned up in the course of the action, so that `after` holds."""
        after = self.after
        return not after.dice.drawn and len(self.entries) == len(after.journal or [])

    # Telling

    def say(self, key: str, **data: Any) -> str:
        return self.words.say(key, **data)

    def chance(self, count: int, of: int = 6) -> str:
        return chance_text(self.words, count, of)

    def warn(self, key: str, clause: str, *, event: str = "", chance: float = 1.0, **data: Any) -> Consequence:
        """A warning, by the key of its text below `foresee`."""
        return Consequence("warning", self.say(f"preview.{key}", **data), clause, sendable(data), event, chance)

    def note(self, key: str, clause: str, *, event: str = "", chance: float = 1.0, **data: Any) -> Consequence:
        return Consequence("note", self.say(f"preview.{key}", **data), clause, sendable(data), event, chance)

    def warn_if(self, is_grave: bool, key: str, clause: str, **data: Any) -> Consequence:
        """A warning, or but a note."""
        return self.warn(key, clause, **data) if is_grave else self.note(key, clause, **data)

    def unused(
        self,
        key: str,
        clause: str,
        places: Any = (),
        *,
        action: Action | None = None,
        grave: bool = False,
        **data: Any,
    ) -> UnusedOption:
        """Something left undone, by the key of its text below `unused`."""
        spaces = tuple([hex_name(h) for h in places if h >= 0])
        text = self.say(f"unused.{key}", **data)
        return UnusedOption(text, spaces, action, clause, "warning" if grave else "note")

    def two_ways(self, title: str, tally: Tally, wins: int, of: int, keys: tuple[str, str], **data: Any) -> Odds:
        """The odds of a roll that works or does not."""
        works, fails = [self.say(f"odds.{key}", **data) for key in keys]
        results = (Result(works, wins / of, of=of), Result(fails, (of - wins) / of, of=of))
        return Odds(title, tuple([each for each in results if each.chance]), self.parts(tally))

    def parts(self, tally: Tally) -> tuple[tuple[str, str, str], ...]:
        """What is reckoned with, as odds tell it."""
        return tuple([
            (self.say("odds.amount", amount=part.amount), self.say(f"tally.{part.reason}"), part.clause)
            for part in tally.parts
        ])  # fmt: skip


def sendable(data: dict[str, Any]) -> dict[str, Any]:
    """The figures of a text as data that can be sent: tuples for lists."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
