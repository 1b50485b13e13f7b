"""The part of the house that guides its players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palatine.core import Goal, SheetForm
from palatine.core.guidance.advice import Advice
from palatine.core.guidance.analysis import Analysis
from palatine.core.guidance.preview import Preview
from palatine.core.guidance.recap import Recap
from palatine.matches.guidance import (
    advice,
    analysis,
    automatic_setup,
    chapters,
    expectations,
    previews,
    recaps,
    stories,
)
from palatine.matches.guidance.answers import Chapter, Expected, KeyDecision, SheetPreview, Story
from palatine.matches.orders import sheets
from palatine.matches.responses import MatchView
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.seat_owners import SeatKey


class GuidanceService:
    """Foresight, recollection, advice, setting up, stories; what `MatchService` raises these raise, too."""

    _context: MatchRuntime
    _analyses: analysis.Analyses

    def preview(self, match: str, key: SeatKey, actions: Sequence[Sequence[Any]], version: int) -> Preview:
        """What will come of one action of a seat that saw `version`, or of several one after the other.

        It tells nothing that the seat may not know, and does nothing. Raises Conflict when the match stands at
        another version, Refused when the first action is not legal.
        """
        return previews.preview(self._context, match, key, actions, version)

    def preview_plan(self, match: str, key: SeatKey, goal: Goal, version: int) -> Preview:
        """What will come of the plan that the seat is offered for `goal`; raises as `foresee` does."""
        return previews.preview_plan(self._context, match, key, goal, version)

    def preview_sheet(self, match: str, key: SeatKey, text: str | bytes) -> SheetPreview:
        """What is wrong with a sheet of secret orders and, when it may be handed in, what will come of that."""
        return previews.preview_sheet(self._context, match, key, text)

    def form(self, match: str, key: SeatKey) -> SheetForm:
        """What the seat may write for the open turn: told, listed, and begun, with what it has written already."""
        return sheets.form_of(self._context, match, key)

    def recap(self, match: str, key: SeatKey | None = None, since: int | None = None) -> Recap:
        """What the seat of `key` (None: a spectator) may know of what happened above version `since`, as scenes;
        without that, since its own last move, or since the last turn of secret orders was run."""
        return recaps.recap(self._context, match, key, since)

    def chapters(self, match: str, seat: str | None = None) -> tuple[Chapter, ...]:
        """Where turns and phases begin, with their headings, as `seat` (None: a spectator; of a finished match also
        "referee": all) may know them."""
        return chapters.chapters(self._context, match, seat)

    def scenes(self, match: str, seat: str | None, after: int, upto: int) -> Recap:
        """What happened in the actions above number `after` up to `upto`; see `chapters`. It is for the caller to know
        that whoever asks holds the key of the seat."""
        return chapters.between(self._context, match, seat, after, upto)

    def advise(self, match: str, key: SeatKey) -> Advice:
        """What the game's strongest bot would do in place of the seat, from nothing the seat may not know, and why.

        Raises Refused where the match is played without advice, and where the seat has nothing to decide.
        """
        return advice.advise(self._context, match, key)

    def set_up(self, match: str, key: SeatKey, version: int) -> MatchView:
        """Have the game's strongest bot set up for the seat, all that it is asked now; it can be undone at once.

        Of secret orders its sheet becomes the draft. Raises Conflict, and Refused when there is nothing to set up.
        """
        return automatic_setup.set_up(self._context, match, key, version)

    def story(self, match: str, seat: str | None = None) -> Story:
        """How a finished match went, with scenes as `seat` (None: a spectator; "referee": all) saw them.

        Raises Refused while it is being played.
        """
        return stories.story(self._context, match, seat)

    def decisions(self, match: str) -> tuple[KeyDecision, ...]:
        """The decisions of a finished match after which the chances of who made them had changed most.

        Raises Refused while it is being played.
        """
        return analysis.decisions(self._context, match)

    def expectations(self, match: str) -> tuple[Expected, ...]:
        """What bots that think ahead expected of their plans, each when it was made.

        Raises Refused while the match is being played.
        """
        return expectations.expectations(self._context, match)

    def analyse(self, match: str, before: int, seat: str) -> Analysis:
        """What the decision of a seat was worth that began after so many actions: what was choice in it, what was
        hidden, what was dice. It may take a minute; what was found is kept.

        Raises Refused while the match is being played, and where the seat decided nothing there.
        """
        return analysis.analyse(self._context, self._analyses, match, before, seat)
