"""The registry of Lord and Master's previews, by the type of order or of action."""

from __future__ import annotations

from typing import Final

from palatine.core import DecisionRegistry

DECISIONS: Final = DecisionRegistry()
preview = DECISIONS.preview
