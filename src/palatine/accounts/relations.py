"""Relations between accounts: friends, muted and blocked ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from sqlalchemy import Connection, delete, insert, select

from palatine.accounts.wording import refused
from palatine.store.engine import Database
from palatine.store.schema_people import relations, tenures

Kind = Literal["friend", "mute", "block"]


class Relations:
    """The table of relations. Each is visible only to the account that made it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, account: str, other: str, kind: Kind, now: str) -> None:
        """Count somebody among one's friends, mute or block them. Nobody is told; who is blocked is no friend any
        more. Raises Refused for oneself."""
        if account == other:
            raise refused("yourself")

        def work(connection: Connection) -> None:
            _drop(connection, account, other, (kind, "friend") if kind == "block" else (kind,))
            row = {"account": account, "other": other, "kind": kind, "made": now}
            connection.execute(insert(relations), row)

        self.database.write(work)

    def drop(self, account: str, other: str, kind: Kind) -> None:
        """Take it back."""
        self.database.write(lambda connection: _drop(connection, account, other, (kind,)))

    def of(self, account: str) -> dict[str, set[str]]:
        """What somebody has said of others: by account, of which kinds."""
        c, found = relations.c, dict[str, set[str]]()
        with self.database.reading() as connection:
            for row in connection.execute(select(c.other, c.kind).where(c.account == account)):
                found.setdefault(row.other, set()).add(row.kind)
        return found

    def friends(self, account: str) -> set[str]:
        """Whom somebody counts among their friends."""
        return {other for other, kinds in self.of(account).items() if "friend" in kinds}

    def befriended_by(self, account: str) -> set[str]:
        """Return the accounts that have somebody as a friend; for the server alone, never shown."""
        c = relations.c
        with self.database.reading() as connection:
            wanted = select(c.account).where(c.other == account, c.kind == "friend")
            return set(connection.execute(wanted).scalars())

    def kept_apart(self, account: str) -> set[str]:
        """Return the accounts that an account has blocked or that have blocked it."""
        c = relations.c
        with self.database.reading() as connection:
            mine = connection.execute(select(c.other).where(c.account == account, c.kind == "block")).scalars()
            theirs = connection.execute(select(c.account).where(c.other == account, c.kind == "block")).scalars()
            return {*mine, *theirs}

    def may_sit_together(self, account: str, others: Iterable[str]) -> bool:
        """Whether nobody of them has blocked the other."""
        return not self.kept_apart(account) & set(others)

    def at_table(self, match: str) -> set[str]:
        """The accounts that hold seats of a match."""
        c = tenures.c
        with self.database.reading() as connection:
            return set(connection.execute(select(c.account).where(c.match == match, c.until == "")).scalars())


def _drop(connection: Connection, account: str, other: str, kinds: Iterable[str]) -> None:
    c = relations.c
    connection.execute(delete(relations).where(c.account == account, c.other == other, c.kind.in_(list(kinds))))
