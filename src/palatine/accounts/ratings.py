"""Ratings: what finished matches say of how strong somebody is, by game and class of scenarios.

The model is openskill's BradleyTerryPart over whole orders of finish, from 2 to 32 seats. Bots are players like others.
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
SURE = 5.0
"""A number is shown once its sigma lies below."""
How = Literal["", "left", "late", "drawn", "lost"]
Key = tuple[str, str, str]
"""A player (an account, or "bot NAME"), a game and a class of scenarios."""


class RankedResult(msgspec.Struct, frozen=True):
    """How somebody fared in a match. Rank 1 is the best of as many as took part."""

    match: str
    place: int
    n: int
    account: str
    bot: str
    game: str
    kind: str
    rank: int
    of: int
    how: How
    """Whether they left before the end, took the seat over, drew, or lost alone; else ""."""
    rated: bool
    time: str
    arrival: int = 0

    @property
    def player(self) -> str:
        """The name it is rated under; "" for nobody."""
        return self.account or (f"bot {self.bot}" if self.bot else "")


class Rating(msgspec.Struct, frozen=True):
    """What is known of a player's strength in a game: a mean, how unsure it is, and of how many matches it is made."""

    player: str
    game: str
    kind: str
    mu: float = MU
    sigma: float = SIGMA
    n: int = 0

    @property
    def low(self) -> float:
        """What the player is at least worth."""
        return self.mu - 3 * self.sigma

    @property
    def number(self) -> int | None:
        """The number that is shown; None while it would say little."""
        return round(1000 + 20 * self.low) if self.sigma < SURE else None


def after_match(match: Sequence[RankedResult], known: Callable[[Key], Rating]) -> list[Rating]:
    """The new ratings of those who took part in a match, given what is known of them.

    Who left comes after all others; those who stayed are measured among themselves, while there are two of them; and
    who took over a seat can only gain.
    """
    taking_part = sorted([each for each in match if each.player], key=lambda each: (each.place, each.n))
    before = {_key(each): known(_key(each)) for each in taking_part}
    everybody = _measured(taking_part, before)
    stayed = [each for each in taking_part if each.how != "left"]
    among = _measured(stayed, before) if len(stayed) > 1 else everybody
    after = {**everybody, **among}
    late = {_key(each) for each in taking_part if each.how == "late"}
    return [rating for key, rating in after.items() if key not in late or rating.low > before[key].low]


def _measured(match: Sequence[RankedResult], before: dict[Key, Rating]) -> dict[Key, Rating]:
    """What a match would make of its players; a bot that sat on several seats gets the mean of them."""
    model = _model()
    teams = [[model.rating(mu=before[_key(each)].mu, sigma=before[_key(each)].sigma)] for each in match]
    rated = model.rate(teams, ranks=[float(each.rank) for each in match]) if len(match) > 1 else teams
    seats: dict[Key, list[Any]] = {}
    for each, (rating,) in zip(match, rated, strict=True):
        seats.setdefault(_key(each), []).append(rating)
    return {key: _mean(before[key], found) for key, found in seats.items()}


def _mean(before: Rating, found: list[Any]) -> Rating:
    mu = sum(each.mu for each in found) / len(found)
    sigma = sum(each.sigma for each in found) / len(found)
    return msgspec.structs.replace(before, mu=mu, sigma=sigma, n=before.n + 1)


def _key(result: RankedResult) -> Key:
    return result.player, result.game, result.kind


@cache
def _model() -> BradleyTerryPart:
    return BradleyTerryPart(mu=MU, sigma=SIGMA)


class Ratings:
    """The table of ratings. It follows from the results, in the order in which they arrived."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of(self, player: str) -> list[Rating]:
        """All ratings of a player, by game."""
        wanted = select(ratings).where(ratings.c.player == player).order_by(ratings.c.game, ratings.c.kind)
        with self.database.reading() as connection:
            return [Rating(*row) for row in connection.execute(wanted)]

    def of_all(self, players: Iterable[str], game: str, kind: str) -> dict[str, Rating]:
        """The ratings of several players in a game, where they have any."""
        c = ratings.c
        wanted = select(ratings).where(c.player.in_(list(players)), c.game == game, c.kind == kind)
        with self.database.reading() as connection:
            return {row.player: Rating(*row) for row in connection.execute(wanted)}

    def best(self, game: str, kind: str, limit: int = 50) -> list[Rating]:
        """Who is rated highest in a game, of those whose number is shown."""
        c = ratings.c
        wanted = select(ratings).where(c.game == game, c.kind == kind, c.sigma < SURE)
        ordered = wanted.order_by((c.mu - 3 * c.sigma).desc(), c.player).limit(limit)
        with self.database.reading() as connection:
            return [Rating(*row) for row in connection.execute(ordered)]

    def rerate(self) -> int:
        """Calculate all ratings again from the results; return the number of matches."""

        return self.database.write(reckon_anew)


def reckon_anew(connection: Connection) -> int:
    """Calculate all ratings again from the results, within a transaction; return the number of matches."""
    connection.execute(delete(ratings))
    order = (results.c.arrival, results.c.place, results.c.n)
    found = connection.execute(select(results).where(results.c.rated).order_by(*order)).mappings().all()
    matches: dict[int, list[RankedResult]] = {}
    for row in found:
        matches.setdefault(row["arrival"], []).append(RankedResult(**row))
    for match in matches.values():
        follow(connection, match)
    return len(matches)


def follow(connection: Connection, match: Sequence[RankedResult]) -> None:
    """Change the ratings by a rated match, within a transaction."""

    def known(key: Key) -> Rating:
        c = ratings.c
        row = connection.execute(
            select(ratings).where(c.player == key[0], c.game == key[1], c.kind == key[2])
        ).first()
        return Rating(*key) if row is None else Rating(*row)

    for rating in after_match(match, known):
        _put(connection, rating)


def _put(connection: Connection, rating: Rating) -> None:
    c, values = ratings.c, msgspec.structs.asdict(rating)
    here = (c.player == rating.player, c.game == rating.game, c.kind == rating.kind)
    if not connection.execute(update(ratings).where(*here).values(**values)).rowcount:
        connection.execute(insert(ratings), values)
