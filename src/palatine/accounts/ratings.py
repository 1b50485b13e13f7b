"""Ratings of players from finished matches, by game and class of scenarios.

The model is openskill's BradleyTerryPart over complete rankings, from 2 to 32 seats. Bots are rated like other
players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Literal

import msgspec
from openskill.models import BradleyTerryPart
from sqlalchemy import Connection, delete, insert, select, update

from palatine.store.engine import Database
from palatine.store.schema_people import ratings, results

MU, SIGMA = 25.0, 25.0 / 3
MAX_SHOWN_SIGMA = 5.0
"""Maximum sigma at which a rating is shown."""
ResultReason = Literal["", "left", "late", "drawn", "lost"]
RatingKey = tuple[str, str, str]
"""A player (an account, or "bot NAME"), a game and a class of scenarios."""


class RankedResult(msgspec.Struct, frozen=True):
    """The result of a player in a match. Rank 1 is the best; `of` is the number of participants."""

    match: str
    place: int
    n: int
    account: str
    bot: str
    game: str
    kind: str
    rank: int
    of: int
    how: ResultReason
    """"left" before the end, took over "late", "drawn", or "lost" alone; "" otherwise."""
    rated: bool
    time: str
    arrival: int = 0

    @property
    def player(self) -> str:
        """The name that it is rated under; "" for none."""
        return self.account or (f"bot {self.bot}" if self.bot else "")


class Rating(msgspec.Struct, frozen=True):
    """The estimated strength of a player in a game: mean, uncertainty and number of matches."""

    player: str
    game: str
    kind: str
    mu: float = MU
    sigma: float = SIGMA
    n: int = 0

    @property
    def low(self) -> float:
        """Conservative estimate: three sigmas below the mean."""
        return self.mu - 3 * self.sigma

    @property
    def number(self) -> int | None:
        """The displayed rating; None while it is too uncertain."""
        return round(1000 + 20 * self.low) if self.sigma < MAX_SHOWN_SIGMA else None


def updated_ratings(match: Sequence[RankedResult], known: Callable[[RatingKey], Rating]) -> list[Rating]:
    """Return the new ratings of all participants of a match.

    Players who left rank last. Those who stayed are rated among themselves if there are at least two. A player who
    took over a seat can only gain.
    """
    taking_part = sorted([each for each in match if each.player], key=lambda each: (each.place, each.n))
    before = {_key(each): known(_key(each)) for each in taking_part}
    everybody = _measured(taking_part, before)
    stayed = [each for each in taking_part if each.how != "left"]
    among = _measured(stayed, before) if len(stayed) > 1 else everybody
    after = {**everybody, **among}
    late = {_key(each) for each in taking_part if each.how == "late"}
    return [rating for key, rating in after.items() if key not in late or rating.low > before[key].low]


def _measured(match: Sequence[RankedResult], before: dict[RatingKey, Rating]) -> dict[RatingKey, Rating]:
    """Return the ratings after a match; a bot on several seats gets their mean."""
    model = _model()
    teams = [[model.rating(mu=before[_key(each)].mu, sigma=before[_key(each)].sigma)] for each in match]
    rated = model.rate(teams, ranks=[float(each.rank) for each in match]) if len(match) > 1 else teams
    seats: dict[RatingKey, list[Any]] = {}
    for each, (rating,) in zip(match, rated, strict=True):
        seats.setdefault(_key(each), []).append(rating)
    return {key: _mean(before[key], found) for key, found in seats.items()}


def _mean(before: Rating, found: list[Any]) -> Rating:
    mu = sum(each.mu for each in found) / len(found)
    sigma = sum(each.sigma for each in found) / len(found)
    return msgspec.structs.replace(before, mu=mu, sigma=sigma, n=before.n + 1)


def _key(result: RankedResult) -> RatingKey:
    return result.player, result.game, result.kind


@cache
def _model() -> BradleyTerryPart:
    return BradleyTerryPart(mu=MU, sigma=SIGMA)


class Ratings:
    """The table of ratings, derived from the results in order of their arrival."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of_player(self, player: str) -> list[Rating]:
        """Return all ratings of a player by game."""
        wanted = select(ratings).where(ratings.c.player == player).order_by(ratings.c.game, ratings.c.kind)
        with self.database.reading() as connection:
            return [Rating(*row) for row in connection.execute(wanted)]

    def of_players(self, players: Iterable[str], game: str, kind: str) -> dict[str, Rating]:
        """Return the ratings of several players in a game, as far as they have one."""
        c = ratings.c
        wanted = select(ratings).where(c.player.in_(list(players)), c.game == game, c.kind == kind)
        with self.database.reading() as connection:
            return {row.player: Rating(*row) for row in connection.execute(wanted)}

    def leaderboard(self, game: str, kind: str, limit: int = 50) -> list[Rating]:
        """Return the highest displayed ratings in a game."""
        c = ratings.c
        wanted = select(ratings).where(c.game == game, c.kind == kind, c.sigma < MAX_SHOWN_SIGMA)
        ordered = wanted.order_by((c.mu - 3 * c.sigma).desc(), c.player).limit(limit)
        with self.database.reading() as connection:
            return [Rating(*row) for row in connection.execute(ordered)]

    def rerate(self) -> int:
        """Recalculate all ratings from the results; return the number of matches."""
        return self.database.write(recalculate_ratings)


def recalculate_ratings(connection: Connection) -> int:
    """Recalculate all ratings within a transaction; return the number of matches."""
    connection.execute(delete(ratings))
    order = (results.c.arrival, results.c.place, results.c.n)
    found = connection.execute(select(results).where(results.c.rated).order_by(*order)).mappings().all()
    matches: dict[int, list[RankedResult]] = {}
    for row in found:
        matches.setdefault(row["arrival"], []).append(RankedResult(**row))
    for match in matches.values():
        update_ratings(connection, match)
    return len(matches)


def update_ratings(connection: Connection, match: Sequence[RankedResult]) -> None:
    """Update the ratings with a rated match, within a transaction."""

    def known(key: RatingKey) -> Rating:
        c = ratings.c
        row = connection.execute(
            select(ratings).where(c.player == key[0], c.game == key[1], c.kind == key[2])
        ).first()
        return Rating(*key) if row is None else Rating(*row)

    for rating in updated_ratings(match, known):
        _store_rating(connection, rating)


def _store_rating(connection: Connection, rating: Rating) -> None:
    c, values = ratings.c, msgspec.structs.asdict(rating)
    here = (c.player == rating.player, c.game == rating.game, c.kind == rating.kind)
    if not connection.execute(update(ratings).where(*here).values(**values)).rowcount:
        connection.execute(insert(ratings), values)
