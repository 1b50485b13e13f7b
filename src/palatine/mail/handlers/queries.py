"""Handlers of read-only commands: status, reports, sheet, form, suggestions and help."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from palatine.core import Suggestion
from palatine.core.report import report_text, section_lines
from palatine.core.sheet import for_free_slot
from palatine.mail.commands import kinds
from palatine.mail.handlers.context import WIDTH, MailContext, ReplyPart
from palatine.mail.handlers.orders import indented_orders, orders_refusal, sheet_block, sheet_template
from palatine.mail.handlers.positions import position_lines
from palatine.mail.handlers.proposals import proposal_lines
from palatine.mail.handlers.questions import question_part
from palatine.mail.times import format_time, turn_end
from palatine.mail.wording import say
from palatine.matches import MatchInfo, turn_name

MAX_SUGGESTIONS = 12
"""Maximum number of suggestions for each character."""


def status(ctx: MailContext, command: kinds.StatusCommand) -> ReplyPart:
    """Return the state of the match and what it waits for."""
    info = ctx.info
    if info.status != "playing":
        return ReplyPart(say(f"match.{info.status}"), title=say("title.status"))
    if not info.orders:
        found = question_part(ctx)
        view = ctx.services.matches.view(ctx.mailbox.match, ctx.mailbox.seat, info.version).view
        key = "status.asked" if found else "status.board"
        told = [say(key, heading=view.heading, prompt=view.prompt), *proposal_lines(ctx.mailbox, info)]
        told += [found.text] if found else []
        position = position_lines(view, ctx.services.matches.boards(ctx.mailbox.match))
        told.append("\n".join([say("status.position"), *position]))
        return ReplyPart("\n\n".join(told), title=say("title.status"), version=info.version)
    return ReplyPart("\n".join(_orders_status(ctx, info)), title=say("title.status"))


def _orders_status(ctx: MailContext, info: MatchInfo) -> list[str]:
    names = ctx.titles
    end = turn_end(info, names, ctx.mailbox.zone)
    warning = ctx.services.matches.view(ctx.mailbox.match, ctx.mailbox.seat, info.version).warning
    told = [*([warning] if warning else []), say("status.turn", turn=turn_name(info)), *([end] if end else [])]
    told += [say("status.in", names=[names[seat] for seat in info.handed_in])] * bool(info.handed_in)
    told += [say("status.missing", names=[names[seat] for seat in info.asked])] * bool(info.asked)
    if ctx.mailbox.seat in info.asked:
        told.append(say("status.yours-missing"))
    elif ctx.mailbox.seat in info.handed_in:
        told.append(say("status.yours-in"))
    return told + proposal_lines(ctx.mailbox, info)


def report(ctx: MailContext, command: kinds.ReportCommand) -> ReplyPart:
    """Return the report of a turn. Raises Unknown."""
    found = ctx.services.orders.report(ctx.mailbox.match, ctx.mailbox.seat, command.turn)
    title = say("title.report", turn=turn_name(ctx.info, found.turn))
    return ReplyPart(report_text(found, WIDTH).rstrip(), title=title, attached=(f"report {found.turn}",))


def calendar(ctx: MailContext, command: kinds.CalendarCommand) -> ReplyPart:
    """Return the deadline, and attach it as an event for a calendar."""
    info = ctx.info
    if info.status != "playing" or not info.deadline:
        return ReplyPart(say("calendar.none"), ok=False, title=say("title.calendar"))
    told = say("calendar.attached", time=format_time(info.deadline, ctx.mailbox.zone))
    return ReplyPart(told, title=say("title.calendar"), attached=("calendar",))


def sheet(ctx: MailContext, command: kinds.SheetCommand) -> ReplyPart:
    """Return the current orders, to be edited and sent back."""
    why = orders_refusal(ctx.info, ctx.mailbox.seat)
    if why:
        return ReplyPart(why, ok=False, title=say("title.sheet"))
    found = ctx.services.orders.draft(ctx.mailbox.match, ctx.mailbox.key)
    given = found.handed_in
    if given is None:
        return ReplyPart("\n\n".join([say("sheet.none"), sheet_template(ctx)]), title=say("title.sheet"))
    told = [say("sheet.intro"), sheet_block(found.turn, given)]
    if found.text.strip() != given.strip():
        told = [say("sheet.are-in"), indented_orders(given), say("sheet.later"), sheet_template(ctx)]
    return ReplyPart("\n\n".join(told), title=say("title.sheet"))


def form(ctx: MailContext, command: kinds.FormCommand) -> ReplyPart:
    """Return the form of the open turn with all possible orders."""
    why = orders_refusal(ctx.info, ctx.mailbox.seat)
    if why:
        return ReplyPart(why, ok=False, title=say("title.form"))
    found = ctx.services.orders.form(ctx.mailbox.match, ctx.mailbox.key)
    told = [*found.intro, "\n".join(section_lines(found.sections, WIDTH)).strip("\n"), sheet_template(ctx)]
    return ReplyPart("\n\n".join(filter(None, told)), title=say("title.form"))


def suggest(ctx: MailContext, command: kinds.SuggestCommand) -> ReplyPart:
    """Return suggested orders for one character or for all.

    Raises Unknown for an unknown name.
    """
    why = orders_refusal(ctx.info, ctx.mailbox.seat)
    if why:
        return ReplyPart(why, ok=False, title=say("title.suggest"))
    match, key = ctx.mailbox.match, ctx.mailbox.key
    known, written = ctx.services.orders.characters(match, key), ctx.services.orders.draft(match, key).text
    meant = _find_character(known, command.who)
    whom: list[str | None] = [meant] if meant else [*known, None]
    told = []
    for who in whom:
        offered = [
            for_free_slot(written, each) for each in ctx.services.orders.suggest(match, key, who)[:MAX_SUGGESTIONS]
        ]
        if offered:
            told.append("\n".join([who or say("suggest.whole"), *[_suggested(each) for each in offered]]))
    return ReplyPart("\n\n".join(told) or say("suggest.nothing"), title=say("title.suggest"))


def _find_character(known: Sequence[str], who: str) -> str:
    """Return the character that a player means.

    The player may write the full name, or words that no other name has. Other text is returned unchanged.
    """
    asked = who.casefold().split()
    exact = [name for name in known if name.casefold().split() == asked]
    among = [name for name in known if set(asked) <= set(name.casefold().split())]
    found = exact or (among if asked and len(among) == 1 else [])
    return found[0] if found else who


def _suggested(each: Suggestion) -> str:
    about = "; ".join([part for part in (each.title, each.cost, each.chance) if part])
    lines = each.text.splitlines() or [""]
    told = [f"  {line}" for line in lines]
    return "\n".join([*told, *wrap(about, WIDTH, initial_indent="      ", subsequent_indent="      ")])
