"""Results of finished matches, stored once by the first process that finds a match over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, exists, func, insert, select, update

from palatine.accounts.ratings import RankedResult, ResultReason, update_ratings
from palatine.core import Ranks, rank_seats
from palatine.store.compression import log_rows
from palatine.store.engine import Database
from palatine.store.schema import matches, seats, server_keys
from palatine.store.schema_people import accounts, match_terms, results, tenures

ARRIVAL_COUNTER = "arrivals"
"""Row that counts results. Its lock lets one process store results at a time."""
CALLED_OFF = "off"
"""Agreement by which a match ends without a result."""
TWO_PLAYERS, SEVERAL_PLAYERS = "two", "several"
"""Rating classes of scenarios: for two players, and for more."""


def rating_class(players: int) -> str:
    """Return the rating class of a scenario for that number of players."""
    return TWO_PLAYERS if players <= 2 else SEVERAL_PLAYERS


class FinishedMatch(msgspec.Struct, frozen=True):
    """A finished match with the data for its results."""

    match: str
    game: str
    time: str
    begun: str
    ranks: Ranks
    seats: tuple[tuple[str, str], ...]
    """Name and bot of each seat, in seat order."""
    tenures: tuple[tuple[int, int, str, str, str, str], ...]
    """Place, number, account, start, end and reason of each tenure."""
    rated: bool
    won: bool = True
    """True if there is a winner; otherwise the players of the first rank drew."""


class Results:
    """The table of results."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def matches_without_results(self, since: str = "") -> list[str]:
        """Return finished matches of accounts since a time without stored results, oldest first."""
        of_accounts = exists().where(tenures.c.match == matches.c.id)
        kept = exists().where(results.c.match == matches.c.id)
        over = (matches.c.status == "over", matches.c.updated >= since, matches.c.lesson.is_(None))
        wanted = select(matches.c.id).where(*over, of_accounts, ~kept).order_by(matches.c.updated, matches.c.id)
        with self.database.reading() as connection:
            return list(connection.execute(wanted).scalars())

    def store_missing(self, since: str = "") -> int:
        """Store all missing results since a time; return the number of matches."""
        return sum([self.store_results(match) for match in self.matches_without_results(since)])

    def store_results(self, match: str) -> bool:
        """Store the results of a match and update the ratings.

        Returns False if there is nothing to store.
        """

        def work(connection: Connection) -> bool:
            arrival = _next_arrival(connection)
            kept = select(results.c.match).where(results.c.match == match).limit(1)
            found = _finished(connection, match)
            if found is None or connection.execute(kept).first() is not None:
                return False
            made = [msgspec.structs.replace(each, arrival=arrival) for each in results_of(found)]
            connection.execute(insert(results), [msgspec.structs.asdict(each) for each in made])
            connection.execute(
                update(server_keys).where(server_keys.c.name == ARRIVAL_COUNTER).values(value=str(arrival).encode())
            )
            if made[0].rated:
                update_ratings(connection, made)
            return True

        return self.database.write(work)

    def of_account(self, account: str, limit: int = 100) -> list[RankedResult]:
        """Return the results of an account, latest first."""
        wanted = select(results).where(results.c.account == account).order_by(results.c.arrival.desc()).limit(limit)
        with self.database.reading() as connection:
            return [RankedResult(**row) for row in connection.execute(wanted).mappings()]

    def record_of(self, account: str) -> dict[str, tuple[int, int]]:
        """Return the numbers of matches played and won by an account, by game."""
        c = results.c
        wanted = select(c.game, func.count(), func.sum((c.rank == 1).cast(results.c.rank.type)))
        with self.database.reading() as connection:
            rows = connection.execute(wanted.where(c.account == account).group_by(c.game).order_by(c.game))
            return {game: (played, int(won or 0)) for game, played, won in rows}


def results_of(match: FinishedMatch) -> list[RankedResult]:
    """Return the results of all participants.

    A final player has the rank of the seat. Players who left before the end rank last. Without a winner, the best
    rank is 2.
    """
    entries = [entry for place in range(len(match.seats)) for entry in _entries(match, place)]
    order = [*match.ranks, ()]
    groups = [[entry for entry in entries if _group(entry, match) == at] for at in range(len(order))]
    made, before = [], 0
    for at, group in enumerate(groups):
        unwon: ResultReason = "" if at or match.won else "drawn" if len(group) > 1 else "lost"
        made += [_result(match, entry, before + 1 + bool(unwon), len(entries), unwon) for entry in group]
        before += len(group)
    return sorted(made, key=lambda each: (each.place, each.n))


class SeatResult(msgspec.Struct, frozen=True):
    """A player of a seat."""

    place: int
    n: int
    account: str
    bot: str
    how: ResultReason


