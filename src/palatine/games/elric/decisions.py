"""Registry of Elric's previews and of the decisions of its captain bot."""

from __future__ import annotations

from typing import Final

from palatine.core import DecisionRegistry

DECISIONS: Final = DecisionRegistry()
decides, preview = DECISIONS.decides, DECISIONS.preview
