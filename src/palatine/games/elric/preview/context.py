"""The context of a preview: an action, in the position as its seat sees it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from palatine.core.guidance.preview_context import PreviewContext as CorePreviewContext
from palatine.games.elric.components.world import AREA_KEY
from palatine.games.elric.state import ElricState


class PreviewContext(CorePreviewContext[ElricState]):
    """An action of a seat, in a position where hidden information is a random deal."""

    @cached_property
    def rolls(self) -> bool:
        """True if dice are rolled or spells drawn before the next decision.

        `after` is then one result of several.
        """
        return bool(self.after.dice.drawn)

    def client_data(self, data: dict[str, Any]) -> dict[str, Any]:
        return {"spaces": [AREA_KEY[data["area"]]]} if "area" in data else {}

    def spaces(self, places: Iterable[int]) -> tuple[str, ...]:
        return tuple([AREA_KEY[area] for area in places])
