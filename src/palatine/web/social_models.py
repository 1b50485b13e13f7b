"""What comes in over HTTP and goes out, of what people have to do with each other."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from palatine.accounts.admin.audit_log import AuditEntry
from palatine.accounts.admin.moderation import Complaint
from palatine.accounts.chat import ChatMessage
from palatine.accounts.paces import Speed
from palatine.web.models import Name, Word

Text = Annotated[str, Meta(max_length=20_000)]
Reason = Annotated[str, Meta(max_length=500)]


class Numbers(msgspec.Struct):
    """What somebody is worth in a game, and of how many matches that is made; `number` is null while it would say
    little."""

    game: str
    kind: str
    number: int | None
    n: int


class Played(msgspec.Struct):
    """How somebody fared in a match. Rank 1 is the best of as many as took part."""

    match: str
    game: str
    rank: int
    of: int
    how: str
    rated: bool
    time: str


class GameRecord(msgspec.Struct):
    """How many matches of a game somebody has played and won."""

    game: str
    played: int
    won: int


class Profile(msgspec.Struct):
    """Somebody, as others may know them."""

    name: str
    kind: str
    created: str
    ratings: list[Numbers]
    record: list[GameRecord]
    latest: list[Played]
    percent: int | None
    """How many of the turns they had to keep they have kept, in percent; null while there are too few matches."""
    turns: int
    yours: list[str]
    """The sender's relations to them: friend, mute, block."""


class Named(msgspec.Struct):
    """Somebody who can be invited, written to or befriended."""

    name: str


class RatedPlayer(msgspec.Struct):
    """A place in the list of a game."""

    name: str
    bot: bool
    number: int
    n: int


class SitDown(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody sits down at an open table, at a seat or any that is free, and adds a number for the dice."""

    seat: Name = ""
    number: Name = ""


class BeginRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A game to begin with, and how fast; with `bot` a bot plays a free seat until somebody takes it over."""

    game: Name
    pace: Speed = "steady"
    bot: bool = True
    number: Name = ""


class OwnInvitation(msgspec.Struct):
    """An invitation as whom it is for alone sees it; `id` says which."""

    id: str
    match: str
    seat: str
    by: str
    title: str
    game: str
    expires: str


class RematchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The same again; with `swap` everybody has the seat of the next."""

    swap: bool = False


class NewMatch(msgspec.Struct):
    """A match that has been made."""

    match: str


class ChatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Something to be said, to some seats or (none) to all."""

    text: Text
    to: Annotated[list[Word], Meta(max_length=40)] = []


class ChatView(msgspec.Struct):
    """The chat of a match, and why the sender may not write; "" when they may."""

    messages: list[ChatMessage]
    why: str
    to: list[str]
    """The seats one may talk to alone."""
    off: bool
    """True if the sender has hidden the chat."""


class Unread(msgspec.Struct):
    """The number of messages in a match that the sender has not read."""

    unread: int


class ReadRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What was said has been read, up to the message of that number."""

    n: Annotated[int, Meta(ge=0, le=2**31)]


class NotesText(msgspec.Struct, forbid_unknown_fields=True):
    """Notes of one's own."""

    text: Text


class ReportRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A report to the moderators: of a message, by its number, or of an account, by its name."""

    reason: Reason
    match: Name = ""
    n: Annotated[int, Meta(ge=0, le=2**31)] = 0
    name: Name = ""


class Queued(msgspec.Struct):
    """A report as those who keep order see it."""

    report: Complaint
    by: str
    about: str


class SettleRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A report has been dealt with, or comes to nothing."""

    state: Literal["done", "dismissed"]
    reason: Reason


class ModerationRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Something done to somebody, by name, or to the player of a seat of a match."""

    action: Literal["warn", "mute", "bar", "suspend", "close", "lift", "remove", "hide"]
    reason: Reason
    name: Name = ""
    until: Name = ""
    lifted: Literal["", "mute", "bar", "suspend", "close"] = ""
    match: Name = ""
    seat: Name = ""
    n: Annotated[int, Meta(ge=0, le=2**31)] = 0


class LinkRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A link that lets somebody in once: into the account of that name, or, with none, into a new one."""

    name: Name = ""


class LinkMade(msgspec.Struct):
    """A link, told this once, whose account it opens, and whether others than this machine can reach it."""

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
    """From what they are kept now: talk, list, all."""


class AuditEntryView(msgspec.Struct):
    """An action with the names of who did it and to whom."""

    entry: AuditEntry
    by: str
    name: str
