"""Time, pauses and absences: what needs the consent of the others at the table, and what does not."""

from __future__ import annotations

from palatine.mail.commands import kinds
from palatine.mail.handlers.context import MailContext, ReplyPart
from palatine.mail.seat_mailboxes import SeatMailbox
from palatine.mail.times import day_ends, last_minute, meant, read_time, when
from palatine.mail.wording import say
from palatine.matches import MatchInfo
from palatine.matches.responses import ProposalInfo

USUAL_PAUSE = 72.0
"""Hours; so long a first pause is granted by silence."""


def extend(context: MailContext, command: kinds.Extend) -> ReplyPart:
    """More time for all."""
    return _proposed(context, "time", command.hours)


def pause(context: MailContext, command: kinds.Pause) -> ReplyPart:
    """The clocks are to stand."""
    return _proposed(context, "pause", command.hours or USUAL_PAUSE)


def _proposed(context: MailContext, kind: str, hours: float) -> ReplyPart:
    """Propose something, and say whether it is done or waits for others."""
    match, key = context.mailbox.match, context.mailbox.key
    before = context.info
    after = context.services.proposals.propose(match, key, kind, before.version, hours=hours)
    mine = [each for each in _proposals(after) if each.by == context.mailbox.seat and each.kind == kind]
    title = say(f"title.{kind}")
    if not mine:
        return ReplyPart(say("propose.done", until=_until(context, after)).strip(), title=title)
    waits = [context.names[seat] for seat in _waits(mine[-1])]
    expires = when(mine[-1].expires, context.mailbox.zone)
    key_of = "propose.silence-yes" if mine[-1].silence else "propose.silence-no"
    told = f"{say('propose.waits', names=waits)} {say(key_of, time=expires)}"
    return ReplyPart(told, title=title)


def _until(context: MailContext, info: MatchInfo) -> str:
    if not info.orders or not info.deadline:
        return ""
    return say("orders.until", turn=info.turn, time=when(info.deadline, context.mailbox.zone))


def consent(context: MailContext, command: kinds.Consent) -> ReplyPart:
    """Yes or no to a proposal of somebody else."""
    context.services.proposals.answer(context.mailbox.match, context.mailbox.key, command.number, yes=command.yes)
    return ReplyPart(say("propose.yes" if command.yes else "propose.no"), title=say("title.proposal"))


def absent(context: MailContext, command: kinds.Absent) -> ReplyPart:
    """Away until a day is over where the player lives, or back."""
    zone = context.mailbox.zone
    until = day_ends(command.until, zone) if command.until else ""
    if context.absent is None:
        context.services.clocks.go_away(context.mailbox.match, context.mailbox.key, until)
    else:
        context.absent(until)
    told = say("absent.until", time=last_minute(until, zone)) if until else say("absent.back")
    return ReplyPart(told, title=say("title.absent"))


def set_deadline(context: MailContext, command: kinds.SetDeadline) -> ReplyPart:
    """The turn ends then: the player who runs the turns gives all that much more time."""
    info = context.info
    if not info.deadline:
        return ReplyPart(say("deadline.none"), ok=False, title=say("title.deadline"))
    hours = (meant(command.time, context.mailbox.zone) - read_time(info.deadline)).total_seconds() / 3600
    if hours <= 0 and context.mailbox.seat == info.master:
        told = say("deadline.later", until=_until(context, info))
        return ReplyPart(told, ok=False, title=say("title.not-deadline"))
    after = context.services.clocks.give_time(
        context.mailbox.match, context.mailbox.key, context.mailbox.seat, hours
    )
    return ReplyPart(_until(context, after), title=say("title.deadline"))


def proposals_told(mailbox: SeatMailbox, info: MatchInfo) -> list[str]:
    """What waits for a seat's yes or no, and what comes of saying nothing."""
    return [
        say("propose.open", n=each.n, text=each.text)
        + " "
        + say(
            "propose.silence-yes" if each.silence else "propose.silence-no", time=when(each.expires, mailbox.zone)
        )
        for each in _proposals(info)
        if mailbox.seat in _waits(each)
    ]


def _proposals(info: MatchInfo) -> tuple[ProposalInfo, ...]:
    return info.times.proposals if info.times else ()


def _waits(found: ProposalInfo) -> list[str]:
    """Whose answer is waited for."""
    return [seat for seat in found.of if seat not in found.yes]
