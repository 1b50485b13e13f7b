"""The handler of ADVICE: what the captain would do, which a YES carries out."""

from __future__ import annotations

from textwrap import wrap

from palatine.core import Advice
from palatine.core.text.guidance import advice_lines
from palatine.mail.commands import kinds
from palatine.mail.handlers.context import WIDTH, MailContext, ReplyPart
from palatine.mail.handlers.orders import orders_refusal, sheet_block
from palatine.mail.handlers.questions import closed_to_answers, followed
from palatine.mail.wording import say
from palatine.matches import MatchInfo, turn_name


def advice(ctx: MailContext, command: kinds.AdviceCommand) -> ReplyPart:
    """Return what the captain would do, and ask whether to do it.

    Raises Refused if the match has no advice or the seat need not act.
    """
    info = ctx.info
    closed = orders_refusal(info, ctx.mailbox.seat) if info.orders else closed_to_answers(info)
    if closed:
        return ReplyPart(closed, ok=False, title=say("title.advice"))
    found = ctx.services.guidance.advise(ctx.mailbox.match, ctx.mailbox.key)
    return _orders_part(info, found) if info.orders else _answers_part(info.version, found)


def set_up(ctx: MailContext, command: kinds.SetUpCommand) -> ReplyPart:
    """Let the captain set up; in a game of orders return the orders with which it would.

    Raises Refused if the match has no advice or the seat has nothing to set up.
    """
    info = ctx.info
    if info.orders:
        return advice(ctx, kinds.AdviceCommand())
    closed = closed_to_answers(info)
    if closed:
        return ReplyPart(closed, ok=False, title=say("title.advice"))
    after = ctx.services.guidance.set_up(ctx.mailbox.match, ctx.mailbox.key, info.version)
    return followed(ctx, say("advice.set-up"), after, say("title.set-up"))


def _orders_part(info: MatchInfo, found: Advice) -> ReplyPart:
    told = [_advice_text(found), say("advice.orders", turn=turn_name(info)), sheet_block(info.turn, found.sheet)]
    asked = {"do": "hand_in", "turn": info.turn, "text": found.sheet, "whole": True}
    return ReplyPart("\n\n".join(told), title=say("title.advice"), asked=asked)


def _answers_part(version: int, found: Advice) -> ReplyPart:
    asked = {"do": "act", "version": version, "actions": [list(each) for each in found.actions]}
    told = [_advice_text(found), say("advice.answer")]
    return ReplyPart("\n\n".join(told), title=say("title.advice"), asked=asked, version=version)


def _advice_text(found: Advice) -> str:
    return "\n".join(
        [
            line
            for each in advice_lines(found)
            for line in wrap(each, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
        ]
    )
