"""Export of an account's data as a ZIP archive, with its matches as its seats may see them."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from sqlalchemy import Table, or_, select

from palatine.accounts.accounts import Account
from palatine.core import PalatineError
from palatine.matches import MatchServices, SeatOwner
from palatine.store.engine import Database
from palatine.store.schema import matches
from palatine.store.schema_people import (
    addresses,
    audit_log,
    channels,
    chat_messages,
    credentials,
    invitations,
    match_terms,
    notes,
    ratings,
    relations,
    reports,
    results,
    sessions,
    tenures,
    tokens,
)

SECRET_COLUMNS = {"hash", "secret", "mailbox", "public", "nonce", "folded", "hidden_by", "target"}
"""Columns with secrets, or data of others."""
EXPORTED_TABLES: tuple[tuple[str, Table, str], ...] = (
    ("addresses", addresses, "account"), ("channels", channels, "account"), ("devices", sessions, "account"),
    ("invitations", invitations, "by"), ("keys", credentials, "account"), ("notes", notes, "account"),
    ("ratings", ratings, "player"), ("relations", relations, "account"), ("reports", reports, "by"),
    ("results", results, "account"), ("seats", tenures, "account"), ("tables", match_terms, "by"),
    ("chat", chat_messages, "account"), ("tokens", tokens, "account"), ("what-was-done", audit_log, "account"),
)  # fmt: skip
FORMAT = {"ensure_ascii": False, "indent": 2}


class AccountExport:
    """Creation of data exports."""

    def __init__(self, database: Database, services: MatchServices) -> None:
        self.database = database
        self.services = services

    def archive_of(self, account: Account) -> bytes:
        """Return the data export of an account."""
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in self._files(account).items():
                archive.writestr(name, json.dumps(content, **FORMAT))  # type: ignore[arg-type]
        return made.getvalue()

    def _files(self, account: Account) -> dict[str, Any]:
        own = {name: getattr(account, name) for name in Account.__struct_fields__}
        files: dict[str, Any] = {"account.json": own}
        with self.database.reading() as connection:
            for name, table, column in EXPORTED_TABLES:
                rows = connection.execute(select(table).where(table.c[column] == account.id)).mappings()
                files[f"{name}.json"] = [_without_secrets(dict(row)) for row in rows]
        for match, seat in self._seats(account.id):
            files[f"matches/{match}-{seat}.json"] = self._match(account.id, match, seat)
        return files

    def _seats(self, account: str) -> list[tuple[str, str]]:
        """Return the account's matches, each with its first seat.

        The creator of a match without a seat is a spectator of it.
        """
        held = {table.match: table.yours[0] for table in self.services.matches.find(account=account) if table.yours}
        with self.database.reading() as connection:
            made = select(matches.c.id).join(match_terms, match_terms.c.match == matches.c.id)
            ids = connection.execute(
                made.where(or_(match_terms.c.by == account, matches.c.id.in_(list(held))))
            ).scalars()
            return [(match, held.get(match, "spectator")) for match in ids]

    def _match(self, account: str, match: str, seat: str) -> dict[str, Any]:
        key = SeatOwner(account, seat) if seat != "spectator" else None
        try:
            return self.services.archive.export(match, key)
        except PalatineError as error:
            return {"match": match, "missing": str(error)}


def _without_secrets(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in SECRET_COLUMNS}
