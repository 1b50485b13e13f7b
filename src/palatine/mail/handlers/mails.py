"""The processing of an email for a seat: its orders and commands in turn, and the reply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from palatine.core import PalatineError
from palatine.mail.commands import Command, ParsedCommands, kinds, parse_commands
from palatine.mail.handlers import advice, letters, orders, proposals, queries, questions, rulebook, seats
from palatine.mail.handlers.context import MailContext, ReplyPart
from palatine.mail.reading import TextBlock, TextBlocks, attached_blocks, find_blocks, own_lines
from palatine.mail.times import in_zone
from palatine.mail.wording import say
from palatine.matches import MatchStuck, StorageError

CommandHandler = Callable[[MailContext, Any], ReplyPart]
Confirmer = Callable[[MailContext, kinds.YesCommand | kinds.NoCommand], ReplyPart]
"""Handles YES and NO."""
SIMPLE_HANDLERS: dict[type[Command], CommandHandler] = {
    kinds.StatusCommand: queries.status,
    kinds.ReportCommand: queries.report,
    kinds.SheetCommand: queries.sheet,
    kinds.FormCommand: queries.form,
    kinds.SuggestCommand: queries.suggest,
    kinds.HelpCommand: rulebook.help_,
    kinds.AdviceCommand: advice.advice,
    kinds.SetUpCommand: advice.set_up,
    kinds.RulesCommand: rulebook.rules,
    kinds.SpellListCommand: rulebook.spells,
    kinds.CalendarCommand: queries.calendar,
    kinds.AnswersCommand: questions.answers,
    kinds.LetterCommand: letters.handle_letter,
    kinds.VoteCommand: seats.vote,
    kinds.ResignCommand: seats.resign,
    kinds.NewAddressCommand: seats.new_address,
    kinds.RunCommand: seats.run,
    kinds.StandInCommand: seats.stand_in,
    kinds.ReadyCommand: seats.ready,
    kinds.ExtendCommand: proposals.extend,
    kinds.PauseCommand: proposals.pause,
    kinds.ConsentCommand: proposals.consent,
    kinds.TakeBackCommand: proposals.take_back,
    kinds.DrawCommand: proposals.draw,
    kinds.AbsentCommand: seats.absent,
    kinds.SetDeadlineCommand: proposals.set_deadline,
}
"""The handlers that need only the context and the command."""


def answer_mail(ctx: MailContext, version_seen: int, confirm: Confirmer) -> list[ReplyPart]:
    """Carry out everything in an email in order; return the parts of the reply, at least one.

    `version_seen` is the match version of the question to which the email replies, or 0. `confirm` handles YES and NO.
    """
    letter = ctx.letter
    if letter.trouble and not (letter.trouble == "empty" and (letter.attached or letter.unread)):
        return [ReplyPart(say(f"trouble.{letter.trouble}"), ok=False, title=say("title.not-understood"))]
    blocks = find_blocks(letter.lines)
    asked = parse_commands(blocks.rest, in_zone(ctx.now, ctx.mailbox.zone))
    own, attached = _own_blocks(ctx, blocks, asked)
    quoted = [each for each in blocks.quoted[:1] if not asked.prose or orders.has_new_orders(ctx, each)]
    parts = [
        _of_block(ctx, own, quoted, asked),
        *attached,
        *[_carry_out(ctx, each, version_seen, confirm) for each in _without_repeated_advice(asked.commands)],
    ]
    found = [part for part in parts if part is not None]
    return _with_rest(ctx, found, asked, bool(own or quoted))


def _without_repeated_advice(commands: Sequence[Command]) -> list[Command]:
    """Return the commands with ADVICE, which takes a bot some seconds, once."""
    first = next((at for at, each in enumerate(commands) if isinstance(each, kinds.AdviceCommand)), -1)
    return [each for at, each in enumerate(commands) if at == first or not isinstance(each, kinds.AdviceCommand)]


def _own_blocks(
    ctx: MailContext, blocks: TextBlocks, asked: ParsedCommands
) -> tuple[tuple[TextBlock, ...], list[ReplyPart]]:
    """Return the order blocks of an email and remarks on them.

    They are those in its text or, without any, in its files.
    """
    if blocks.own:
        return blocks.own, []
    commands = [each for each in asked.commands if not isinstance(each, kinds.CheckCommand)]
    found = tuple([each for each in attached_blocks(ctx.letter.attached) if each.turn is not None or not commands])
    if found:
        return found, [ReplyPart(say("orders.attached"))]
    if ctx.letter.unread and not commands:
        told = say("orders.unread", names=list(ctx.letter.unread))
        return (), [ReplyPart(told, ok=False, title=say("title.not-taken"))]
    return (), []


def _carry_out(ctx: MailContext, command: Command, version_seen: int, confirm: Confirmer) -> ReplyPart | None:
    """Carry out one command. A refusal becomes a part of the reply."""
    if isinstance(command, kinds.CheckCommand):
        return None
    try:
        return _carried_out(ctx, command, version_seen, confirm)
    except (MatchStuck, StorageError):
        raise
    except PalatineError as error:
        told = say("letter.refused", why=str(error)) if isinstance(command, kinds.LetterCommand) else str(error)
        return ReplyPart(told, ok=False, title=say("title.refused"))


def _carried_out(ctx: MailContext, command: Command, version_seen: int, confirm: Confirmer) -> ReplyPart:
    if isinstance(command, kinds.YesCommand | kinds.NoCommand):
        return confirm(ctx, command)
    if isinstance(command, kinds.InvalidDayCommand):
        return ReplyPart(command.why, ok=False, title=say("title.not-understood"))
    if isinstance(command, kinds.StopCommand | kinds.StartCommand):
        return ctx.mails(command)
    if isinstance(command, kinds.AnswerCommand):
        return questions.answer(ctx, command, version_seen)
    if isinstance(command, kinds.AutoReplyCommand):
        return questions.auto_reply(ctx, command, version_seen)
    return SIMPLE_HANDLERS[type(command)](ctx, command)


def _of_block(
    ctx: MailContext, own: Sequence[TextBlock], quoted: Sequence[TextBlock], asked: ParsedCommands
) -> ReplyPart | None:
    """Return the reply to the orders in an email, or None if there are none to process."""
    if len(own) > 1:
        return ReplyPart(say("orders.two"), ok=False, title=say("title.not-taken"))
    try:
        if own:
            return orders.handle_orders(ctx, own[0], asked.only_checks)
        if quoted and not asked.commands:
            return orders.confirm_quoted_orders(ctx, quoted[0])
    except (MatchStuck, StorageError):
        raise
    except PalatineError as error:
        return ReplyPart(str(error), ok=False, title=say("title.not-taken"))
    if asked.only_checks:
        return ReplyPart(say("orders.no-block"), ok=False, title=say("title.orders"))
    return None


def _with_rest(
    ctx: MailContext, parts: Sequence[ReplyPart], asked: ParsedCommands, has_block: bool
) -> list[ReplyPart]:
    """Return the parts with a remark on the line where parsing stopped.

    Prose after commands gets no remark.
    """
    found = list(parts)
    unknown = asked.unknown
    if unknown is not None and (unknown.nearest or not found) and not (has_block and not unknown.nearest):
        key = "unknown.nearest" if unknown.nearest else "unknown.line"
        key = "unknown.question" if unknown.line.endswith("?") else key
        told = say(key, line=unknown.line, nearest=unknown.nearest)
        found.append(ReplyPart(told, ok=False, title=say("title.not-understood")))
    elif has_block and asked.prose:
        found.append(ReplyPart(say("unknown.aside", line=asked.prose)))
    if unknown is not None and not has_block and orders.is_order(ctx, unknown.line):
        found.append(ReplyPart(say("unknown.order", turn=ctx.info.turn)))
    if unknown is not None and asked.leaves_commands:
        found.append(
            ReplyPart(say("unknown.below", line=unknown.line), ok=False, title=say("title.not-understood"))
        )
    if not found:
        found.append(ReplyPart(say("unknown.nothing"), ok=False, title=say("title.not-understood")))
    if unknown is not None and len(found) == 1 and not found[0].ok and not has_block:
        found += [ReplyPart(each) for each in (orders.earlier_orders_note(ctx), rulebook.help_text(ctx)) if each]
    return found


def first_own_lines(ctx: MailContext, lines: int) -> str:
    """Return the first unquoted lines of an email, to be shown to another player."""
    kept = [line.rstrip() for line in own_lines(ctx.letter.lines) if line.strip()][:lines]
    return "\n".join([f"  {line[:200]}" for line in kept])
