"""Handlers of commands on a seat: resign, vote, new address, stand-in, absence, ready and run."""

from __future__ import annotations

from palatine.mail.commands import kinds
from palatine.mail.handlers.context import MailContext, ReplyPart
from palatine.mail.handlers.orders import orders_refusal
from palatine.mail.handlers.proposals import proposed
from palatine.mail.handlers.seat_names import find_seat
from palatine.mail.seat_mailboxes import give_new_address
from palatine.mail.times import end_of_day, format_last_minute
from palatine.mail.wording import say
from palatine.matches import turn_name


def resign(ctx: MailContext, command: kinds.ResignCommand) -> ReplyPart:
    """Ask for confirmation before conceding the match."""
    info = ctx.info
    if info.status != "playing":
        return ReplyPart(say(f"match.{info.status}"), ok=False, title=say("title.resign"))
    others = [each for each in info.seats if each.seat != ctx.mailbox.seat]
    what = "ask.resign-two" if len(others) == 1 else "ask.resign-end" if all(each.bot for each in others) else ""
    after = say(what or "ask.resign-others", seat=ctx.titles[others[0].seat])
    told = f"{say('ask.resign', match=info.title)} {after} {say('ask.resign-yes')}"
    return ReplyPart(told, ok=False, title=say("title.resign"), asked={"do": "resign"})


def resign_now(ctx: MailContext) -> ReplyPart:
    """Concede the match after the confirmation."""
    info = ctx.info
    ctx.services.matches.resign(ctx.mailbox.match, ctx.mailbox.key, info.version)
    return ReplyPart(say("resigned", match=info.title), title=say("title.resign"))


def vote(ctx: MailContext, command: kinds.VoteCommand) -> ReplyPart:
    """Vote to remove an absent player, or withdraw the vote."""
    seat = find_seat(ctx, command.against)
    names = ctx.titles
    ctx.services.proposals.vote(ctx.mailbox.match, ctx.mailbox.key, seat, out=command.out)
    votes = ctx.info.votes.get(seat, [])
    key = "vote.keep" if not command.out else "vote.out" if ctx.mailbox.seat in votes else "vote.gone"
    return ReplyPart(say(key, name=names[seat], names=[names[each] for each in votes]), title=say("title.vote"))


def new_address(ctx: MailContext, command: kinds.NewAddressCommand) -> ReplyPart:
    """Give the seat a new secret address, from which the receipt is already sent."""
    ctx.effects.append(lambda connection: give_new_address(connection, ctx.mailbox))
    return ReplyPart(say("new-address"), title=say("title.new-address"))


def run(ctx: MailContext, command: kinds.RunCommand) -> ReplyPart:
    """Run the turn, or propose it to the others if nobody runs the turns and orders are missing."""
    info = ctx.info
    if info.orders and info.asked and not info.master:
        return proposed(ctx, "run")
    ctx.services.orders.run_turn(ctx.mailbox.match, ctx.mailbox.key)
    return ReplyPart(say("orders.run", turn=turn_name(info)), title=say("title.run", turn=turn_name(info)))


def stand_in(ctx: MailContext, command: kinds.StandInCommand) -> ReplyPart:
    """Let a bot play the seat, or its player again."""
    if command.enabled:
        ctx.services.seats.lend_to_bot(ctx.mailbox.match, ctx.mailbox.key)
    else:
        ctx.services.seats.take_back(ctx.mailbox.match, ctx.mailbox.key)
    told = say("stand-in.on" if command.enabled else "stand-in.off")
    info = ctx.info
    if not command.enabled and info.orders and ctx.mailbox.seat in info.handed_in:
        told += " " + say("stand-in.handed-in", turn=turn_name(info))
    return ReplyPart(told, title=say("title.stand-in"))


def absent(ctx: MailContext, command: kinds.AbsentCommand) -> ReplyPart:
    """Mark the player as absent until the end of a day in their time zone, or as back.

    Somebody who is back plays the seat again if a bot played it.
    """
    zone = ctx.mailbox.zone
    until = end_of_day(command.until, zone) if command.until else ""
    if ctx.absent is None:
        ctx.services.clocks.set_vacation(ctx.mailbox.match, ctx.mailbox.key, until)
    else:
        ctx.absent(until)
    is_lent = any(each.seat == ctx.mailbox.seat and each.lent for each in ctx.info.seats)
    if not until:
        back = [say("absent.back"), *([stand_in(ctx, kinds.StandInCommand(False)).text] if is_lent else [])]
        return ReplyPart(" ".join(back), title=say("title.absent"))
    who = "absent.board" if not ctx.info.orders else "absent.bot" if is_lent else "absent.nobody"
    told = [say("absent.until", time=format_last_minute(until, zone)), say(who), say("absent.end")]
    return ReplyPart(" ".join(told), title=say("title.absent"))


def ready(ctx: MailContext, command: kinds.ReadyCommand) -> ReplyPart:
    """Mark a seat as ready for the turn to run, or as not ready."""
    info = ctx.info
    why = orders_refusal(info, ctx.mailbox.seat)
    if why:
        return ReplyPart(why, ok=False, title=say("title.ready"))
    ctx.services.orders.set_ready(ctx.mailbox.match, ctx.mailbox.key, ready=command.done)
    key = "ready.done" if command.done else "ready.wait"
    return ReplyPart(say(key, turn=turn_name(info)), title=say("title.ready"))
