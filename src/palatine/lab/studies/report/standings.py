"""Results of tournaments and pools as text: ratings, pairings, and each bot's worst result."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import msgspec

from palatine.core import Unreadable
from palatine.lab.studies.games import StudyGame
from palatine.lab.studies.plans import Tournament
from palatine.lab.studies.pools import PoolResult, is_search_bot
from palatine.lab.studies.report.charts import MESSAGES
from palatine.lab.studies.statistics import BotRatings, Interval, fit_ratings
from palatine.lab.studies.storage import read_plan, read_records
from palatine.lab.studies.tournaments import (
    Pair,
    PairResult,
    ladder_order,
    pair_result,
    pairings,
    rated_game,
    seatings_per_round,
)


class Standings(msgspec.Struct, frozen=True):
    """Results of a tournament."""

    ratings: BotRatings
    order: tuple[str, ...]
    """The bots, best first: by rank for a ladder, otherwise by rating."""
    meetings: tuple[tuple[str, str, PairResult], ...]


def standings(tournament: Tournament, records: Sequence[StudyGame]) -> Standings:
    """Return the standings after these games."""
    ratings = fit_ratings([rated_game(record) for record in records], tournament.sure)
    ways = seatings_per_round(tournament)
    games: dict[Pair, list[StudyGame]] = {pair: [] for pair in pairings(tournament)}
    for record in records:
        games[pairings(tournament)[record.setting // ways]].append(record)
    found = {pair: pair_result(tournament, pair, played) for pair, played in games.items()}
    if tournament.kind == "ladder":
        order = tuple(tournament.bots[each] for each in ladder_order(tournament, found))
    else:
        order = tuple(sorted(ratings.bots, key=lambda bot: -ratings.bots[bot].value))
    pairs = [
        (tournament.bots[one], tournament.bots[other], each)
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
    return [*lines, *[verdict_text(asked, *each) for each in found.meetings]]


def _rated(place: int, bot: str, found: Standings) -> str:
    rating = found.ratings.bots.get(bot)
    if rating is None:
        return MESSAGES.say("standing.unrated", place=place, bot=bot)
    low, high = round(rating.low), round(rating.high)
    return MESSAGES.say(
        "standing.rated", place=place, bot=bot, rating=round(rating.value), low=low, high=high, n=rating.n
    )


def verdict_text(tournament: Tournament, first: str, second: str, result: PairResult) -> str:
    """Return the result of a pairing as a sentence."""
    kind = {1: "above", -1: "below", 0: "open"}[result.verdict]
    question = "bar" if tournament.kind == "gauntlet" else "pair"
    values = {
        "share": result.share.value,
        "low": result.share.low,
        "high": result.share.high,
        "bar": tournament.bar,
    }
    figures = {name: f"{100 * value:.0f}" for name, value in values.items()}
    text = MESSAGES.say(f"standing.{question}.{kind}", one=first, other=second, n=result.share.n, **figures)
    return f"{text} {MESSAGES.say(f'standing.{question}.unwon', n=result.unwon)}" if result.unwon else text


def pool_lines(results: Sequence[PoolResult]) -> list[str]:
    """Return the results of a pool as text, in the order of `pool_results`."""
    lines = []
    for bot, found in groupby(results, key=lambda result: result.bot):
        of_bot = list(found)
        lines += [MESSAGES.say("pool.worst", bot=bot, result=_pool_text(of_bot[0]))]
        lines += [f"  {_pool_text(each)}" for each in of_bot[1:]]
    usual = "two" if len({each.seat for each in results}) == 2 else "more"
    for goal, found in groupby(results, key=lambda each: "search" if is_search_bot(each.bot) else usual):
        judged = list(found)
        above = sum(each.excess > 0 for each in judged)
        lines.append(MESSAGES.say(f"pool.goal.{goal}", above=above, n=len(judged)))
    return lines


def _pool_text(result: PoolResult) -> str:
    # The result is clearly above the goal only if the whole interval is.
    verdict = "met" if result.excess <= 0 else "clear" if result.share.low > result.limit else "above"
    return MESSAGES.say(
        f"pool.{verdict}",
        member=result.member, seat=result.seat, n=result.share.n, **_percent("", result.share),
        standard=result.standard, **_percent("own_", result.own), limit=f"{100 * result.limit:.0f}",
    )  # fmt: skip


def _percent(prefix: str, each: Interval) -> dict[str, str]:
    values = {"share": each.value, "low": each.low, "high": each.high}
    return {prefix + name: f"{100 * value:.0f}" for name, value in values.items()}
