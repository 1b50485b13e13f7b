"""The handling of YES after a question."""

from __future__ import annotations

from typing import Any

from palatine.mail.commands import kinds
from palatine.mail.handlers import letters, orders, questions, seats
from palatine.mail.handlers.context import MailContext, ReplyPart
from palatine.mail.wording import say


def do_asked(ctx: MailContext, asked: dict[str, Any]) -> ReplyPart:
    """Do what a question asked and the player has confirmed."""
    if asked["do"] == "hand_in":
        info = ctx.info
        why = orders.cannot_order(info, ctx.mailbox.seat)
        if why:
            return ReplyPart(why, ok=False, title=say("title.orders"))
        if asked["turn"] != info.turn:
            return orders.other_turn(ctx, info, int(asked["turn"]))
        return orders.hand_in(ctx, info, str(asked["text"]), is_whole=bool(asked.get("whole")))
    if asked["do"] == "act":
        return questions.follow_advice(ctx, int(asked["version"]), asked["actions"])
    if asked["do"] == "letter":
        return letters.send(ctx, list(asked["to"]), str(asked["text"]))
    return seats.resign_now(ctx)


def nothing_asked(command: kinds.Yes) -> ReplyPart:
    """Return the reply to a YES that matches no question."""
    return ReplyPart(
        say("yes.no-code" if command.code else "yes.nothing"), ok=False, title=say("title.not-understood")
    )
