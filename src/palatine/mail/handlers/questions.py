"""Questions in games of single actions: numbered choices are sent, and a number is returned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from time import monotonic
from typing import Any

import msgspec

from palatine.core import LimitExceeded, View
from palatine.core.text import normalize
from palatine.mail.commands import kinds
from palatine.mail.handlers.context import WIDTH, MailContext, ReplyPart
from palatine.mail.handlers.risks import SECONDS, action_risks
from palatine.mail.seat_mailboxes import SeatMailbox
from palatine.mail.wording import say
from palatine.matches import Conflict, MatchInfo, MatchServices, MatchView

MAX_CHOICES = 24
"""Maximum number of choices in the email of a question; ANSWERS returns all of them."""
MAX_JOURNAL_LINES = 40
"""Maximum number of journal lines in an email, the newest ones."""


class NumberedChoice(msgspec.Struct, frozen=True):
    """A choice: its text, its actions, and the key by which it can be given automatically."""

    text: str
    actions: tuple[tuple[str, int], ...]
    duration_key: str = ""
    is_far: bool = False
    """True for a goal that takes several actions, which only ANSWERS lists."""


class Question(msgspec.Struct, frozen=True):
    """The question to a seat at a version of its match. Its choices are numbered from 1."""

    version: int
    heading: str
    prompt: str
    options: tuple[NumberedChoice, ...]
    sets_up: bool = False
    """True if the captain can set up for the seat."""
    risks: tuple[tuple[str, ...], ...] = ()
    """The warnings and odds of the first choices, as lines."""

    @property
    def near(self) -> int:
        """The number of choices without the far goals, which are the last ones."""
        return sum(not each.is_far for each in self.options)


def find_question(services: MatchServices, match: str, seat: str) -> Question | None:
    """Return the question to a seat, or None if it need not act or is answered for it soon."""
    seen = services.matches.view(match, seat, services.matches.info(match).version)
    if seen.status != "playing" or seat not in seen.view.asked or seen.answers_soon:
        return None
    sets_up = seen.sets_up and services.matches.info(match).advice
    return Question(seen.version, seen.view.heading, seen.view.prompt, _options(seen.view), sets_up)


def with_risks(services: MatchServices, mailbox: SeatMailbox, asked: Question) -> Question:
    """Return a question with the risks of its choices, as far as they can be calculated in time."""
    if asked.near > MAX_CHOICES:
        return asked
    until, found = monotonic() + SECONDS, []
    for each in asked.options[: asked.near]:
        if monotonic() > until:
            break
        try:
            risks = action_risks(services, mailbox.match, mailbox.key, each.actions, asked.version)
        except (Conflict, LimitExceeded):  # A seat has acted, or the game takes too long.
            break
        found.append(() if each.duration_key else risks)
    return msgspec.structs.replace(asked, risks=tuple(found))


def _options(view: View) -> tuple[NumberedChoice, ...]:
    """Return the choices and the shortcuts: the far goals, which lists do not show, come last."""
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
        *[
            NumberedChoice(each.text, each.actions, is_far=True)
            for each in view.shortcuts
            if not each.duration_key and not each.is_listed and each.actions not in single
        ],
    )


def question_lines(question: Question, link: str) -> list[str]:
    """Return a question as lines: the prompt and the choices with their risks, or how to get them."""
    told, count = wrap(question.prompt, WIDTH), len(question.options)
    if question.near > MAX_CHOICES:
        told += ["", *wrap(say("question.many", n=count), WIDTH)]
        return [*told, say("question.page", link=link)] if link else told
    told += ["", *_numbered(question, range(question.near)), "", say("question.answer")]
    if question.near < count:
        told += wrap(say("question.far", n=count - question.near), WIDTH)
    if question.sets_up:
        told += wrap(say("question.set-up"), WIDTH)
    automatic = [number for number, option in enumerate(question.options, 1) if option.duration_key]
    return [*told, say("question.auto-how", n=automatic[0])] if automatic else told


def _numbered(asked: Question, which: Iterable[int]) -> list[str]:
    """Return choices with their numbers, and below them their risks."""
    told = []
    for at in which:
        option = asked.options[at]
        text = say("question.auto", text=option.text) if option.duration_key else option.text
        told += wrap(f"{at + 1:3}  {text}", WIDTH, subsequent_indent="     ")
        told += asked.risks[at] if at < len(asked.risks) else ()
    return told


def answers(ctx: MailContext, command: kinds.AnswersCommand) -> ReplyPart:
    """Return all answers to the current question, or those that contain a word."""
    closed = closed_to_answers(ctx.info)
    if closed:
        return ReplyPart(closed, ok=False, title=say("title.answers"))
    asked = find_question(ctx.services, ctx.mailbox.match, ctx.mailbox.seat)
    if asked is None:
        return ReplyPart(say("question.not-asked"), ok=False, title=say("title.answers"))
    wanted = normalize(command.about)
    which = [at for at, each in enumerate(asked.options) if wanted in normalize(each.text)]
    if not which:
        why = say("question.no-answer", word=command.about)
        return ReplyPart(why, ok=False, title=say("title.answers"), version=asked.version)
    told = [*wrap(asked.prompt, WIDTH), "", *_numbered(asked, which), "", say("question.answer")]
    return ReplyPart("\n".join(told), title=say("title.answers"), version=asked.version)


def match_link(ctx: MailContext) -> str:
    """Return the page of the match, or "" if the server has no public address."""
    return f"{ctx.settings.url}/play/{ctx.mailbox.match}" if ctx.settings.url else ""


def question_part(ctx: MailContext) -> ReplyPart | None:
    """Return the current question as a part of the reply, or None if the seat need not act."""
    asked = find_question(ctx.services, ctx.mailbox.match, ctx.mailbox.seat)
    if asked is None:
        return None
    asked = with_risks(ctx.services, ctx.mailbox, asked)
    return ReplyPart("\n".join(question_lines(asked, match_link(ctx))), version=asked.version)


def answer(ctx: MailContext, command: kinds.AnswerCommand, version_seen: int) -> ReplyPart:
    """Carry out the choice with that number in the question of version `version_seen`."""
    return _choose(ctx, command.number, version_seen, automatic=False)


def auto_reply(ctx: MailContext, command: kinds.AutoReplyCommand, version_seen: int) -> ReplyPart:
    """Give an answer automatically from now on, or stop that; at most one is active."""
    if command.enabled:
        return _choose(ctx, command.number, version_seen, automatic=True)
    closed = closed_to_answers(ctx.info)
    if closed:
        return ReplyPart(closed, ok=False, title=say("title.answer"))
    after = ctx.services.matches.end_auto_replies(ctx.mailbox.match, ctx.mailbox.key, ctx.info.version)
    return followed(ctx, say("question.auto-off"), after)


def _choose(ctx: MailContext, number: int, version_seen: int, *, automatic: bool) -> ReplyPart:
    closed = closed_to_answers(ctx.info)
    if closed:
        return ReplyPart(closed, ok=False, title=say("title.answer"))
    asked = find_question(ctx.services, ctx.mailbox.match, ctx.mailbox.seat)
    if asked is None or asked.version != version_seen:
        return _stale(ctx, asked, version_seen)
    if not 1 <= number <= len(asked.options):
        told = [say("question.range", n=len(asked.options)), *question_lines(asked, match_link(ctx))]
        return ReplyPart("\n".join(told), ok=False, title=say("title.answer"), version=asked.version)
    option = asked.options[number - 1]
    if automatic and not option.duration_key:
        return ReplyPart(
            say("question.not-auto", n=number), ok=False, title=say("title.answer"), version=version_seen
        )
    after = ctx.services.matches.act_all(
        ctx.mailbox.match, ctx.mailbox.key, option.actions, version_seen, option.duration_key
    )
    return _done_part(ctx, option, after)


def follow_advice(ctx: MailContext, version: int, actions: Sequence[Any]) -> ReplyPart:
    """Carry out advice that was given at a version of the match."""
    closed = closed_to_answers(ctx.info)
    if closed:
        return ReplyPart(closed, ok=False, title=say("title.answer"))
    asked = find_question(ctx.services, ctx.mailbox.match, ctx.mailbox.seat)
    if asked is None or asked.version != version:
        return _stale(ctx, asked, version)
    after = ctx.services.matches.act_all(ctx.mailbox.match, ctx.mailbox.key, actions, version)
    return followed(ctx, say("question.advised"), after, say("title.advised"))


def closed_to_answers(info: MatchInfo) -> str:
    """Return why a match takes no numbered answers, or "" if it does."""
    if info.orders:
        return say("question.of-orders")
    return "" if info.status == "playing" else say(f"match.{info.status}")


def _done_part(ctx: MailContext, option: NumberedChoice, after: MatchView) -> ReplyPart:
    text = say("question.auto-on" if option.duration_key else "question.done", text=option.text)
    return followed(ctx, text, after, say("title.done", text=option.text))


def followed(ctx: MailContext, text: str, after: MatchView, title: str = "") -> ReplyPart:
    """Return the reply: what was done, what followed and the next question."""
    told = [text]
    told += [line.text for line in after.entries][-MAX_JOURNAL_LINES:]
    following = question_part(ctx)
    told += ["", following.text if following else say("question.soon") if after.answers_soon else after.view.prompt]
    version = following.version if following else 0
    return ReplyPart("\n".join(told), title=title or say("title.answer"), version=version)


def _stale(ctx: MailContext, asked: Question | None, version_seen: int) -> ReplyPart:
    """Return the reply to a number that answers an older question.

    It has the events since then and the current question.
    """
    told = [say("question.stale" if version_seen else "question.which")]
    if version_seen:
        lines = ctx.services.matches.view(ctx.mailbox.match, ctx.mailbox.seat, version_seen).entries
        told += [f"  {line.text}" for line in lines][-MAX_JOURNAL_LINES:]
    told += ["", *question_lines(asked, match_link(ctx))] if asked else ["", say("question.not-asked")]
    version = asked.version if asked else 0
    return ReplyPart("\n".join(told), ok=False, title=say("title.answer"), version=version)
