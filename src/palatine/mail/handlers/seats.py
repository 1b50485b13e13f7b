"""What a player does with the seat itself: going, voting, another address, no more mail, running the turn."""

from __future__ import annotations

from palatine.mail.commands import kinds
from palatine.mail.handlers.context import Desk, Part
from palatine.mail.handlers.orders import cannot_order
from palatine.mail.handlers.seat_names import seat_named
from palatine.mail.seat_mailboxes import give_new_address
from palatine.mail.wording import say


def resign(desk: Desk, command: kinds.Resign) -> Part:
    """To give up is asked about first."""
    info = desk.info
    if info.status != "playing":
        return Part(say(f"match.{info.status}"), ok=False, title=say("title.resign"))
    return Part(say("ask.resign", match=info.title), ok=False, title=say("title.resign"), asked={"do": "resign"})


def resign_now(desk: Desk) -> Part:
    """Give up, as was asked."""
    info = desk.info
    desk.house.resign(desk.chair.match, desk.chair.key, info.version)
    return Part(say("resigned", match=info.title), title=say("title.resign"))


def vote(desk: Desk, command: kinds.Vote) -> Part:
    """Vote to have somebody out who stays away, or take the vote back."""
    seat = seat_named(desk, command.against)
    names = desk.names
    desk.house.vote(desk.chair.match, desk.chair.key, seat, out=command.out)
    votes = desk.info.votes.get(seat, [])
    key = "vote.keep" if not command.out else "vote.out" if desk.chair.seat in votes else "vote.gone"
    return Part(say(key, name=names[seat], names=[names[each] for each in votes]), title=say("title.vote"))


def new_address(desk: Desk, command: kinds.NewAddress) -> Part:
    """Another secret address for the seat; the receipt comes from it already."""
    desk.effects.append(lambda connection: give_new_address(connection, desk.chair))
    return Part(say("new-address"), title=say("title.new-address"))


def run(desk: Desk, command: kinds.Run) -> Part:
    """Run the turn now; for whoever sees to the turns, or when all have handed in."""
    turn = desk.info.turn
    desk.house.run_turn(desk.chair.match, desk.chair.key)
    return Part(say("orders.run", turn=turn), title=say("title.run", turn=turn))


def stand_in(desk: Desk, command: kinds.StandIn) -> Part:
    """A bot plays the seat, or its player again."""
    if command.on:
        desk.house.hand_over(desk.chair.match, desk.chair.key)
    else:
        desk.house.take_back(desk.chair.match, desk.chair.key)
    told = say("stand-in.on" if command.on else "stand-in.off")
    info = desk.info
    if not command.on and info.orders and desk.chair.seat in info.handed_in:
        told += " " + say("stand-in.handed-in", turn=info.turn)
    return Part(told, title=say("title.stand-in"))


def ready(desk: Desk, command: kinds.Ready) -> Part:
    """The turn need not wait for this seat any more; or it is to wait."""
    info = desk.info
    why = cannot_order(info, desk.chair.seat)
    if why:
        return Part(why, ok=False, title=say("title.ready"))
    desk.house.ready(desk.chair.match, desk.chair.key, ready=command.done)
    key = "ready.done" if command.done else "ready.wait"
    return Part(say(key, turn=info.turn), title=say("title.ready"))
