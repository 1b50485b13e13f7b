"""Kinds of events, and those that each kind of channel sends by default."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

EVENTS = ("asked", "turn", "missing", "letter", "invitation", "proposal", "over", "offered", "trouble")
"""In the order of the grid.

`asked`: one must act in a game of single actions; `turn`: a turn of secret orders was run, and the next is open;
`missing`: one must act and time is short; `letter`, `invitation`, `proposal`: there is one to be answered; `over`: a
match has ended; `offered`: a seat at a table one waits for is to be had; `trouble`: one of one's channels is dead, or
a player of a match of one's own can be reached by none.
"""
USUAL: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "mail": EVENTS,
        "push": EVENTS,
        "ntfy": EVENTS,
        "json": EVENTS,
        "discord": ("asked", "turn", "missing", "over"),
        "slack": ("asked", "turn", "missing", "over"),
    }
)
"""A channel that several people read tells what concerns a match, and no letters or invitations."""
KINDS = tuple(USUAL)
HOOKS = ("discord", "slack", "ntfy", "json")
ASKING = ("asked", "turn", "missing")
"""Those that rest on an ask: once it is gone they are not sent any more."""
GATHERED = ("asked", "turn")
"""Those that a daily digest tells instead, where one is chosen."""


class Event(msgspec.Struct, frozen=True):
    """An event to notify an account of. By its `key` each channel sends it once."""

    kind: str
    account: str
    key: str
    match: str = ""
    seat: str = ""
    data: dict[str, Any] = {}
    """What is to be said besides; of an ask, which it is: `since` and `version`."""
    shared: str = ""
    """The key of the event for a hook that several people share, which tells it once; "" for the event's own."""
