"""A position from the captain's point of view, with its parameters and memory."""

from __future__ import annotations

from palatine.games.demonlord.bot.parameters import USUAL, CaptainParameters
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
