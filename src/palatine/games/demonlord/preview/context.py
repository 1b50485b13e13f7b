"""Context of a preview of Demonlord: an action, and what its side can see of the enemy."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from palatine.core import Action
from palatine.core.guidance.preview import Odds, Part, Result
from palatine.core.guidance.preview_context import Losses, PreviewedGame
from palatine.core.guidance.preview_context import PreviewContext as CorePreviewContext
from palatine.games.demonlord.components.pieces import IS_TROOP
from palatine.games.demonlord.components.world import hex_name
from palatine.games.demonlord.preview.perception import Foe, Perception
from palatine.games.demonlord.state import DemonlordState


class PreviewContext(CorePreviewContext[DemonlordState]):
    """An action before it is taken; of the enemy, only `sight` and `known` may be used.

    The state is determinized for its seat.
    """

    def __init__(self, game: PreviewedGame, s: DemonlordState, seat: str, action: Action) -> None:
        super().__init__(game, s, seat, action)
        self.side, self.enemy = self.place, 1 - self.place
        self.x = self.operand

    @cached_property
    def sight(self) -> Perception:
        return Perception(self.s, self.side)

    def known(self, h: int) -> list[int]:
        """Return enemy units in a hex whose faces this side has seen: the top one, and others (H16)."""
        stack = self.s.stack(self.enemy, h)
        return [u for i, u in enumerate(stack) if not i or u in self.s.seen]

    def known_troops(self, foe: Foe) -> int:
        """Return the minimum number of troops in an enemy stack."""
        return len([u for u in self.known(foe.hex) if IS_TROOP[u]])

    def is_all_known(self, h: int) -> bool:
        return len(self.known(h)) == len(self.s.stack(self.enemy, h))

    def say(self, key: str, **data: Any) -> str:
        return self.words.say(key, side=self.side, enemy=self.enemy, **data)

    def spaces(self, places: Iterable[int]) -> tuple[str, ...]:
        return tuple([hex_name(h) for h in places])

    def odds(
        self,
        key: str,
        results: Iterable[Result],
        clause: str,
        parts: Iterable[Part] = (),
        plays: int = 0,
        **data: Any,
    ) -> Odds:
        return Odds(self.say(f"odds.{key}", **data), tuple(results), tuple(parts), clause, plays)

    def result(
        self, key: str, chance: float, losses: Losses | None = None, *, of: int | None = None, **data: Any
    ) -> Result:
        return Result(self.say(f"odds.{key}", **data), chance, losses or {}, of)
