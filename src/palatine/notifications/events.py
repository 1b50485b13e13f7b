"""Kinds of events, and those that each kind of channel sends by default."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

EVENT_KINDS = ("asked", "turn", "missing", "letter", "invitation", "proposal", "over", "offered", "trouble")
"""All kinds of events, in display order.

`asked`: it is the player's turn in a game of single actions. `turn`: a turn of secret orders has run and the next is
open. `missing`: it is the player's turn and time is short. `letter`, `invitation`, `proposal`: one has arrived.
`over`: a match has ended. `offered`: a seat in a friend's match is free. `trouble`: a channel of the account is dead,
or a player in one of its matches cannot be reached.
"""
DEFAULT_EVENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "mail": EVENT_KINDS,
        "push": EVENT_KINDS,
        "ntfy": EVENT_KINDS,
        "json": EVENT_KINDS,
        "discord": ("asked", "turn", "missing", "over"),
        "slack": ("asked", "turn", "missing", "over"),
    }
)
"""Default events by kind of channel.

Channels that several people read have only events of matches, without letters and invitations.
"""
CHOSEN_AS: Mapping[str, str] = MappingProxyType({"missed": "missing", "moved": "proposal"})
"""Kinds that a channel sends if it sends another kind.

`missed`: the player was late. `moved`: a deadline or a seat has changed, or a proposal was decided.
"""
CHANNEL_KINDS = tuple(DEFAULT_EVENTS)
WEBHOOK_KINDS = ("discord", "slack", "ntfy", "json")
TURN_EVENTS = ("asked", "turn", "missing")
"""Events that depend on a pending turn and become obsolete with it."""
DIGEST_EVENTS = ("asked", "turn")
"""Events that a daily digest replaces."""


class Event(msgspec.Struct, frozen=True):
    """An event to notify an account of. Each channel sends it once for its `key`."""

    kind: str
    account: str
    key: str
    match: str = ""
    seat: str = ""
    data: dict[str, Any] = {}
    """Data for the text; for a pending turn, `since` and `version`, which identify it."""
    shared_key: str = ""
    """Key by which a webhook shared by several people sends the event once; "" for `key`."""
