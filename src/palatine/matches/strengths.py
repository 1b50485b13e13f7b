"""Descriptions of how well the bots of a game play, as used in pages, terminal and HTTP."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine import registry
from palatine.core import Game
from palatine.matches.wording import words


class Strength(msgspec.Struct, frozen=True):
    """A bot, with one line on its strength and speed."""

    bot: str
    text: str


def strengths(game: Game[Any]) -> tuple[Strength, ...]:
    """Return the bots that seats of a match can be given, weakest first."""
    return tuple([Strength(each, strength(game, each)) for each in registry.bots_by_strength(game)])


def strength(game: Game[Any], bot: str) -> str:
    """Return one line on how well and how slowly a bot plays."""
    known = words().has(f"strength.{bot}")
    key = bot if known else "usual" if bot == registry.bots(game)[0] else "other"
    return words().say(f"strength.{key}", seconds=int(game.evaluation.seconds))
