"""Request and response bodies of the API for profiles, lobby, chat, moderation and admins."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from palatine.accounts.admin.audit_log import AuditEntry
from palatine.accounts.admin.moderation import UserReport
from palatine.accounts.chat import ChatMessage
from palatine.accounts.paces import Speed
from palatine.web.models import Name, Word

Text = Annotated[str, Meta(max_length=20_000)]
Reason = Annotated[str, Meta(max_length=500)]


class Numbers(msgspec.Struct):
    """A player's rating in a game and the number of rated matches behind it.

    `number` is null while there are too few matches.
    """

    game: str
    kind: str
    number: int | None
    n: int


class Played(msgspec.Struct):
    """A player's result in a match. Rank 1 is the best of `of` players."""

    match: str
    game: str
    rank: int
    of: int
    how: str
    rated: bool
    time: str


class GameRecord(msgspec.Struct):
    """The number of matches of a game that a player has played and won."""

    game: str
    played: int
    won: int


class Profile(msgspec.Struct):
    """A player's public profile."""

    name: str
    kind: str
    created: str
    ratings: list[Numbers]
    record: list[GameRecord]
    latest: list[Played]
    percent: int | None
    """Percentage of due turns played in time; null while there are too few matches."""
    turns: int
    yours: list[str]
    """The sender's relations to the player: friend, mute, block."""


class Named(msgspec.Struct):
    """A player who can be invited, written to or befriended."""

    name: str


class RatedPlayer(msgspec.Struct):
    """An entry of a game's rating list."""

    name: str
    bot: bool
    number: int
    n: int


class SitDown(msgspec.Struct, forbid_unknown_fields=True):
    """A request to join an open table in a given or any free seat, with a number for the dice."""

    seat: Name = ""
    number: Name = ""


class BeginRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a first match of a game.

    With `bot`, a bot plays the free seat until a player takes it over.
    """

    game: Name
    pace: Speed = "steady"
    bot: bool = True
    number: Name = ""


class OwnInvitation(msgspec.Struct):
    """An invitation as shown to the invited account only. `id` identifies it."""

    id: str
    match: str
    seat: str
    by: str
    title: str
    game: str
    expires: str
    side: str
    """The side that the player would have, as a sentence."""
    conditions: tuple[str, ...]
    """The pace, the usual length of the match, and whether it is rated, a sentence each."""


class RematchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a rematch; with `swap` every player takes the next seat."""

    swap: bool = False


class NewMatch(msgspec.Struct):
    """A match that has been created."""

    match: str


class ChatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A message to some seats or, without any, to all."""

    text: Text
    to: Annotated[list[Word], Meta(max_length=40)] = []


class ChatView(msgspec.Struct):
    """The chat of a match, and why the sender may not write; "" if they may."""

    messages: list[ChatMessage]
    why: str
    to: list[str]
    """The seats that the sender may write to privately."""
    off: bool
    """True if the sender has hidden the chat."""


class Unread(msgspec.Struct):
    """The number of messages in a match that the sender has not read."""

    unread: int


class ReadRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request to mark messages as read up to this number."""

    n: Annotated[int, Meta(ge=0, le=2**31)]


class NotesText(msgspec.Struct, forbid_unknown_fields=True):
    """The sender's private notes."""

    text: Text


class ReportRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A report to the moderators: of a message, by its number, or of an account, by its name."""

    reason: Reason
    match: Name = ""
    n: Annotated[int, Meta(ge=0, le=2**31)] = 0
    name: Name = ""


class Queued(msgspec.Struct):
    """A report as moderators see it."""

    report: UserReport
    by: str
    about: str


class SettleRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The settlement of a report: done or dismissed."""

    state: Literal["done", "dismissed"]
    reason: Reason


class ModerationRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A moderation measure against an account, by name, or the player of a seat of a match."""

    action: Literal["warn", "mute", "bar", "suspend", "close", "lift", "remove", "hide"]
    reason: Reason
    name: Name = ""
    until: Name = ""
    lifted: Literal["", "mute", "bar", "suspend", "close"] = ""
    match: Name = ""
    seat: Name = ""
    n: Annotated[int, Meta(ge=0, le=2**31)] = 0


class LinkRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a link that signs in once, to the named account or else to a new one."""

    name: Name = ""


class LinkMade(msgspec.Struct):
    """A sign-in link, shown only once.

    It has the name of the account that it opens and whether other machines can reach it.
    """

    link: str
    name: str
    reaches_others: bool


class Resident(msgspec.Struct):
    """An account as administrators see it."""

    name: str
    kind: str
    role: str
    created: str
    seen: str
    restrictions: list[str]
    """Current restrictions: talk, list, all."""


class AuditEntryView(msgspec.Struct):
    """An entry of the audit log with the names of its actor and of the account it concerns."""

    entry: AuditEntry
    by: str
    name: str
