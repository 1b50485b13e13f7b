"""The handling of YES after a question."""

from __future__ import annotations

from typing import Any

from palatine.mail.handlers import letters, orders, questions, seats
from palatine.mail.handlers.context import MailContext, ReplyPart
from palatine.mail.wording import say


def carry_out_confirmed(ctx: MailContext, question: dict[str, Any]) -> ReplyPart:
    """Do what a question asked and the player has confirmed."""
    if question["do"] == "hand_in":
        info = ctx.info
        why = orders.orders_refusal(info, ctx.mailbox.seat)
        if why:
            return ReplyPart(why, ok=False, title=say("title.orders"))
        if question["turn"] != info.turn:
            return orders.wrong_turn_reply(ctx, info, int(question["turn"]))
        return orders.submit_orders(ctx, info, str(question["text"]), is_whole=bool(question.get("whole")))
    if question["do"] == "act":
        return questions.follow_advice(ctx, int(question["version"]), question["actions"])
    if question["do"] == "letter":
        return letters.send_letter(ctx, list(question["to"]), str(question["text"]))
    return seats.resign_now(ctx)


def no_question_reply(code: str = "") -> ReplyPart:
    """Return the reply to a YES that matches no question."""
    return ReplyPart(say("yes.no-code" if code else "yes.nothing"), ok=False, title=say("title.not-understood"))
