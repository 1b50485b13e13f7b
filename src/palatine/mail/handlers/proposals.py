"""Handlers of commands on proposals, time and pauses."""

from __future__ import annotations

from palatine.mail.commands import kinds
from palatine.mail.handlers.context import MailContext, ReplyPart
from palatine.mail.seat_mailboxes import SeatMailbox
from palatine.mail.times import format_time, parse_local_time, parse_time
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


def take_back(ctx: MailContext, command: kinds.TakeBackCommand) -> ReplyPart:
    """Propose to take back the seat's last move."""
    return proposed(ctx, "takeback")


def draw(ctx: MailContext, command: kinds.DrawCommand) -> ReplyPart:
    """Offer a draw."""
    return proposed(ctx, "draw")


def consent(ctx: MailContext, command: kinds.ConsentCommand) -> ReplyPart:
    """Accept or reject a proposal; without a number, the only one that waits for the seat."""
    waiting = unanswered_proposals(ctx.info, ctx.mailbox.seat)
    if not command.number and len(waiting) != 1:
        told = "\n".join(proposal_lines(ctx.mailbox, ctx.info)) or say("propose.none")
        return ReplyPart(told, ok=False, title=say("title.proposal"))
    number = command.number or waiting[0].n
    ctx.services.proposals.answer(ctx.mailbox.match, ctx.mailbox.key, number, yes=command.yes)
    text = next((each.text for each in waiting if each.n == number), "")
    told = say("propose.yes" if command.yes else "propose.no", text=text)
    return ReplyPart(told.strip(), title=say("title.proposal"))


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
        for each in unanswered_proposals(info, mailbox.seat)
    ]


def unanswered_proposals(info: MatchInfo, seat: str) -> list[ProposalInfo]:
    """Return the proposals that wait for a seat's answer."""
    return [each for each in _proposals(info) if seat in _waits(each)]


def _proposals(info: MatchInfo) -> tuple[ProposalInfo, ...]:
    return info.times.proposals if info.times else ()


def _waits(found: ProposalInfo) -> list[str]:
    return [seat for seat in found.of if seat not in found.yes]
