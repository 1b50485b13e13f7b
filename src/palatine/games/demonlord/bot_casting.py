"""The captain's special spells: which, by whom, where."""

from __future__ import annotations

from palatine.core import Action
from palatine.games.demonlord.bot_sight import Sight
from palatine.games.demonlord.magic import PASS, Speak


def speak(sight: Sight, step: Speak, actions: list[Action]) -> Action:
    return PASS
