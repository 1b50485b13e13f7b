"""Handler of STOP and START, which turn mail about a match off and on."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, select

from palatine.mail.commands import Command, kinds
from palatine.mail.handlers.context import ReplyPart
from palatine.mail.seat_mailboxes import SeatMailbox
from palatine.mail.wording import say
from palatine.notifications.channels import ChannelService
from palatine.store.engine import Database
from palatine.store.schema_people import channels


def handle_stop_or_start(database: Database, mailbox: SeatMailbox, command: Command, now: datetime) -> ReplyPart:
    """Stop mail to a player about their match or about all, or start it again."""
    with database.reading() as connection:
        wanted = select(channels.c.id, channels.c.muted).where(
            channels.c.account == mailbox.account, channels.c.kind == "mail"
        )
        found = connection.execute(wanted).all()
    if not found:
        return ReplyPart(say("stop.none"), ok=False, title=say("title.stop"))
    known = ChannelService(database)
    if isinstance(command, kinds.StopCommand):
        match = "" if command.all else mailbox.match

        def work(connection: Connection) -> None:
            for each in found:
                known.mute(connection, each.id, match)

        database.write(work)
        return ReplyPart(say("stop.all" if command.all else "stop.match"), title=say("title.stop"))
    for each in found:
        muted = [match for match in each.muted if match != mailbox.match]
        known.change(mailbox.account, each.id, now=now, is_on=True, muted=muted)
    return ReplyPart(say("stop.start"), title=say("title.stop"))
