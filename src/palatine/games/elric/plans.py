"""Conveniences: whole stacks at one click."""

from __future__ import annotations

from palatine.core import Catalogue, Plan
from palatine.games.elric.state import ElricState


def plans(words: Catalogue, s: ElricState) -> list[Plan]:
    """What can be done in one go by the seat that is asked."""
    return []
