"""What a player does with the seat itself: going, voting, another address, no more mail, running the turn."""

from __future__ import annotations

from palatine.mail.commands import kinds
from palatine.mail.handlers.context import MailContext, ReplyPart
from palatine.mail.handlers.orders import cannot_order
from palatine.mail.handlers.seat_names import seat_named
from palatine.mail.seat_mailboxes import give_new_address
from palatine.mail.wording import say


def resign(desk: MailContext, command: kinds.Resign) -> ReplyPart:
    """To give up is asked about first."""
    info = desk.info
    if info.status != "playing":
        return ReplyPart(say(f"match.{info.status}"), ok=False, title=say("title.resign"))
    return ReplyPart(
        say("ask.resign", match=info.title), ok=False, title=say("title.resign"), asked={"do": "resign"}
    )


def resign_now(desk: MailContext) -> ReplyPart:
    """Give up, as was asked."""
    info = desk.info
    desk.services.matches.resign(desk.mailbox.match, desk.mailbox.key, info.version)
    return ReplyPart(say("resigned", match=info.title), title=say("title.resign"))


def vote(desk: MailContext, command: kinds.VoteCommand) -> ReplyPart:
    """Vote to have somebody out who stays away, or take the vote back."""
    seat = seat_named(desk, command.against)
    names = desk.names
    desk.services.proposals.vote(desk.mailbox.match, desk.mailbox.key, seat, out=command.out)
    votes = desk.info.votes.get(seat, [])
    key = "vote.keep" if not command.out else "vote.out" if desk.mailbox.seat in votes else "vote.gone"
    return ReplyPart(say(key, name=names[seat], names=[names[each] for each in votes]), title=say("title.vote"))


def new_address(desk: MailContext, command: kinds.NewAddress) -> ReplyPart:
    """Another secret address for the seat; the receipt comes from it already."""
    desk.effects.append(lambda connection: give_new_address(connection, desk.mailbox))
    return ReplyPart(say("new-address"), title=say("title.new-address"))


def run(desk: MailContext, command: kinds.Run) -> ReplyPart:
    """Run the turn now; for the player who runs the turns, or when all have handed in."""
    turn = desk.info.turn
    desk.services.orders.run_turn(desk.mailbox.match, desk.mailbox.key)
    return ReplyPart(say("orders.run", turn=turn), title=say("title.run", turn=turn))


def stand_in(desk: MailContext, command: kinds.StandIn) -> ReplyPart:
    """A bot plays the seat, or its player again."""
    if command.on:
        desk.services.seats.hand_over(desk.mailbox.match, desk.mailbox.key)
    else:
        desk.services.seats.take_back(desk.mailbox.match, desk.mailbox.key)
    told = say("stand-in.on" if command.on else "stand-in.off")
    info = desk.info
    if not command.on and info.orders and desk.mailbox.seat in info.handed_in:
        told += " " + say("stand-in.handed-in", turn=info.turn)
    return ReplyPart(told, title=say("title.stand-in"))


def ready(desk: MailContext, command: kinds.ReadyCommand) -> ReplyPart:
    """The turn need not wait for this seat any more; or it is to wait."""
    info = desk.info
    why = cannot_order(info, desk.mailbox.seat)
    if why:
        return ReplyPart(why, ok=False, title=say("title.ready"))
    desk.services.orders.ready(desk.mailbox.match, desk.mailbox.key, ready=command.done)
    key = "ready.done" if command.done else "ready.wait"
    return ReplyPart(say(key, turn=info.turn), title=say("title.ready"))
