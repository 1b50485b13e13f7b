"""A mail for a seat: what is asked in it, one thing after the other, and the parts of the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from palatine.core import PalatineError
from palatine.mail.commands import Asked, Command, asked_in, kinds
from palatine.mail.handlers import consenting, letters, orders, queries, questions, seats
from palatine.mail.handlers.context import MailContext, ReplyPart
from palatine.mail.reading import TextBlock, TextBlocks, attached_blocks, find_blocks, written
from palatine.mail.times import in_zone
from palatine.mail.wording import say
from palatine.matches import StorageError, Stuck

Doing = Callable[[MailContext, Any], ReplyPart]
PLAIN: dict[type[Command], Doing] = {
    kinds.Status: queries.status,
    kinds.ReportOf: queries.report,
    kinds.SheetNow: queries.sheet,
    kinds.NewForm: queries.form,
    kinds.Suggest: queries.suggest,
    kinds.Help: queries.help_,
    kinds.WriteLetter: letters.letter,
    kinds.Vote: seats.vote,
    kinds.Resign: seats.resign,
    kinds.NewAddress: seats.new_address,
    kinds.Run: seats.run,
    kinds.StandIn: seats.stand_in,
    kinds.Ready: seats.ready,
    kinds.Extend: consenting.extend,
    kinds.Pause: consenting.pause,
    kinds.Consent: consenting.consent,
    kinds.Absent: consenting.absent,
    kinds.SetDeadline: consenting.set_deadline,
}
"""What does a command that asks for nothing but the desk."""


def answer_mail(
    desk: MailContext, seen: int, consent: Callable[[MailContext, kinds.Yes], ReplyPart]
) -> list[ReplyPart]:
    """Do all that a mail asks, in its order; the parts of the answer, one at least.

    `seen` is the version of the question that it answers, 0 for none; `consent` does what a YES is an answer to.
    """
    letter = desk.letter
    if letter.trouble and not (letter.trouble == "empty" and (letter.attached or letter.unread)):
        return [ReplyPart(say(f"trouble.{letter.trouble}"), ok=False, title=say("title.not-understood"))]
    blocks = find_blocks(letter.lines)
    asked = asked_in(blocks.rest, in_zone(desk.now, desk.mailbox.zone))
    own, attached = _own_blocks(desk, blocks, asked)
    parts = [
        _of_block(desk, own, blocks, asked), *attached, *[_done(desk, each, seen, consent) for each in asked.commands]
    ]  # fmt: skip
    found = [part for part in parts if part is not None]
    return _with_rest(desk, found, asked, bool(own or blocks.quoted))


def _own_blocks(
    desk: MailContext, blocks: TextBlocks, asked: Asked
) -> tuple[tuple[TextBlock, ...], list[ReplyPart]]:
    """The sheets of a mail, and what is said of them: those that stand in it, else those that came as files."""
    if blocks.own:
        return blocks.own, []
    commands = [each for each in asked.commands if not isinstance(each, kinds.Check)]
    found = tuple([each for each in attached_blocks(desk.letter.attached) if each.turn is not None or not commands])
    if found:
        return found, [ReplyPart(say("orders.attached"))]
    if desk.letter.unread and not commands:
        told = say("orders.unread", names=list(desk.letter.unread))
        return (), [ReplyPart(told, ok=False, title=say("title.not-taken"))]
    return (), []


def _done(
    desk: MailContext, command: Command, seen: int, consent: Callable[[MailContext, kinds.Yes], ReplyPart]
) -> ReplyPart | None:
    """Do one command. What the referee refuses is a part of the answer."""
    if isinstance(command, kinds.Check):
        return None
    try:
        return _carried_out(desk, command, seen, consent)
    except (Stuck, StorageError):
        raise
    except PalatineError as error:
        return ReplyPart(str(error), ok=False, title=say("title.refused"))


def _carried_out(
    desk: MailContext, command: Command, seen: int, consent: Callable[[MailContext, kinds.Yes], ReplyPart]
) -> ReplyPart:
    if isinstance(command, kinds.Yes):
        return consent(desk, command)
    if isinstance(command, kinds.No):
        desk.effects.append(desk.forget)
        return ReplyPart(say("no"), title=say("title.no"))
    if isinstance(command, kinds.Misdated):
        return ReplyPart(command.why, ok=False, title=say("title.not-understood"))
    if isinstance(command, kinds.Stop | kinds.Start):
        return desk.mails(command)
    if isinstance(command, kinds.Answer):
        return questions.answer(desk, command, seen)
    if isinstance(command, kinds.SetAutoReply):
        return questions.set_auto_reply(desk, command, seen)
    return PLAIN[type(command)](desk, command)


def _of_block(desk: MailContext, own: Sequence[TextBlock], blocks: TextBlocks, asked: Asked) -> ReplyPart | None:
    """What is answered to the orders in a mail; None when there are none that count."""
    if len(own) > 1:
        return ReplyPart(say("orders.two"), ok=False, title=say("title.not-taken"))
    try:
        if own:
            return orders.orders(desk, own[0], asked.only_checks)
        if blocks.quoted and not asked.commands:
            return orders.quoted_only(desk, blocks.quoted[0])
    except (Stuck, StorageError):
        raise
    except PalatineError as error:
        return ReplyPart(str(error), ok=False, title=say("title.not-taken"))
    if asked.only_checks:
        return ReplyPart(say("orders.no-block"), ok=False, title=say("title.orders"))
    return None


def _with_rest(desk: MailContext, parts: Sequence[ReplyPart], asked: Asked, has_block: bool) -> list[ReplyPart]:
    """The parts, and what is said of the line where reading stopped, unless that is but prose after commands."""
    found = list(parts)
    unknown = asked.unknown
    if unknown is not None and (unknown.nearest or not found) and not (has_block and not unknown.nearest):
        key = "unknown.nearest" if unknown.nearest else "unknown.line"
        told = say(key, line=unknown.line, nearest=unknown.nearest)
        found.append(ReplyPart(told, ok=False, title=say("title.not-understood")))
    elif has_block and asked.prose:
        found.append(ReplyPart(say("unknown.aside", line=asked.prose)))
    if not found:
        found.append(ReplyPart(say("unknown.nothing"), ok=False, title=say("title.not-understood")))
    if unknown is not None and len(found) == 1 and not found[0].ok and not has_block:
        found += [
            ReplyPart(each) for each in (orders.still_stand(desk), queries.help_text(desk.info.orders)) if each
        ]
    return found


def own_text(desk: MailContext, lines: int) -> str:
    """The first lines that somebody wrote themselves, to be shown to somebody else."""
    kept = [line.rstrip() for line in written(desk.letter.lines) if line.strip()][:lines]
    return "\n".join([f"  {line[:200]}" for line in kept])
