"""The registry of Elric's previews and of its captain's decisions."""

from __future__ import annotations

from typing import Final

from palatine.core import DecisionRegistry

DECISIONS: Final = DecisionRegistry()
decides, preview = DECISIONS.decides, DECISIONS.preview