def _entries(found: FinishedMatch, place: int) -> list[SeatResult]:
    """Return all players of a seat; a bot that only substituted is not one."""
    seat, bot = found.seats[place]
    if not any(seat in group for group in found.ranks):  # The referee's seat.
        return []
    held = [each for each in found.tenures if each[0] == place and (not each[4] or each[4] > found.begun)]
    entries, since = [], ""
    for _, n, account, began, until, why in held:
        since = since or began
        if until and why != "merged":
            entries.append(SeatResult(place, n, account, "", "left"))
        elif not until:
            entries.append(SeatResult(place, n, account, "", "late" if since > found.begun else ""))
        since = since if why == "merged" else ""
    return entries or [SeatResult(place, 0, "", bot, "")]


def _group(entry: SeatResult, found: FinishedMatch) -> int:
    """Return the rank group of a player: that of the seat, or the last for those who left."""
    seat = found.seats[entry.place][0]
    return len(found.ranks) if entry.how == "left" else next(i for i, g in enumerate(found.ranks) if seat in g)


def _result(found: FinishedMatch, entry: SeatResult, rank: int, of: int, unwon: ResultReason) -> RankedResult:
    kind = rating_class(sum([len(group) for group in found.ranks]))
    return RankedResult(
        found.match, entry.place, entry.n, entry.account, entry.bot, found.game, kind, rank, of,
        entry.how or unwon,
        found.rated, found.time,
    )  # fmt: skip


def _next_arrival(connection: Connection) -> int:
    """Return the number of the next result. Other processes wait until this transaction ends."""
    wanted = select(server_keys.c.value).where(server_keys.c.name == ARRIVAL_COUNTER).with_for_update()
    last = connection.execute(wanted).scalar()
    if last is None:
        connection.execute(insert(server_keys), {"name": ARRIVAL_COUNTER, "value": b"0"})
    return int(last or b"0") + 1


def _finished(connection: Connection, match: str) -> FinishedMatch | None:
    """Return the data of a finished match; None if it is not over or is a lesson."""
    row = connection.execute(select(matches).where(matches.c.id == match)).first()
    if row is None or row.status != "over" or row.lesson is not None:
        return None
    begun = next((record.time for record in log_rows(connection, match, ("begin",))), row.created)
    order = (tenures.c.place, tenures.c.n)
    held = connection.execute(select(tenures).where(tenures.c.match == match).order_by(*order)).all()
    table = connection.execute(select(seats).where(seats.c.match == match).order_by(seats.c.place)).all()
    names = tuple([(each.seat, each.bot) for each in table])
    found = FinishedMatch(
        match, row.game, row.updated, begun, ranks_of(row.outcome or {}, [name for name, _ in names]),
        names, tuple([(each.place, each.n, each.account, each.since, each.until, each.why) for each in held]), False,
        bool((row.outcome or {}).get("winners")),
    )  # fmt: skip
    counts = (row.outcome or {}).get("agreed") != "off"  # A match called off by agreement does not count.
    return msgspec.structs.replace(found, rated=counts and _is_rated(connection, row, results_of(found)))


def ranks_of(outcome: dict[str, Any], names: Sequence[str]) -> Ranks:
    """Return the ranks of a stored outcome; old ones contain only the winners."""
    if outcome.get("ranks"):
        return tuple([tuple(group) for group in outcome["ranks"]])
    return rank_seats(outcome.get("winners", ()), dict.fromkeys(names, 0))


def _is_rated(connection: Connection, row: Row[Any], made: list[RankedResult]) -> bool:
    """Return whether a match is rated.

    Its creator must have chosen that, it must have been played to its end, and it must not be a branch. All players
    must be bots or members, with one seat per member.
    """
    if row.origin is not None or row.start is not None or (row.outcome or {}).get("agreed") == CALLED_OFF:
        return False
    if not connection.execute(select(match_terms.c.rated).where(match_terms.c.match == row.id)).scalar():
        return False
    played = Counter([each.account for each in made if not each.bot])
    if len(made) < 2 or not played or "" in played or max(played.values()) > 1:
        return False
    kinds = connection.execute(select(accounts.c.kind).where(accounts.c.id.in_(played))).scalars().all()
    return len(kinds) == len(played) and "guest" not in kinds


def unrate_self_play(connection: Connection, account: str) -> int:
    """Remove the rating from matches that a merged account played against itself.

    Returns their number.
    """
    c = results.c
    twice = select(c.match).where(c.account == account).group_by(c.match).having(func.count() > 1)
    found = connection.execute(select(c.match).where(c.match.in_(twice), c.rated).distinct()).scalars().all()
    connection.execute(update(results).where(c.match.in_(found)).values(rated=False))
    return len(found)
