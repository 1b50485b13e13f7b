"""Descriptions of how well the bots of a game play, as used in pages, terminal and HTTP."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine import registry
from palatine.core import Game
from palatine.matches.wording import catalogue


class Strength(msgspec.Struct, frozen=True):
    """A bot, with one line on its strength and speed."""

    bot: str
    text: str


def strengths(game: Game[Any]) -> tuple[Strength, ...]:
    """Return the bots that seats of a match can be given, weakest first."""
    return tuple([Strength(each, strength_text(game, each)) for each in registry.bots_by_strength(game)])


def strength_text(game: Game[Any], bot: str) -> str:
    """Return one line on how well and how slowly a bot plays, with what was measured."""
    known = catalogue().has(f"strength.{bot}")
    key = bot if known else "usual" if bot == registry.bots(game)[0] else "other"
    text = catalogue().say(f"strength.{key}", seconds=int(game.evaluation.seconds))
    found = game.levels.measured.get(bot)
    if found is None:
        return text
    measured = catalogue().say(
        "strength.measured" if found.seats == 2 else "strength.measured-among",
        won=found.won, games=found.games, others=found.seats - 1,
        setting=f" ({found.setting})" if found.setting else "",
    )  # fmt: skip
    return f"{text} {measured}"
