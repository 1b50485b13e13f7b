"""Relations between accounts: friends, mutes and blocks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from sqlalchemy import Connection, delete, insert, select

from palatine.accounts.wording import refused_error
from palatine.store.engine import Database
from palatine.store.schema_people import relations, tenures

Kind = Literal["friend", "mute", "block"]


class Relations:
    """The table of relations. Each is visible only to the account that made it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, account: str, other: str, kind: Kind, now: str) -> None:
        """Add a friend, mute or block, without notifying the other account.

        A block ends a friendship of the blocking account. Raises `Refused` for one's own account.
        """
        if account == other:
            raise refused_error("yourself")

        def work(connection: Connection) -> None:
            _delete_relations(connection, account, other, (kind, "friend") if kind == "block" else (kind,))
            row = {"account": account, "other": other, "kind": kind, "made": now}
            connection.execute(insert(relations), row)

        self.database.write(work)

    def remove(self, account: str, other: str, kind: Kind) -> None:
        self.database.write(lambda connection: _delete_relations(connection, account, other, (kind,)))

    def of_account(self, account: str) -> dict[str, set[str]]:
        """Return the relations that an account has set, as kinds by other account."""
        c, found = relations.c, dict[str, set[str]]()
        with self.database.reading() as connection:
            for row in connection.execute(select(c.other, c.kind).where(c.account == account)):
                found.setdefault(row.other, set()).add(row.kind)
        return found

    def friends(self, account: str) -> set[str]:
        """Return the accounts that an account has as friends."""
        return {other for other, kinds in self.of_account(account).items() if "friend" in kinds}

    def befriended_by(self, account: str) -> set[str]:
        """Return the accounts that have this one as a friend. Not to be shown to users."""
        c = relations.c
        with self.database.reading() as connection:
            wanted = select(c.account).where(c.other == account, c.kind == "friend")
            return set(connection.execute(wanted).scalars())

    def blocked_either_way(self, account: str) -> set[str]:
        """Return the accounts that an account has blocked or that have blocked it."""
        c = relations.c
        with self.database.reading() as connection:
            mine = connection.execute(select(c.other).where(c.account == account, c.kind == "block")).scalars()
            theirs = connection.execute(select(c.account).where(c.other == account, c.kind == "block")).scalars()
            return {*mine, *theirs}

    def can_play_together(self, account: str, others: Iterable[str]) -> bool:
        """Return whether there is no block between an account and any of the others."""
        return not self.blocked_either_way(account) & set(others)

    def players_of(self, match: str) -> set[str]:
        """Return the accounts that have seats in a match."""
        c = tenures.c
        with self.database.reading() as connection:
            return set(connection.execute(select(c.account).where(c.match == match, c.until == "")).scalars())


def _delete_relations(connection: Connection, account: str, other: str, kinds: Iterable[str]) -> None:
    c = relations.c
    connection.execute(delete(relations).where(c.account == account, c.other == other, c.kind.in_(list(kinds))))
