"""A position from the captain's point of view, with its parameters and memory."""

from __future__ import annotations

from functools import cached_property

from palatine.games.demonlord.bot.parameters import USUAL, CaptainParameters
from palatine.games.demonlord.components.world import HOSAR
from palatine.games.demonlord.preview.perception import Perception
from palatine.games.demonlord.state import DemonlordState


class BotMemory:
    """Memory of the captain of one side between decisions."""

    def __init__(self) -> None:
        self.plan: object = None
        """Plan of the movement step in progress; users must check that it still fits."""


class CaptainPerception(Perception):
    """A position as the captain of `side` sees it."""

    def __init__(
        self,
        state: DemonlordState,
        side: int,
        parameters: CaptainParameters = USUAL,
        mind: BotMemory | None = None,
    ) -> None:
        super().__init__(state, side)
        self.parameters = parameters
        self.mind = BotMemory() if mind is None else mind

    @cached_property
    def must_gamble(self) -> bool:
        """True if this is the last turn, and the side would lose on points if it ended now."""
        return 0 < self.phases_left <= 2 and not self.wins_on_points(self.lead_in_points(with_turn=True))

    def wins_on_points(self, lead: int) -> bool:
        """Return whether a lead in points wins; equal points are Hosar's (VIC-08)."""
        return lead >= (0 if self.side == HOSAR else 1)
