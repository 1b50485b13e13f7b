"""Handlers of commands on time, pauses, absences and proposals."""

from __future__ import annotations

from palatine.mail.commands import kinds
from palatine.mail.handlers.context import MailContext, ReplyPart
from palatine.mail.seat_mailboxes import SeatMailbox
from palatine.mail.times import end_of_day, format_last_minute, format_time, parse_local_time, parse_time
from palatine.mail.wording import say
from palatine.matches import MatchInfo, turn_name
from palatine.matches.responses import ProposalInfo

DEFAULT_PAUSE_HOURS = 72.0
"""Default length of a pause in hours; a first pause of that length is granted by silence."""


def extend(ctx: MailContext, command: kinds.ExtendCommand) -> ReplyPart:
    """Propose more time for all."""
    return proposed(ctx, "time", command.hours)


def pause(ctx: MailContext, command: kinds.PauseCommand) -> ReplyPart:
    """Propose to stop the clocks."""
    return proposed(ctx, "pause", command.hours or DEFAULT_PAUSE_HOURS)


def proposed(ctx: MailContext, kind: str, hours: float = 0.0) -> ReplyPart:
    """Make a proposal; reply whether it took effect or waits for other seats."""
    match, key = ctx.mailbox.match, ctx.mailbox.key
    before = ctx.info
    after = ctx.services.proposals.propose(match, key, kind, before.version, hours=hours)
    mine = [each for each in _proposals(after) if each.by == ctx.mailbox.seat and each.kind == kind]
    title = say("title.run-asked" if kind == "run" else f"title.{kind}")
    if not mine:
        return ReplyPart(say("propose.done", until=_deadline_text(ctx, after)).strip(), title=title)
    waits = [ctx.titles[seat] for seat in _waits(mine[-1])]
    expires = format_time(mine[-1].expires, ctx.mailbox.zone)
    key_of = "propose.silence-yes" if mine[-1].silence else "propose.silence-no"
    told = f"{say('propose.waits', names=waits)} {say(key_of, time=expires)}"
    return ReplyPart(told, title=title)


def _deadline_text(ctx: MailContext, info: MatchInfo) -> str:
    if not info.orders or not info.deadline:
        return ""
    return say("orders.until", turn=turn_name(info), time=format_time(info.deadline, ctx.mailbox.zone))


def consent(ctx: MailContext, command: kinds.ConsentCommand) -> ReplyPart:
    """Accept or reject a proposal."""
    ctx.services.proposals.answer(ctx.mailbox.match, ctx.mailbox.key, command.number, yes=command.yes)
    return ReplyPart(say("propose.yes" if command.yes else "propose.no"), title=say("title.proposal"))


def absent(ctx: MailContext, command: kinds.AbsentCommand) -> ReplyPart:
    """Mark the player as absent until the end of a day in their time zone, or as back."""
    zone = ctx.mailbox.zone
    until = end_of_day(command.until, zone) if command.until else ""
    if ctx.absent is None:
        ctx.services.clocks.set_vacation(ctx.mailbox.match, ctx.mailbox.key, until)
    else:
        ctx.absent(until)
    if not until:
        return ReplyPart(say("absent.back"), title=say("title.absent"))
    is_lent = any(each.seat == ctx.mailbox.seat and each.lent for each in ctx.info.seats)
    who = "absent.board" if not ctx.info.orders else "absent.bot" if is_lent else "absent.nobody"
    told = [say("absent.until", time=format_last_minute(until, zone)), say(who), say("absent.end")]
    return ReplyPart(" ".join(told), title=say("title.absent"))


def set_deadline(ctx: MailContext, command: kinds.SetDeadlineCommand) -> ReplyPart:
    """Set the end of the turn, for the player who runs the turns, by adding time."""
    info = ctx.info
    if not info.deadline:
        return ReplyPart(say("deadline.none"), ok=False, title=say("title.deadline"))
    hours = (parse_local_time(command.time, ctx.mailbox.zone) - parse_time(info.deadline)).total_seconds() / 3600
    if hours <= 0 and ctx.mailbox.seat == info.master:
        told = say("deadline.later", until=_deadline_text(ctx, info))
        return ReplyPart(told, ok=False, title=say("title.not-deadline"))
    after = ctx.services.clocks.give_time(ctx.mailbox.match, ctx.mailbox.key, ctx.mailbox.seat, hours)
    return ReplyPart(_deadline_text(ctx, after), title=say("title.deadline"))


def proposal_lines(mailbox: SeatMailbox, info: MatchInfo) -> list[str]:
    """Return the proposals that wait for a seat's answer, and the result of not answering."""
    return [
        say("propose.open", n=each.n, text=each.text)
        + " "
        + say(
            "propose.silence-yes" if each.silence else "propose.silence-no",
            time=format_time(each.expires, mailbox.zone),
        )
        for each in _proposals(info)
        if mailbox.seat in _waits(each)
    ]


def _proposals(info: MatchInfo) -> tuple[ProposalInfo, ...]:
    return info.times.proposals if info.times else ()


def _waits(found: ProposalInfo) -> list[str]:
    return [seat for seat in found.of if seat not in found.yes]
