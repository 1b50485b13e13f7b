"""How well each bot of a game plays, in words: the same on the pages, in the terminal and over HTTP."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine import registry
from palatine.core import Game
from palatine.matches.wording import words


class Strength(msgspec.Struct, frozen=True):
    """A bot, and in one line how well it plays and how slowly."""

    bot: str
    text: str


def strengths(game: Game[Any]) -> tuple[Strength, ...]:
    """The bots that seats of a match may be given, the weakest first."""
    return tuple([Strength(each, strength(game, each)) for each in registry.levels(game)])


def strength(game: Game[Any], bot: str) -> str:
    """How well a bot plays, and how slowly, in one line."""
    known = words().has(f"strength.{bot}")
    key = bot if known else "usual" if bot == registry.bots(game)[0] else "other"
    return words().say(f"strength.{key}", seconds=int(game.evaluation.seconds))
