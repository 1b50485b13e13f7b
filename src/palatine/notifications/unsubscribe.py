"""Stopping a channel by a link in what it sent, for one match or for all (RFC 8058); no signing in is needed for it."""

from __future__ import annotations

import secrets
from base64 import b32encode
from hashlib import blake2b
from hmac import compare_digest

from sqlalchemy import select

from palatine.notifications.channels import Channel, Channels, shown
from palatine.notifications.server_keys import kept
from palatine.store.engine import Database
from palatine.store.schema_people import channels

KEY = "mac"
"""The name of the signing key among the server's keys; the mail service signs by it, too."""


def mac(database: Database, text: str) -> str:
    """The signature of a text by the server: 26 letters and digits."""
    key = kept(database, KEY, lambda: secrets.token_bytes(32))
    return b32encode(blake2b(text.encode(), key=key, digest_size=16).digest()).decode().rstrip("=").lower()


class Unsubscribing:
    """Tokens that stop channels."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def token(self, channel: str, match: str = "") -> str:
        """The token that stops a channel for a match, or for all."""
        return f"{channel}-{match}-{self._mac(channel, match)}"

    def read(self, token: str) -> tuple[str, str] | None:
        """Return the channel and the match of a token; None if it is not the server's."""
        channel, _, rest = token.partition("-")
        match, _, given = rest.rpartition("-")
        if not token.isascii() or not compare_digest(self._mac(channel, match), given):
            return None
        return channel, match

    def channel(self, token: str) -> Channel | None:
        """The channel that a token would stop, if it is still there."""
        found = self.read(token)
        if found is None:
            return None
        with self.database.reading() as connection:
            row = connection.execute(select(channels).where(channels.c.id == found[0])).one_or_none()
        return None if row is None else shown(row)

    def stop(self, token: str, *, everything: bool = False) -> bool:
        """Mute what a token is for, or with `everything` the whole channel; False if it does not exist."""
        found = self.read(token)
        if found is None:
            return False
        channel, match = found
        stopping = Channels(self.database)
        return self.database.write(
            lambda connection: stopping.stop(connection, channel, "" if everything else match)
        )

    def _mac(self, channel: str, match: str) -> str:
        return mac(self.database, f"stop {channel} {match}")
