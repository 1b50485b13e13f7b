"""What the captain sees of a position, what he judges it by, and what he bears in mind."""

from __future__ import annotations

from palatine.games.demonlord.bot.parameters import USUAL, CaptainParameters
from palatine.games.demonlord.preview.perception import Perception
from palatine.games.demonlord.state import DemonlordState


class BotMemory:
    """What the captain of one side bears in mind from one decision to the next."""

    def __init__(self) -> None:
        self.plan: object = None
        """The plan of the movement step that he is carrying out; whoever asks for it looks whether it still holds."""


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
