"""Registry of Demonlord's previews, costs and captain's decisions."""

from __future__ import annotations

from typing import Final

from palatine.core import DecisionRegistry

DECISIONS: Final = DecisionRegistry()
cost, decides, preview = DECISIONS.cost, DECISIONS.decides, DECISIONS.preview
