"""One-click unsubscribe links for a match or a whole channel (RFC 8058), without sign-in."""

from __future__ import annotations

import secrets
from base64 import b32encode
from hashlib import blake2b
from hmac import compare_digest

from sqlalchemy import select

from palatine.notifications.channels import ChannelService, NotificationChannel, channel_from_row
from palatine.notifications.server_keys import get_or_create_key
from palatine.store.engine import Database
from palatine.store.schema_people import channels

SIGNING_KEY_NAME = "mac"
"""Name of the signing key among the server's keys, which the mail service uses too."""


def sign_text(database: Database, text: str) -> str:
    """Return the server's signature of a text: 26 letters and digits."""
    key = get_or_create_key(database, SIGNING_KEY_NAME, lambda: secrets.token_bytes(32))
    return b32encode(blake2b(text.encode(), key=key, digest_size=16).digest()).decode().rstrip("=").lower()


class UnsubscribeService:
    """Tokens that unsubscribe channels."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def token(self, channel: str, match: str = "") -> str:
        """Return the token that unsubscribes a channel from a match, or from everything."""
        return f"{channel}-{match}-{self._mac(channel, match)}"

    def parse_token(self, token: str) -> tuple[str, str] | None:
        """Return the channel and the match of a token; None if its signature is invalid."""
        channel, _, rest = token.partition("-")
        match, _, given = rest.rpartition("-")
        if not token.isascii() or not compare_digest(self._mac(channel, match), given):
            return None
        return channel, match

    def channel_of(self, token: str) -> NotificationChannel | None:
        """Return the channel of a token, if it still exists."""
        found = self.parse_token(token)
        if found is None:
            return None
        with self.database.reading() as connection:
            row = connection.execute(select(channels).where(channels.c.id == found[0])).one_or_none()
        return None if row is None else channel_from_row(row)

    def unsubscribe(self, token: str, *, everything: bool = False) -> bool:
        """Mute what a token is for, or with `everything` the whole channel.

        Returns False if the token is invalid or the channel does not exist.
        """
        found = self.parse_token(token)
        if found is None:
            return False
        channel, match = found
        stopping = ChannelService(self.database)
        return self.database.write(
            lambda connection: stopping.mute(connection, channel, "" if everything else match)
        )

    def _mac(self, channel: str, match: str) -> str:
        return sign_text(self.database, f"stop {channel} {match}")
