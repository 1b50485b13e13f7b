"""Standings of a tournament: ratings, seat advantages and results of the pairings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from palatine.core import Unreadable
from palatine.lab.studies.games import StudyGame
from palatine.lab.studies.plans import Tournament
from palatine.lab.studies.report.charts import WORDS
from palatine.lab.studies.statistics import BotRatings, rate
from palatine.lab.studies.storage import read_plan, read_records
from palatine.lab.studies.tournaments import Pair, PairResult, arrangements, ladder, met, pairs_of, table_of


class Standings(msgspec.Struct, frozen=True):
    """Results of a tournament."""

    ratings: BotRatings
    order: tuple[str, ...]
    """The bots, best first: by rank for a ladder, otherwise by rating."""
    meetings: tuple[tuple[str, str, PairResult], ...]


def standings(asked: Tournament, records: Sequence[StudyGame]) -> Standings:
    """Return the standings after these games."""
    ratings = rate([table_of(record) for record in records], asked.sure)
    ways = arrangements(asked)
    games: dict[Pair, list[StudyGame]] = {pair: [] for pair in pairs_of(asked)}
    for record in records:
        games[pairs_of(asked)[record.setting // ways]].append(record)
    found = {pair: met(asked, pair, played) for pair, played in games.items()}
    if asked.kind == "ladder":
        order = tuple(asked.bots[each] for each in ladder(asked, found))
    else:
        order = tuple(sorted(ratings.bots, key=lambda bot: -ratings.bots[bot].value))
    pairs = [
        (asked.bots[one], asked.bots[other], each)
        for (one, other), each in found.items() if each.share.n + each.unwon
    ]  # fmt: skip
    return Standings(ratings, order, tuple(pairs))


def standing_lines(folder: Path) -> list[str]:
    """Return the standings of the tournament in a folder as text.

    Raises Unreadable for the records of a study.
    """
    asked = read_plan(folder).tournament
    if asked is None:
        raise Unreadable(f"{folder} holds the records of a study, not of a tournament.")
    found = standings(asked, read_records(folder))
    lines = [_rated(place, bot, found) for place, bot in enumerate(found.order, 1)]
    return [*lines, *[verdict(asked, *each) for each in found.meetings]]


def _rated(place: int, bot: str, found: Standings) -> str:
    rating = found.ratings.bots.get(bot)
    if rating is None:
        return WORDS.say("standing.unrated", place=place, bot=bot)
    low, high = round(rating.low), round(rating.high)
    return WORDS.say(
        "standing.rated", place=place, bot=bot, rating=round(rating.value), low=low, high=high, n=rating.n
    )


def verdict(asked: Tournament, one: str, other: str, each: PairResult) -> str:
    """Return the result of a pairing as a sentence."""
    kind = {1: "above", -1: "below", 0: "open"}[each.verdict]
    question = "bar" if asked.kind == "gauntlet" else "pair"
    values = {"share": each.share.value, "low": each.share.low, "high": each.share.high, "bar": asked.bar}
    figures = {name: f"{100 * value:.0f}" for name, value in values.items()}
    text = WORDS.say(f"standing.{question}.{kind}", one=one, other=other, n=each.share.n, **figures)
    return f"{text} {WORDS.say(f'standing.{question}.unwon', n=each.unwon)}" if each.unwon else text
