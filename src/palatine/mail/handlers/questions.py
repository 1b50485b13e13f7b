"""Questions in games of single actions: numbered choices are sent, and a number is returned."""

from __future__ import annotations

from textwrap import wrap

import msgspec

from palatine.core import View
from palatine.mail.commands import kinds
from palatine.mail.handlers.context import WIDTH, MailContext, ReplyPart
from palatine.mail.wording import say
from palatine.matches import MatchService, MatchView

MOST = 12
"""Maximum number of choices in an email; a question with more is answered on the page."""
NEWS = 40
"""Maximum number of journal lines in an email, the newest ones."""


class NumberedChoice(msgspec.Struct, frozen=True):
    """A choice: its text, its actions, and the key by which it can be given automatically."""

    text: str
    actions: tuple[tuple[str, int], ...]
    duration_key: str = ""


class Question(msgspec.Struct, frozen=True):
    """The question to a seat at a version of its match. Its choices are numbered from 1."""

    version: int
    heading: str
    prompt: str
    options: tuple[NumberedChoice, ...]
    """Empty if there are too many."""


def question_of(matches: MatchService, match: str, seat: str) -> Question | None:
    """Return the question to a seat, or None if it need not act."""
    seen = matches.look(match, seat, matches.info(match).version)
    if seen.status != "playing" or seat not in seen.view.asked:
        return None
    options = _options(seen.view)
    return Question(seen.version, seen.view.heading, seen.view.prompt, options if len(options) <= MOST else ())


def _options(view: View) -> tuple[NumberedChoice, ...]:
    shortcuts = [
        NumberedChoice(each.text, each.actions, each.duration_key)
        for each in view.shortcuts
        if each.duration_key or each.is_listed
    ]
    single = {((choice.verb, choice.operand),) for choice in view.choices}
    named = {each.actions for each in shortcuts if not each.duration_key}
    choices = [
        NumberedChoice(
            f"{choice.text} ({choice.cost})" if choice.cost else choice.text, ((choice.verb, choice.operand),)
        )
        for choice in view.choices
        if ((choice.verb, choice.operand),) not in named
    ]
    return (
        *choices,
        *[each for each in shortcuts if each.duration_key or each.actions not in single or each.actions in named],
    )


def question_lines(asked: Question, link: str) -> list[str]:
    """Return a question as lines: the prompt and the numbered choices, or where to answer."""
    told = wrap(asked.prompt, WIDTH)
    if not asked.options:
        return [*told, "", say("question.page", link=link) if link else say("question.no-page")]
    told.append("")
    for number, option in enumerate(asked.options, 1):
        text = say("question.auto", text=option.text) if option.duration_key else option.text
        told += wrap(f"{number:3}  {text}", WIDTH, subsequent_indent="     ")
    told += ["", say("question.answer")]
    automatic = [number for number, option in enumerate(asked.options, 1) if option.duration_key]
    return [*told, say("question.auto-how", n=automatic[0])] if automatic else told


def link_to(ctx: MailContext) -> str:
    """Return the page of the match, or "" if the server has no public address."""
    return f"{ctx.settings.url}/play/{ctx.mailbox.match}" if ctx.settings.url else ""


def question_part(ctx: MailContext) -> ReplyPart | None:
    """Return the current question as a part of the reply, or None if the seat need not act."""
    asked = question_of(ctx.services.matches, ctx.mailbox.match, ctx.mailbox.seat)
    if asked is None:
        return None
    return ReplyPart("\n".join(question_lines(asked, link_to(ctx))), version=asked.version)


def answer(ctx: MailContext, command: kinds.AnswerCommand, seen: int) -> ReplyPart:
    """Carry out the choice with that number in the question of version `seen`."""
    return _choose(ctx, command.number, seen, automatic=False)


def auto_reply(ctx: MailContext, command: kinds.AutoReplyCommand, seen: int) -> ReplyPart:
    """Give an answer automatically from now on, or stop that; at most one is active."""
    if command.on:
        return _choose(ctx, command.number, seen, automatic=True)
    closed = _closed(ctx)
    if closed is not None:
        return closed
    after = ctx.services.matches.end_auto_replies(ctx.mailbox.match, ctx.mailbox.key, ctx.info.version)
    return _followed(ctx, say("question.auto-off"), after)


def _choose(ctx: MailContext, number: int, seen: int, *, automatic: bool) -> ReplyPart:
    closed = _closed(ctx)
    if closed is not None:
        return closed
    asked = question_of(ctx.services.matches, ctx.mailbox.match, ctx.mailbox.seat)
    if asked is None or asked.version != seen:
        return _stale(ctx, asked, seen)
    if not 1 <= number <= len(asked.options):
        told = [say("question.range", n=len(asked.options)), *question_lines(asked, link_to(ctx))]
        return ReplyPart("\n".join(told), ok=False, title=say("title.answer"), version=asked.version)
    option = asked.options[number - 1]
    if automatic and not option.duration_key:
        return ReplyPart(say("question.not-auto", n=number), ok=False, title=say("title.answer"), version=seen)
    after = ctx.services.matches.act_all(
        ctx.mailbox.match, ctx.mailbox.key, option.actions, seen, option.duration_key
    )
    return _done(ctx, option, after)


def _closed(ctx: MailContext) -> ReplyPart | None:
    """Return why this match takes no numbered answers, or None if it does."""
    info = ctx.info
    if info.orders:
        return ReplyPart(say("question.of-orders"), ok=False, title=say("title.answer"))
    if info.status != "playing":
        return ReplyPart(say(f"match.{info.status}"), ok=False, title=say("title.answer"))
    return None


def _done(ctx: MailContext, option: NumberedChoice, after: MatchView) -> ReplyPart:
    text = say("question.auto-on" if option.duration_key else "question.done", text=option.text)
    return _followed(ctx, text, after, say("title.done", text=option.text))


def _followed(ctx: MailContext, text: str, after: MatchView, title: str = "") -> ReplyPart:
    """Return the reply: what was done, what followed and the next question."""
    told = [text]
    told += [line.text for line in after.entries][-NEWS:]
    following = question_part(ctx)
    told += ["", following.text] if following else ["", after.view.prompt]
    version = following.version if following else 0
    return ReplyPart("\n".join(told), title=title or say("title.answer"), version=version)


def _stale(ctx: MailContext, asked: Question | None, seen: int) -> ReplyPart:
    """Return the reply to a number that answers an older question.

    It has the events since then and the current question.
    """
    told = [say("question.stale" if seen else "question.which")]
    if seen:
        lines = ctx.services.matches.look(ctx.mailbox.match, ctx.mailbox.seat, seen).entries
        told += [f"  {line.text}" for line in lines][-NEWS:]
    told += ["", *question_lines(asked, link_to(ctx))] if asked else ["", say("question.not-asked")]
    version = asked.version if asked else 0
    return ReplyPart("\n".join(told), ok=False, title=say("title.answer"), version=version)
