"""The registry of Adventurer Kings's previews, by the type of action that an order gives."""

from __future__ import annotations

from typing import Final

from palatine.core import DecisionRegistry

DECISIONS: Final = DecisionRegistry()
preview = DECISIONS.preview
