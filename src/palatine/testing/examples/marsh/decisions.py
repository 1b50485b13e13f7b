"""The registry of previews and of the captain's decisions, by type of step."""

from __future__ import annotations

from palatine.core import DecisionRegistry

DECISIONS = DecisionRegistry()
decides, preview = DECISIONS.decides, DECISIONS.preview
